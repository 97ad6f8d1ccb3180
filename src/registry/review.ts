/**
 * Create for virtual types: the body is a question, and what comes back is its answer. Nothing is stored, so a dry run is
 * no different.
 *
 * @module
 */

import type { ApiObject, ObjectMeta } from '../meta/index.js'
import type { ResourceDefinition } from '../resources/index.js'
import { requireSameNamespace } from './address.js'
import { defaulted, refuseInvalid, strategyContext } from './complete.js'
import type { Write } from './context.js'
import type { DecodedObject } from './decode-object.js'
import { without } from './metadata.js'
import type { WriteAnswer } from './types.js'

/**
 * Answers the question that an object of a virtual type is.
 *
 * The namespace that it is asked in need not exist: to say that it does not would already be telling.
 *
 * @param write - The place, and who asks.
 * @param review - Computes the answer.
 * @param decoded - The question as it was sent.
 * @throws {@link ApiError} 400 or 422, and whatever the review throws.
 */
export async function answerReview(
  write: Write,
  review: NonNullable<ResourceDefinition['review']>,
  decoded: DecodedObject,
): Promise<WriteAnswer> {
  const { target } = write
  requireSameNamespace(target, decoded.object)
  const about = { ...strategyContext(write), namespace: target.namespace }
  const question = defaulted(write, settle(write, decoded.object))
  const errors = [...decoded.schemaErrors, ...(target.definition.strategy.validateCreate?.(question, about) ?? [])]
  refuseInvalid(write, question.metadata.name ?? '', errors, decoded)
  return { object: await review(question, about), row: undefined, created: true }
}

/** The question in its place; who set which of its fields is of no interest. */
function settle({ target }: Write, object: ApiObject): ApiObject {
  const metadata: ObjectMeta = {
    ...without(object.metadata, 'managedFields'),
    ...(target.definition.namespaced && { namespace: target.namespace }),
  }
  return { ...object, metadata }
}
