/**
 * Writes of types whose objects are converted elsewhere.
 *
 * @module
 */

import { KnownConversions, PendingConversion, type ResourceDefinition } from '../resources/index.js'
import { apiVersionOf, type Write } from './context.js'
import { shownRow } from './read-through.js'
import type { DeleteAnswer, WriteAnswer } from './types.js'

/** Far more versions than any write goes through: a conversion that never gives the same answer twice ends here. */
const MAX_CONVERSIONS = 64

/**
 * Does a write, fetching the conversions that it turns out to need. Warnings are the client's once, of the attempt that
 * got through.
 *
 * @param write - The write at hand.
 * @param work - Does it, with the conversions that are known; what it gives up half-way it does again.
 * @throws {@link ApiError} 500 when objects cannot be converted, and what the work throws.
 */
export function withConversions<T>(write: Write, work: (write: Write) => Promise<T>): Promise<T> {
  const { conversion } = write.target.definition
  return conversion ? attempt(write, work, conversion) : work(write)
}

async function attempt<T>(
  write: Write,
  work: (write: Write) => Promise<T>,
  conversion: NonNullable<ResourceDefinition['conversion']>,
): Promise<T> {
  const known = new KnownConversions()
  const target = { ...write.target, definition: { ...write.target.definition, convert: known.convert } }
  for (let attempts = 1; ; attempts++) {
    const warnings: string[] = []
    const caller = { ...write.caller, warn: (text: string) => warnings.push(text) }
    try {
      return await work({ ...write, target, caller })
    } catch (error) {
      if (!(error instanceof PendingConversion) || attempts === MAX_CONVERSIONS) throw error
      warnings.length = 0
      const [result] = await conversion([error.object], error.apiVersion)
      if (result) known.add(error, result)
    } finally {
      for (const text of warnings) write.caller.warn(text)
    }
  }
}

/**
 * Shows the answer of a write in the version that was asked for, where only the registry can.
 *
 * @param write - The write that was done.
 * @param answer - What it answered.
 */
export async function shownAnswer(write: Write, answer: WriteAnswer): Promise<WriteAnswer> {
  const { target } = write
  const { conversion } = target.definition
  if (!conversion || target.subresource?.kind) return answer
  const { row, created } = answer
  if (row) {
    const shown = await shownRow(target, row)
    return { row: shown, object: shown.object, created }
  }
  const apiVersion = apiVersionOf(target)
  if (answer.object.apiVersion === apiVersion) return answer
  const [object = answer.object] = await conversion([answer.object], apiVersion)
  return { row: undefined, object, created }
}

/** Shows the answer of a delete; see {@link shownAnswer}. */
export async function shownDeletion(write: Write, answer: DeleteAnswer): Promise<DeleteAnswer> {
  if (answer.outcome === 'removed' || !write.target.definition.conversion) return answer
  return { ...answer, answer: await shownAnswer(write, { ...answer.answer, created: false }) }
}
