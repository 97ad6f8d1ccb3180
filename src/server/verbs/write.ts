/**
 * The verbs create, update and patch.
 *
 * @module
 */

import { readPatchOptions, readWriteOptions, type WriteAnswer } from '../../registry/index.js'
import { objectResponse } from '../answers/answers.js'
import { decodeBody, decodePatch, patchTypeOf } from '../body.js'
import type { ServerResponse } from '../http.js'
import type { Representation } from '../negotiation.js'
import type { Call, VerbHandler } from './context.js'

/** Creates an object. */
export const createObject: VerbHandler = async (call) => {
  const { context, exchange, target, caller } = call
  const representation = await context.negotiator.choose(exchange.request, 'object', target)
  const options = readWriteOptions(exchange.request, 'CreateOptions', context.dialect)
  const body = await decode(call)
  return answered(call, await context.registry.create(target, caller, body, options), representation)
}

/** Replaces an object, or creates it where the type allows that. */
export const updateObject: VerbHandler = async (call) => {
  const { context, exchange, target, caller } = call
  const representation = await context.negotiator.choose(exchange.request, 'object', target)
  const options = readWriteOptions(exchange.request, 'UpdateOptions', context.dialect)
  const body = await decode(call)
  return answered(call, await context.registry.update(target, caller, body, options), representation)
}

/** Changes an object by a patch. */
export const patchObject: VerbHandler = async (call) => {
  const { context, exchange, target, caller } = call
  const { request } = exchange
  const type = patchTypeOf(request, target.definition.custom)
  const representation = await context.negotiator.choose(request, 'object', target)
  const { options, force } = readPatchOptions(request, type, context.dialect)
  const body = await decodePatch(exchange, type, context.limits.maxBodyBytes)
  const patch = { type, body, ...(force !== undefined && { force }) }
  return answered(call, await context.registry.patch(target, caller, patch, options), representation)
}

const decode = ({ context, exchange, target }: Call) =>
  decodeBody(exchange, { dialect: context.dialect, maxBodyBytes: context.limits.maxBodyBytes }, target)

function answered(
  { context, exchange, target }: Call,
  answer: WriteAnswer,
  representation: Representation,
): ServerResponse | Promise<ServerResponse> {
  const shown = { representation, query: exchange.request.query, clock: context.clock }
  return objectResponse(answer.created ? 201 : 200, target, answer, shown)
}
