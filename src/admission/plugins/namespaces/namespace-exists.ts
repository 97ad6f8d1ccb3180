/**
 * NamespaceExists: refuses writes in a missing namespace.
 *
 * @module
 */

import { NAMESPACES, notFound } from '../../../meta/index.js'
import type { AdmissionPlugin } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'

/** Also refuses updates and deletes of objects in a deleted namespace; the plane itself refuses creates. */
export function namespaceExists(): AdmissionPlugin {
  let objects: AdmissionSources['objects'] | undefined
  return {
    name: 'NamespaceExists',
    start(sources) {
      objects = sources.objects
    },
    handles: ({ namespace }) => namespace !== '',
    validate({ namespace }) {
      if (!objects?.get(NAMESPACES, namespace)) throw notFound(NAMESPACES, namespace)
    },
  }
}
