/**
 * Where and in which version objects of a type are stored.
 *
 * @module
 */

import { formatApiVersion } from '../../meta/index.js'
import type { ResourceDefinition } from './definition.js'

/** The prefix of the storage keys of a type's objects, the same for all views of them. */
export const storagePrefixOf = ({ storedAs: { group, resource } }: Pick<ResourceDefinition, 'storedAs'>): string =>
  group === '' ? resource : `${group}/${resource}`

/** The storage version of a type, as `apiVersion`. */
export const storedApiVersionOf = ({ storedAs, storageVersion }: ResourceDefinition): string =>
  formatApiVersion(storedAs.group, storageVersion)

/** Whether a type shows the objects of another one, such as the events of the core group. */
export const isView = ({ group, names, storedAs }: ResourceDefinition): boolean =>
  storedAs.group !== group || storedAs.resource !== names.plural
