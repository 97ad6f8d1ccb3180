/**
 * Common parts of all large lists, whatever their format.
 *
 * @module
 */

import { TurnShare } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import { ListStream, type OnFault, type SlicedBody } from './list-stream.js'

/** Longer lists are encoded while they are sent. */
const LONGEST_WHOLE = 1024 * 1024
/** Rows, and bytes, between two reads of the clock. Bytes may have to be parsed. */
const [ROWS_PER_CHECK, BYTES_PER_CHECK] = [64, 64 * 1024]

/**
 * Adds up the length of a list, as far as it matters.
 *
 * @param rows - Its rows.
 * @returns Stored bytes, which are JSON but for the version; of a large list, those of as many rows as make it large.
 */
export function lengthOf(rows: readonly Row[]): number {
  let length = 0
  for (const row of rows) {
    length += row.size
    if (isLarge(length)) break
  }
  return length
}

/** Whether a list of so many bytes is encoded while it is sent. */
export const isLarge = (length: number): boolean => length > LONGEST_WHOLE

/**
 * Visits all rows, over several turns of the event loop.
 *
 * @param rows - The rows.
 * @param visit - Called with each. A throw ends the walk.
 */
export async function eachInTurns(rows: readonly Row[], visit: (row: Row, index: number) => void): Promise<void> {
  const share = new TurnShare()
  for (const [index, row] of rows.entries()) {
    if (share.isSpent) await share.next()
    visit(row, index)
  }
}

/**
 * Checks that all rows are readable: once an answer has begun it cannot become an error.
 *
 * @param rows - The rows.
 * @throws {@link ApiError} 500 for rows that cannot be read.
 */
export const checkRows = async (rows: readonly Row[]): Promise<void> => {
  await sumInTurns(rows, (row) => row.jsonLength)
}

/**
 * Sums the bytes of all rows, over several turns of the event loop.
 *
 * @param rows - The rows.
 * @param of - The bytes of a row. A throw ends the walk.
 */
export async function sumInTurns(rows: readonly Row[], of: (row: Row) => number): Promise<number> {
  const share = new TurnShare()
  let sum = 0
  let [nextRow, nextSum] = [ROWS_PER_CHECK, BYTES_PER_CHECK]
  for (let i = 0; i < rows.length; i += 1) {
    if (i === nextRow || sum > nextSum) {
      if (share.isSpent) await share.next()
      ;[nextRow, nextSum] = [i + ROWS_PER_CHECK, sum + BYTES_PER_CHECK]
    }
    sum += of(rows[i] as Row)
  }
  return sum
}

/**
 * Answers with slices, each made when the client has room for it.
 *
 * @param headers - Of the answer.
 * @param body - The slices.
 * @param onFault - Called when a slice cannot be made.
 */
export const slicedResponse = (headers: ServerResponse['headers'], body: SlicedBody, onFault: OnFault): ServerResponse => ({
  status: 200,
  headers,
  body: new ListStream(body, onFault),
})
