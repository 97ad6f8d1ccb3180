/**
 * The TypeScript types of objects, inferred from their resource definition.
 *
 * @module
 */

import type { ApiObject, ObjectMeta, StoredMeta } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'

/** A stored object of a defined type, in its storage version. Metadata fields that are always set are required. */
export type Stored<D> =
  D extends ResourceDefinition<infer T, infer _New, infer _Versions, infer Namespaced>
    ? ApiObject & { readonly metadata: StoredMeta<Namespaced> } & T
    : never

/** The input for creating an object of a defined type, in its storage version. */
export type Created<D> =
  D extends ResourceDefinition<infer _T, infer New, infer _Versions>
    ? { readonly apiVersion?: string; readonly kind?: string; readonly metadata: ObjectMeta } & New
    : never
