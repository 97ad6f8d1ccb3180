/** Provisions databases. This one only reports them as ready; a real one would call a database service. */

import type { Client } from 'binnacle'
import { type Controller, controller } from 'binnacle/client'
import { Database } from './kinds.js'

export function startProvisioner(client: Client, onError: (error: unknown) => void): Controller {
  const databases = client.resource(Database)
  return controller({
    for: databases,
    // A status that it writes itself is nothing to look at again.
    predicates: ['generation', 'deletion'],
    onError,
    async reconcile({ metadata: { name, namespace = 'default' }, spec }) {
      const status = { phase: 'Ready' as const, address: `${name}.${spec.engine}.example.com` }
      await databases.namespace(namespace).status.patch(name, { merge: { status } })
    },
  })
}
