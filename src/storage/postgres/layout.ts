/**
 * Making what the engine needs in a database, once, and finding out whether it is there.
 *
 * @module
 */

import { stateOf } from './failures.js'
import { reasonOf } from './reason.js'
import { LAYOUT, LOCK_SPACE, layout, literal, quoted } from './schema.js'
import type { Session } from './session.js'

/** SQLSTATEs that say: there is no such table, no such schema. */
const MISSING = ['42P01', '3F000']

/**
 * Makes the schema, unless it is there. Of several replicas that start together one makes it, and the others wait.
 *
 * @param session - A connection.
 * @param schema - Its name.
 * @throws Error in one line when it is another release's, or may not be made.
 */
export async function ensureLayout(session: Session, schema: string): Promise<void> {
  let found = await layoutOf(session, schema)
  if (found === undefined) {
    try {
      await session.script(`begin; select pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${literal(schema)}))`)
      found = await layoutOf(session, schema)
      if (found === undefined) await session.script(layout(schema))
      await session.script('commit')
    } catch (error) {
      if (!session.isEnded) await session.script('rollback').catch(() => {})
      throw new Error(`schema ${schema} is not there and cannot be made: ${reasonOf(error)}`, { cause: error })
    }
    found ??= LAYOUT
  }
  if (found !== LAYOUT) throw new Error(`schema ${schema} has layout ${found} of another release; expected layout ${LAYOUT}`)
}

/** The layout that is there, if any. Asks in a way that does not fail, as that would end a transaction. */
async function layoutOf(session: Session, schema: string): Promise<number | undefined> {
  // Not `to_regclass`, which goes by what this connection knew before it waited for the lock.
  const found = await session.query(`select from pg_tables where schemaname = $1 and tablename = 'meta'`, [schema])
  if (found.length === 0) return undefined
  try {
    const [row] = await session.query(`select layout from ${quoted(schema)}.meta`)
    return row === undefined ? undefined : Number(row[0])
  } catch (error) {
    if (MISSING.includes(stateOf(error) ?? '')) return undefined
    throw error
  }
}
