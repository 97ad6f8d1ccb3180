/**
 * StorageObjectInUseProtection: protects PersistentVolumes and claims from deletion while in use.
 *
 * @module
 */

import { volumeFinalizers } from '../../meta/index.js'
import type { AdmissionPlugin } from '../plugin.js'

/** Adds the finalizer of the protection loop (`pvc-protection`, `pv-protection`) to new objects. */
export function storageObjectInUseProtection(): AdmissionPlugin {
  let finalizers: Readonly<Record<string, string>> = {}
  return {
    name: 'StorageObjectInUseProtection',
    start({ dialect }) {
      finalizers = volumeFinalizers(dialect)
    },
    handles: ({ operation, group, resource, subresource }) =>
      operation === 'CREATE' && group === '' && subresource === '' && Object.hasOwn(finalizers, resource),
    mutate({ metadata }, { resource }) {
      const finalizer = finalizers[resource]
      const { finalizers: held = [] } = metadata
      if (finalizer !== undefined && !held.includes(finalizer)) metadata.finalizers = [...held, finalizer]
    },
  }
}
