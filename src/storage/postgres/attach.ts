/**
 * The first query on a connection: whether the log still has the known history. If not, a new era begins.
 *
 * @module
 */

import type { Random } from '../../meta/index.js'
import type { Listeners } from './listeners.js'
import { quoted } from './schema.js'
import type { Session } from './session.js'

/** Identifies a writer and its connection: once another connection is attached, unfinished work of this one cannot commit. */
export interface Writer {
  readonly id: number
  readonly epoch: number
}

/**
 * Attaches a connection.
 *
 * @param session - The connection.
 * @param schema - Schema of the log.
 * @param listeners - The known history.
 * @param writer - For a connection that commits.
 * @returns The newest revision.
 */
export async function attach(session: Session, schema: string, listeners: Listeners, writer?: Writer): Promise<number> {
  const { revision, writer: by, batch } = listeners.landmark ?? {}
  const values = [writer?.id, writer?.epoch, revision, by, batch].map((value) => value ?? null)
  const [row] = await session.query(`select * from ${quoted(schema)}.attach($1, $2, $3, $4, $5)`, values)
  return Number(row?.[0])
}

/** A unique number: 48 random bits, within JavaScript's exact integers. */
export const randomNumber = (random: Random): number => random.bytes(6).reduce((number, byte) => number * 256 + byte, 0) + 1
