/**
 * Creates the engine's objects in a database once, and checks their version.
 *
 * @module
 */

import { stateOf } from './failures.js'
import { functions } from './functions.js'
import { reasonOf } from './reason.js'
import { FIRST_ROWS, LAYOUT, LOCK_SPACE, literal, quoted, tables } from './schema.js'
import type { Session } from './session.js'

/** SQLSTATEs of a missing table or schema. */
const MISSING = ['42P01', '3F000']
/** SQLSTATE of a missing column. */
const UNDEFINED_COLUMN = '42703'

/**
 * The statements that create an empty log, for one transaction.
 *
 * @param schema - Its name.
 */
export const layout = (schema: string): string => `${tables(schema)}${functions(schema)}${FIRST_ROWS}`

/** The statements that upgrade the layout of an earlier release: so far only functions have changed. */
const upgrade = (schema: string): string =>
  `set local search_path = ${quoted(schema)};${functions(schema)}update meta set layout = ${LAYOUT};`

/**
 * Creates the schema if it is missing, and upgrades one of an earlier release. Of several replicas that start together one does
 * it, and the others wait.
 *
 * @param session - A connection.
 * @param schema - Its name.
 * @throws Error in one line for a schema of a later release, or without permission to create or upgrade it.
 */
export async function ensureLayout(session: Session, schema: string): Promise<void> {
  let found = await layoutOf(session, schema)
  if (found === undefined || found < LAYOUT) {
    try {
      await session.script(`begin; select pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${literal(schema)}))`)
      found = await layoutOf(session, schema)
      if (found === undefined) await session.script(layout(schema))
      else if (found < LAYOUT) await session.script(upgrade(schema))
      await session.script('commit')
    } catch (error) {
      if (!session.isEnded) await session.script('rollback').catch(() => {})
      const problem =
        found === undefined ? 'is not there and cannot be made' : `has layout ${found} and cannot be upgraded to layout ${LAYOUT}`
      throw new Error(`schema ${schema} ${problem}: ${reasonOf(error)}`, { cause: error })
    }
  }
  if (found !== undefined && found > LAYOUT)
    throw new Error(`schema ${schema} has layout ${found} of a later release; expected layout ${LAYOUT} or an earlier one`)
}

/** The version of the existing layout, if any. The query must not fail, as that would abort a transaction. */
async function layoutOf(session: Session, schema: string): Promise<number | undefined> {
  // Not `to_regclass`, which uses the catalog snapshot from before this connection waited for the lock.
  const found = await session.query(`select from pg_tables where schemaname = $1 and tablename = 'meta'`, [schema])
  if (found.length === 0) return undefined
  try {
    const [row] = await session.query(`select layout from ${quoted(schema)}.meta`)
    if (row === undefined) return undefined
    if (Number.isInteger(row[0])) return Number(row[0])
  } catch (error) {
    const state = stateOf(error)
    if (MISSING.includes(state ?? '')) return undefined
    if (state !== UNDEFINED_COLUMN) throw error
  }
  throw new Error(`schema ${schema} has a table meta of another program; expected an empty schema, or one of this engine`)
}
