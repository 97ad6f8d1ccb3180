/**
 * Schemas shared by kinds of the core group.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { atomicStruct, type Properties, struct, text } from '../fields/json-schema.js'

/**
 * Schemas of object references, by published name.
 *
 * @param dialect - The dialect of the markers.
 */
export const referenceSchemas = (dialect: Dialect): Properties => ({
  'core.v1.LocalObjectReference': atomicStruct(
    dialect,
    struct('An object in the same namespace.', { name: text('Name of the object.') }),
  ),
  'core.v1.ObjectReference': atomicStruct(
    dialect,
    struct('An object, or a part of one.', {
      apiVersion: text('Version of the object.'),
      fieldPath: text('The part that is meant, such as spec.containers{name}.'),
      kind: text('Kind of the object.'),
      name: text('Name of the object.'),
      namespace: text('Namespace of the object.'),
      resourceVersion: text('The version of the object that is meant.'),
      uid: text('Identity of the object.'),
    }),
  ),
})
