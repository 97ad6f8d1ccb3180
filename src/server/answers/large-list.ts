/**
 * What all large lists share, whatever they are written in.
 *
 * @module
 */

import { TurnShare } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import { ListStream, type OnFault, type SlicedBody } from './list-stream.js'

/** Longer lists are sent as they are written. */
const LONGEST_WHOLE = 1024 * 1024
/** Rows that are looked at between two looks at the time. */
const ROWS_A_LOOK = 64

/**
 * Adds up how long a list is, as far as it matters.
 *
 * @param rows - Its rows.
 * @returns Bytes of JSON; of a large list, those of as many rows as make it large.
 */
export function lengthOf(rows: readonly Row[]): number {
  let length = 0
  for (const row of rows) {
    length += row.jsonLength
    if (isLarge(length)) break
  }
  return length
}

/** Whether a list of so many bytes is written as it is read, and not before. */
export const isLarge = (length: number): boolean => length > LONGEST_WHOLE

/**
 * Does something with all rows, some in each turn of the event loop.
 *
 * @param rows - The rows.
 * @param visit - What to do with each. What it throws ends the work.
 */
export async function eachInTurns(rows: readonly Row[], visit: (row: Row, index: number) => void): Promise<void> {
  const share = new TurnShare()
  for (const [index, row] of rows.entries()) {
    if (share.isSpent) await share.next()
    visit(row, index)
  }
}

/**
 * Looks at all rows: once a list has begun it cannot fail any more as it should.
 *
 * @param rows - The rows.
 * @throws {@link ApiError} 500 for rows that cannot be read.
 */
export const checkRows = async (rows: readonly Row[]): Promise<void> => {
  await sumInTurns(rows, (row) => row.jsonLength)
}

/**
 * Adds up something short about all rows, some in each turn of the event loop.
 *
 * @param rows - The rows.
 * @param of - What to add. What it throws ends the work.
 */
export async function sumInTurns(rows: readonly Row[], of: (row: Row) => number): Promise<number> {
  const share = new TurnShare()
  let sum = 0
  for (let i = 0; i < rows.length; i += 1) {
    if (i % ROWS_A_LOOK === ROWS_A_LOOK - 1 && share.isSpent) await share.next()
    sum += of(rows[i] as Row)
  }
  return sum
}

/**
 * Answers with slices, each of which is made when there is room for it.
 *
 * @param headers - Of the answer.
 * @param body - The slices.
 * @param onFault - Is told of a slice that cannot be made.
 */
export const slicedResponse = (headers: ServerResponse['headers'], body: SlicedBody, onFault: OnFault): ServerResponse => ({
  status: 200,
  headers,
  body: new ListStream(body, onFault),
})
