/**
 * The explicit points at which a write goes from one version of its type to another.
 *
 * A webhook converts the live object, the new state, and what was stored of it, once each; managers that used other versions need
 * the first two in those versions as well.
 *
 * @module
 */

import { type Converting, convertNow, type VersionConverter } from '../../apply/index.js'
import { type ApiObject, andThen } from '../../meta/index.js'
import { convertObject, type ResourceDefinition, throughSchema } from '../../resources/index.js'
import type { Row } from '../../store/index.js'
import { keyOf, storedApiVersionOf } from '../context.js'
import { currentRow, shownRow } from '../read-through.js'
import type { WriteState } from './state.js'

/** Step: reads the live object, as the schemas of its type show it now, in the working version. */
export function readLive(write: WriteState): Promise<void> | void {
  return write.target.definition.conversion ? readConverted(write) : readStored(write)
}

async function readConverted(write: WriteState): Promise<void> {
  await readStored(write)
  const { target, row } = write
  if (row) write.live = (await shownRow(target, row)).object
}

/** Step: reads the live object in the version that it is stored in: what is deleted need not be converted. */
export function readStored(write: WriteState): Promise<void> | void {
  const { context, target } = write
  return andThen(context.collectionOf(target.definition).newest(keyOf(target)), (found) => takeFound(write, found))
}

function takeFound(write: WriteState, found: Row | undefined): void {
  const { definition } = write.target
  const row = found && definition.custom ? currentRow(definition, found) : found
  write.row = row
  write.isOutdated = row !== found
  write.live = row?.object
  if (!row || !definition.custom) return
  const apiVersion = storedApiVersionOf(definition)
  if (row.object.apiVersion === apiVersion) return
  write.isOutdated = true
  if (!definition.conversion) write.live = convertObject(definition, row.object, apiVersion)
}

/** Step: turns the new state into the version that it is stored in. */
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
 * A row that was written just now, in the version of the request: read back from what is stored, as a conversion may have lost something.
 *
 * @param write - The write at hand.
 * @param row - What it has stored.
 */
export function readBack({ target }: WriteState, row: Row): Row | Promise<Row> {
  return target.definition.conversion ? shownRow(target, row) : row
}

/** Step: plugins see the object that a delete is about in the version of the request. */
export function showForAdmission(write: WriteState): Promise<void> | undefined {
  const { context, target, row } = write
  if (!row || context.admission.isEmpty || !target.definition.conversion) return undefined
  return Promise.resolve(shownRow(target, row)).then((shown) => {
    write.live = shown.object
  })
}

/**
 * Does work that may need the live object or the new one in versions that other managers have used, and goes on with what came of it.
 *
 * @param write - The write at hand.
 * @param work - What to do.
 * @param converter - Converts what needs no waiting.
 * @param goOn - Takes what the work returns.
 * @returns A promise only where objects are converted elsewhere.
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
  goOn(convertNow(work, converter))
  return undefined
}

async function convertElsewhere<T>(
  definition: ResourceDefinition,
  conversion: NonNullable<ResourceDefinition['conversion']>,
  work: Converting<T>,
): Promise<T> {
  let step = work.next()
  while (!step.done) {
    const object = step.value.object as ApiObject
    const [converted = object] = await conversion([object], step.value.to)
    step = work.next(throughSchema(definition, converted))
  }
  return step.value
}
