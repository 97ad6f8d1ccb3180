/**
 * Mistakes in patches: those that show before a patch is sent, and the operation that a plane could not apply.
 *
 * @module
 */

import { ApiError, check, isRecord, type PatchType } from '../meta/index.js'

const { fits, listOf, object, oneOf } = check

const PATCH_TYPES: readonly Exclude<PatchType, 'apply'>[] = ['json', 'merge', 'strategic']

const operations = fits("a list of operations, such as [{ op: 'replace', path: '/spec/replicas', value: 3 }]", (value) =>
  Array.isArray(value),
)
/** Planes ignore text before the first slash, as Kubernetes does: `spec/replicas` would be the member `replicas` of the object. */
const pointer = fits(
  "a JSON pointer, such as '/spec/replicas'",
  (value) => typeof value === 'string' && (value === '' || value.startsWith('/')),
)
/** Planes take a missing value for null. */
const given = fits('a value, or null', (value) => value !== undefined)

const VALUE_OPERATIONS = ['add', 'replace', 'test']
const anOp = oneOf(['add', 'remove', 'replace', 'move', 'copy', 'test'])

const eachOperation = listOf(function* checkOperation(value, path) {
  if (!isRecord(value)) return yield* object(value, path)
  const { op } = value
  yield* anOp(op, `${path}.op`)
  yield* pointer(value.path, `${path}.path`)
  if (op === 'move' || op === 'copy') yield* pointer(value.from, `${path}.from`)
  if (VALUE_OPERATIONS.includes(op as string)) yield* given(value.value, `${path}.value`)
})

/** A patch that may be sent. */
export interface CheckedPatch {
  readonly type: Exclude<PatchType, 'apply'>
  readonly body: unknown
}

/**
 * Refuses what is no patch. Which paths exist, and whether the result is valid, is for the plane to say.
 *
 * @param patch - As the caller gave it.
 * @throws TypeError with one line for each mistake.
 */
export function requirePatch(patch: unknown): CheckedPatch {
  const [type, ...others] = isRecord(patch) ? PATCH_TYPES.filter((format) => format in patch) : []
  if (!isRecord(patch) || type === undefined || others.length > 0) {
    const expected = 'one of { json: [...] }, { merge: {...} } and { strategic: {...} }'
    throw new TypeError(`patch: ${check.wrong(expected, patch, 'patch').join()}`)
  }
  const body = patch[type]
  const place = `patch.${type}`
  if (type !== 'json') check.refuse('patch', object(body, place))
  else {
    check.refuse('patch', operations(body, place))
    check.refuse('patch', eachOperation(body, place))
  }
  return { type, body }
}

/**
 * Adds the failed operation to the message of an error: a plane says, as Kubernetes does, only that the request was wrong. Its
 * `Status` stays as the plane sent it.
 *
 * @param error - The failure of a JSON patch.
 */
export function describePatchFailure(error: unknown): never {
  if (error instanceof ApiError && isOfOperation(error)) {
    const { cause } = error
    error.message +=
      cause instanceof ApiError
        ? `: ${cause.message}`
        : ' (an operation cannot be applied: its path does not exist, or a test failed)'
  }
  throw error
}

/** A 422 about an invalid object names its kind in the details. */
const isOfOperation = ({ status }: ApiError): boolean => status.code === 422 && status.details?.kind === undefined
