/**
 * The `validate` function of a type, as a part of its strategy.
 *
 * @module
 */

import { type ApiObject, check, type FieldError, isThenable } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import { newErrors } from '../typed/new-errors.js'

type Validate = (object: never, live: never) => unknown

/**
 * Adds a type's own validation to its strategy.
 *
 * @param kind - For messages.
 * @param strategy - Of the type.
 * @param validate - Its result is checked: programs without types may return anything.
 */
export function withValidation(kind: string, strategy: Strategy, validate: Validate): Strategy {
  const { validateCreate, validateUpdate } = strategy
  const errorsOf = (object: ApiObject, live: ApiObject | undefined) =>
    requireErrors(`resource ${kind}: validate`, validate(object as never, live as never))
  return {
    ...strategy,
    validateCreate: (object, context) => [...(validateCreate?.(object, context) ?? []), ...errorsOf(object, undefined)],
    validateUpdate: (object, live, context) => [
      ...(validateUpdate?.(object, live, context) ?? []),
      ...newErrors(errorsOf(object, live), object, live, () => errorsOfStored(() => errorsOf(live, live))),
    ],
  }
}

/** A stored object may be invalid for the current schema, so the function may throw for it. */
function errorsOfStored(judge: () => readonly FieldError[]): readonly FieldError[] {
  try {
    return judge()
  } catch {
    return []
  }
}

const errorList = check.fits(
  'field errors, as a generator function yields them, or a list of them ([] for none)',
  (value) => check.has(value, Symbol.iterator as never) && !isThenable(value),
)
const fieldError = check.fits(
  'a field error, as invalidField of binnacle/meta makes it',
  (value) => check.isObject(value) && typeof value.field === 'string' && typeof value.message === 'string',
)

/** @throws TypeError, which clients see as a 500. */
function requireErrors(callee: string, result: unknown): readonly FieldError[] {
  // A mistaken async function may reject its promise, which would end the process.
  if (isThenable(result)) result.then(undefined, () => {})
  check.refuse(callee, errorList(result, 'result'))
  const errors = [...(result as Iterable<FieldError>)]
  if (errors.length > 0) check.refuse(callee, check.listOf(fieldError)(errors, 'result'))
  return errors
}
