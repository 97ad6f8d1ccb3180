/**
 * The scale subresource: the count of replicas of an object, read and written as a Scale.
 *
 * @module
 */

import {
  type ApiObject,
  badRequest,
  type FieldError,
  type GroupVersionKind,
  invalid,
  invalidField,
  isRecord,
} from '../../meta/index.js'
import { compileSchemaLater, type Schema } from '../../schema/index.js'
import { nameOf, numberOf, valueAt, withFields, withValueAt } from '../fields/fields.js'
import { integer, type Properties, struct, text } from '../fields/json-schema.js'
import { selectorText } from '../tables/selector-text.js'
import type { TableDefinition } from '../tables/tables.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'

/** The scale subresource of a type, by paths as custom resource definitions write them. */
export interface ScaleSubresource {
  /** Such as `.spec.replicas`. */
  readonly specReplicasPath: string
  /** Such as `.status.replicas`. */
  readonly statusReplicasPath: string
  /** Such as `.status.labelSelector`. */
  readonly labelSelectorPath?: string
}

/** The kind of the scale subresource's body. */
export const SCALE_KIND: GroupVersionKind = Object.freeze({ group: 'autoscaling', version: 'v1', kind: 'Scale' })

/** What a Scale is, for people. */
export const SCALE_DESCRIPTION = 'How many there are to be, and how many there are.'

/** The schemas of the parts of a Scale. */
export const scaleProperties = (): Properties => ({
  spec: struct('What is wanted.', { replicas: integer('How many there are to be.') }),
  status: struct(
    'What is.',
    { replicas: integer('How many there are.'), selector: text('Label selector of those that are counted, as text.') },
    ['replicas'],
  ),
})

/** The schema of a Scale, of whatever type it is. */
export const scaleSchema: Schema = /* @__PURE__ */ compileSchemaLater(
  () => ({ document: struct(SCALE_DESCRIPTION, scaleProperties()) }),
  { style: 'builtin' },
)

/**
 * Shows an object as a Scale.
 *
 * @param object - The object, in the version that the paths are of.
 * @param scale - Where the counts are.
 * @returns A Scale with the object's identity. A label selector that is an object is given in its text form.
 */
export function toScale(object: ApiObject, scale: ScaleSubresource): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const replicas = numberOf(valueAt(object, ...keysOf(scale.specReplicasPath)))
  const selector = selectorText(scale.labelSelectorPath && valueAt(object, ...keysOf(scale.labelSelectorPath)))
  return {
    kind: SCALE_KIND.kind,
    apiVersion: `${SCALE_KIND.group}/${SCALE_KIND.version}`,
    metadata: withFields({}, { name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: replicas ? { replicas } : {},
    status: {
      replicas: numberOf(valueAt(object, ...keysOf(scale.statusReplicasPath))) ?? 0,
      ...(selector !== '' && { selector }),
    },
  }
}

/**
 * Writes the replica count of a Scale into an object.
 *
 * @param live - The stored object.
 * @param sent - The Scale.
 * @param scale - Where the counts are.
 * @returns The object with the new count, and with the `uid` and `resourceVersion` that the Scale was read with, so that
 *   they are checked as those of a sent object are.
 * @throws {@link ApiError} 400 when the count is no whole number, 422 when it is negative.
 */
export function fromScale(live: ApiObject, sent: ApiObject, scale: ScaleSubresource): ApiObject {
  const replicas = valueAt(sent, 'spec', 'replicas') ?? 0
  if (!Number.isInteger(replicas)) throw badRequest('Scale cannot be read: spec.replicas must be a whole number')
  const errors = validateReplicas(replicas as number)
  if (errors.length > 0) throw invalid(SCALE_KIND, nameOf(live), errors)
  const { uid, resourceVersion } = sent.metadata
  const metadata = { ...live.metadata, ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) }
  return { ...withValueAt(live, keysOf(scale.specReplicasPath), replicas), metadata }
}

/**
 * Checks that an object has the parent field of its count: a Scale changes only the count.
 *
 * @param live - The stored object.
 * @param scale - Where the counts are.
 * @throws {@link ApiError} 422 when the parent is missing, or not an object.
 */
export function requireScaled(live: ApiObject, { specReplicasPath }: ScaleSubresource): void {
  const part = valueAt(live, ...keysOf(specReplicasPath).slice(0, -1))
  if (isRecord(part)) return
  throw invalid(SCALE_KIND, nameOf(live), [invalidField(specReplicasPath, 0, 'the object has no place for it')])
}

const INT32_MAX = 2_147_483_647

/**
 * Validates the fields of an object that its Scale uses, independently of the schema.
 *
 * @param object - The object, in the version that the paths are of.
 * @param scale - Where the counts are.
 * @returns Errors at the paths themselves, with their leading dot, as Kubernetes names them.
 */
export function validateScaled(object: ApiObject, scale: ScaleSubresource): readonly FieldError[] {
  const selector = scale.labelSelectorPath && valueAt(object, ...keysOf(scale.labelSelectorPath))
  return [
    ...validateCount(object, scale.specReplicasPath),
    ...validateCount(object, scale.statusReplicasPath),
    ...(selector === undefined || selector === '' || typeof selector === 'string'
      ? []
      : [unreadableField(scale.labelSelectorPath ?? '', selector, '', 'string')]),
  ]
}

/** The error, worded as in Kubernetes, for a value that a Scale cannot use. */
function unreadableField(path: string, value: unknown, empty: unknown, expected: string): FieldError {
  const shown = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return invalidField(path, empty, `${path} accessor error: ${shown} is of the type ${typeName(value)}, expected ${expected}`)
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  return typeof value === 'number'
    ? Number.isInteger(value)
      ? 'int64'
      : 'float64'
    : typeof value === 'boolean'
      ? 'bool'
      : 'string'
}

function validateCount(object: ApiObject, path: string): readonly FieldError[] {
  const count = valueAt(object, ...keysOf(path)) ?? 0
  if (typeof count !== 'number' || !Number.isInteger(count)) return [unreadableField(path, count, 0, 'int64')]
  if (count < 0) return [invalidField(path, count, 'should be a non-negative integer')]
  return count > INT32_MAX ? [invalidField(path, count, `should be less than or equal to ${INT32_MAX}`)] : []
}

/** How a Scale is shown as a row. */
export const scaleTable: TableDefinition = tableOf([
  nameColumn,
  {
    name: 'Desired',
    type: 'integer',
    description: 'How many replicas are wanted.',
    cell: (scale) => numberOf(valueAt(scale, 'spec', 'replicas')) ?? 0,
  },
  {
    name: 'Available',
    type: 'integer',
    description: 'How many replicas there are.',
    cell: (scale) => numberOf(valueAt(scale, 'status', 'replicas')) ?? 0,
  },
  ageColumn,
])

/**
 * Keys of a simple path such as `.spec.replicas`.
 *
 * @param path - Dot and name, once or more.
 */
export const keysOf = (path: string): readonly string[] => path.split('.').slice(1)

const validateReplicas = (replicas: number): readonly FieldError[] =>
  replicas < 0 ? [invalidField('spec.replicas', replicas, 'must be greater than or equal to 0')] : []
