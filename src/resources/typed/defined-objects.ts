/**
 * The TypeScript types of objects, by the definition of their type.
 *
 * @module
 */

import type { ApiObject, ObjectMeta, StoredMeta } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'

/** A stored object of a defined type, in its storage version. Of its metadata it says what is always there. */
export type Stored<D> =
  D extends ResourceDefinition<infer T, infer _New, infer _Versions, infer Namespaced>
    ? ApiObject & { readonly metadata: StoredMeta<Namespaced> } & T
    : never

/** An object of a defined type as it is created, in its storage version. */
export type Created<D> =
  D extends ResourceDefinition<infer _T, infer New, infer _Versions>
    ? { readonly apiVersion?: string; readonly kind?: string; readonly metadata: ObjectMeta } & New
    : never
