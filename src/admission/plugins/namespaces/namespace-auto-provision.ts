/**
 * NamespaceAutoProvision: creates a namespace with the first object in it.
 *
 * @module
 */

import { ApiError, NAMESPACES } from '../../../meta/index.js'
import type { AdmissionPlugin } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'

/** Creates the missing namespace of a new object. Dry runs create none, and therefore fail. */
export function namespaceAutoProvision(): AdmissionPlugin {
  let objects: AdmissionSources['objects'] | undefined
  return {
    name: 'NamespaceAutoProvision',
    start(sources) {
      objects = sources.objects
    },
    async provideNamespace(namespace) {
      if (!objects || objects.get(NAMESPACES, namespace)) return
      try {
        await objects.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
      } catch (error) {
        // Another request has created it.
        if (!(error instanceof ApiError) || error.status.reason !== 'AlreadyExists') throw error
      }
    },
  }
}
