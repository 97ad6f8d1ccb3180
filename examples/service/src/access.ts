/** What people may do, by their roles: written into the plane at each start. */

import type { Client } from 'binnacle'
import { Database } from './kinds.js'

const RULES = {
  developer: [{ apiGroups: [Database.group], resources: ['databases'], verbs: ['*'] }],
  viewer: [{ apiGroups: [Database.group], resources: ['databases', 'projects'], verbs: ['get', 'list', 'watch'] }],
  admin: [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ],
}

export async function grantAccess(client: Client): Promise<void> {
  const options = { fieldManager: 'database-service', force: true }
  const roles = client.resource({ group: 'rbac.authorization.', version: 'v1', kind: 'ClusterRole' })
  const bindings = client.resource({ group: 'rbac.authorization.', version: 'v1', kind: 'ClusterRoleBinding' })
  const { group } = await roles.type()
  for (const [role, rules] of Object.entries(RULES)) {
    const metadata = { name: `database-service:${role}` }
    await roles.apply({ metadata, rules }, options)
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name: metadata.name }
    const subjects = [{ apiGroup: group, kind: 'Group', name: `role:${role}` }]
    await bindings.apply({ metadata, roleRef, subjects }, options)
  }
}
