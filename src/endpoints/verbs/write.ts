/**
 * The verbs create, update and patch.
 *
 * @module
 */

import { andThen } from '../../meta/index.js'
import type { WriteAnswer, WriteOptions } from '../../registry/index.js'
import { type OptionsKind, readPatchOptions, readWriteOptions } from '../options/index.js'
import { patchTypeOf } from '../patch-type-of.js'
import { type Call, callerOf, type Verb, type VerbContext } from './verb.js'

/** A write of a whole object. */
const writeObject =
  (verb: 'create' | 'update', kind: OptionsKind): Verb =>
  (call) => {
    const { context, exchange, target } = call
    const { door, request } = exchange
    return andThen(door.negotiate('object', target), async () => {
      const options = gatedOptions(context, readWriteOptions(request, kind, context.dialect))
      const body = await door.readObject(exchange, target)
      return answered(call, await context.registry[verb](target, callerOf(call), body, options))
    })
  }

/** Creates an object. */
export const createObject = writeObject('create', 'CreateOptions')

/** Replaces an object, or creates it where the type allows that. */
export const updateObject = writeObject('update', 'UpdateOptions')

/** Changes an object by a patch. */
export const patchObject: Verb = (call) => {
  const { context, exchange, target } = call
  const { door, request } = exchange
  const type = patchTypeOf(request, target.definition.custom)
  return andThen(door.negotiate('object', target), async () => {
    const { options, force } = readPatchOptions(request, type, context.dialect)
    const body = await door.readPatch(exchange, type)
    exchange.audit?.noteBody(body.value)
    const patch = { type, body, ...(force !== undefined && { force }) }
    return answered(call, await context.registry.patch(target, callerOf(call), patch, gatedOptions(context, options)))
  })
}

/** Without the feature gate, unknown fields are dropped silently, whatever the client asks for. */
const gatedOptions = ({ features }: VerbContext, options: WriteOptions): WriteOptions =>
  features.isEnabled('ServerSideFieldValidation') ? options : { ...options, fieldValidation: 'Ignore' }

const answered = <A>({ exchange, target }: Call<A>, answer: WriteAnswer): Promise<A> | A =>
  exchange.answer({ kind: 'object', code: answer.created ? 201 : 200, target, answer })
