/**
 * Steps of creates of virtual types: the body is a question, and what comes back is its answer. Nothing is stored, so a dry run is
 * no different.
 *
 * @module
 */

import type { ObjectMeta } from '../../meta/index.js'
import { requireSameNamespace } from './address.js'
import { refuseInvalid, strategyContext } from './judge.js'
import { without } from './metadata.js'
import type { WriteState } from './state.js'

/** Step: the namespace that a question is asked in need not exist: to say that it does not would already be telling. */
export function placeQuestion(write: WriteState): void {
  const { target, sent } = write
  requireSameNamespace(target, sent.object)
  // Who set which of its fields is of no interest.
  const metadata: ObjectMeta = {
    ...without(sent.object.metadata, 'managedFields'),
    ...(target.definition.namespaced && { namespace: target.namespace }),
  }
  write.sent = { ...sent, object: { ...sent.object, metadata } }
}

/** Step: refuses a question that breaks rules. */
export function validateQuestion(write: WriteState): void {
  const { target, object, sent } = write
  const about = { ...strategyContext(write), namespace: target.namespace }
  const errors = [...sent.schemaErrors, ...(target.definition.strategy.validateCreate?.(object, about) ?? [])]
  refuseInvalid(write, object.metadata.name ?? '', errors, sent)
}

/** Step: answers. */
export async function answerQuestion(write: WriteState): Promise<void> {
  const { target, object } = write
  const about = { ...strategyContext(write), namespace: target.namespace }
  const answer = (await target.definition.review?.(object, about)) ?? object
  write.answer = { object: answer, row: undefined, created: true }
}
