/**
 * Schemas that several kinds of the core group refer to.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { atomicStruct, type Properties, struct, text } from '../fields/json-schema.js'

/**
 * References to objects, by the names that their schemas are published under.
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
