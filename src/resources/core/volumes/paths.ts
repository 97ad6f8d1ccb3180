/**
 * Validation of paths within volumes.
 *
 * @module
 */

import { type FieldError, invalidField } from '../../../meta/index.js'
import type { FieldRule } from '../../fields/field-rules.js'
import { textOf } from '../../fields/fields.js'

/** A path without `..`, which could leave its directory. */
export const pathWithoutSteps: FieldRule = (field, path): readonly FieldError[] =>
  textOf(path).split('/').includes('..') ? [invalidField(field, path, "must not contain '..'")] : []

/** A relative path without `..`. */
export const relativePath: FieldRule = (field, path): readonly FieldError[] => [
  ...(textOf(path).startsWith('/') ? [invalidField(field, path, 'must be a relative path')] : []),
  ...pathWithoutSteps(field, path),
]

/** A relative path that does not start with `..`, as names of the node agent's own files do. */
export const localPath: FieldRule = (field, path): readonly FieldError[] => [
  ...relativePath(field, path),
  ...(/^\.\.(?!\/)/.test(textOf(path)) ? [invalidField(field, path, "must not start with '..'")] : []),
]
