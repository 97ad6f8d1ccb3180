/**
 * The points at which a write converts objects between versions of their type.
 *
 * A webhook converts the live object, the new state, and the stored result, once each; managers that used other versions need
 * the first two in those versions as well.
 *
 * @module
 */

import { type Converting, convertOne, type VersionConverter } from '../../apply/index.js'
import { type ApiObject, andThen, TurnShare } from '../../meta/index.js'
import {
  convertObject,
  type ResourceDefinition,
  storedApiVersionOf,
  throughSchema,
  withKnownFields,
} from '../../resources/index.js'
import type { Row } from '../../store/index.js'
import { keyOf } from '../context.js'
import { currentRow, shownRow } from '../read-through.js'
import type { WriteState } from './state.js'

/** Step: reads the live object with the current defaults of its type, in the working version. */
export function readLive(write: WriteState): Promise<void> | void {
  return write.target.definition.conversion ? readConverted(write) : readStored(write)
}

async function readConverted(write: WriteState): Promise<void> {
  await readStored(write)
  const { target, row } = write
  if (row) write.live = (await shownRow(target, row)).object
}

/** Step: reads the live object in its storage version: a delete needs no conversion. */
export function readStored(write: WriteState): Promise<void> | void {
  const { context, target } = write
  return andThen(context.collectionOf(target.definition).newest(keyOf(target)), (found) => takeFound(write, found))
}

function takeFound(write: WriteState, found: Row | undefined): void {
  const { definition } = write.target
  const row = found && definition.custom ? currentRow(definition, found) : found
  write.row = row
  write.isOutdated = row !== found
  const current = row?.object
  write.current = current
  write.live = current
  if (!current || !definition.custom) return
  const apiVersion = storedApiVersionOf(definition)
  if (current.apiVersion === apiVersion) return
  write.isOutdated = true
  if (!definition.conversion) write.live = convertObject(definition, current, apiVersion)
}

/** Step: converts the new state to the storage version. */
export function convertToStored(write: WriteState): Promise<void> | undefined {
  const { target, object } = write
  const { conversion } = target.definition
  write.stored = object
  const apiVersion = storedApiVersionOf(target.definition)
  if (!conversion || object.apiVersion === apiVersion) return undefined
  return conversion([object], apiVersion).then(([stored = object]) => {
    write.stored = throughSchema(target.definition, stored)
  })
}

/**
 * The written row in the version of the request, converted from what is stored, as a conversion may have lost something.
 *
 * @param write - The write at hand.
 * @param row - The written row.
 */
export function readBack({ target }: WriteState, row: Row): Row | Promise<Row> {
  return target.definition.conversion ? shownRow(target, row) : row
}

/** Step: converts the object of a delete to the version of the request, for plugins. */
export function showForAdmission(write: WriteState): Promise<void> | undefined {
  const { context, target, row } = write
  if (!row || context.admission.isEmpty || !target.definition.conversion) return undefined
  return Promise.resolve(shownRow(target, row)).then((shown) => {
    write.live = shown.object
  })
}

/**
 * Does work that may need the live or the new object in versions that other managers have used, and continues with its result. Where
 * the work may pause, other requests get a turn of the event loop if this one is spent.
 *
 * @param write - The write at hand.
 * @param work - The work.
 * @param converter - Converts synchronously.
 * @param goOn - Takes the result.
 * @returns A promise only where a webhook converts, or the work has paused.
 */
export function withConversions<T>(
  write: WriteState,
  work: Converting<T>,
  converter: VersionConverter | undefined,
  goOn: (result: T) => void,
): Promise<void> | undefined {
  const { definition } = write.target
  const { conversion } = definition
  if (conversion) return convertElsewhere(definition, conversion, work).then(goOn)
  return convertHere(write.turn, work, converter, goOn)
}

function convertHere<T>(
  turn: TurnShare | undefined,
  work: Converting<T>,
  converter: VersionConverter | undefined,
  goOn: (result: T) => void,
): Promise<void> | undefined {
  let step = work.next()
  while (!step.done) {
    if (!step.value && turn?.isSpent) return turn.next().then(() => convertHere(turn, work, converter, goOn))
    step = work.next(step.value && convertOne(step.value, converter))
  }
  goOn(step.value)
  return undefined
}

async function convertElsewhere<T>(
  definition: ResourceDefinition,
  conversion: NonNullable<ResourceDefinition['conversion']>,
  work: Converting<T>,
): Promise<T> {
  const turn = new TurnShare()
  let step = work.next()
  while (!step.done) {
    const wanted = step.value
    let shown: unknown
    if (wanted) {
      const object = wanted.object as ApiObject
      const [converted = object] = await conversion([object], wanted.to)
      turn.begin()
      shown = withKnownFields(definition, converted)
    }
    if (turn.isSpent) await turn.next()
    step = work.next(shown)
  }
  return step.value
}
