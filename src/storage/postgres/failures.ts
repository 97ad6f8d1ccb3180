/**
 * Converts failures of PostgreSQL to API errors.
 *
 * @module
 */

import { ApiError } from '../../meta/index.js'
import { outOfSpace, unavailable, valueTooLarge } from '../refusals.js'
import { FATE_FORGOTTEN, FENCED } from './schema.js'
import type { ServerMessage } from './wire.js'

/** The failure of a statement, with or without an answer. */
export interface Failure {
  /** Whether it is certain that the statement changed nothing. */
  readonly isCertain: boolean
  /** Whether another server, or the same one later, may succeed. */
  readonly isPassing: boolean
  /** Whether the data of a request caused it, so that other requests of the same batch may succeed. */
  readonly isAboutData: boolean
  /** Whether the connection is unusable. */
  readonly isEnd: boolean
  /** The message for clients. */
  readonly error: ApiError
}

/** A connection was lost, and the answer with it. */
export class SessionLost extends Error {
  /** @param cause - Why, if known. */
  constructor(cause?: unknown) {
    super(cause instanceof Error ? cause.message : 'the connection to PostgreSQL has ended', { cause })
    this.name = 'SessionLost'
  }
}

/** The SQLSTATE of PostgreSQL's answer; undefined without an answer. */
export const stateOf = (error: unknown): string | undefined => {
  const { code, severity } = (error ?? {}) as ServerMessage
  return typeof severity === 'string' && typeof code === 'string' ? code : undefined
}

/** Read-only, in recovery, out of connections, shutting down, connection failure: another server or a new connection may work. */
const CONNECTION_STATES = /^(08|25006|55000|53300|57P)/
/** Lock timeout, deadlock, serialization failure: a retry may succeed. */
const PASSING_STATES = /^(40|55P03|57014)/

/**
 * Classifies a failed statement.
 *
 * @param error - The rejection.
 * @see PostgreSQL's manual, appendix A, "PostgreSQL Error Codes"
 */
export function judge(error: unknown): Failure {
  const state = stateOf(error)
  const failure = { isCertain: true, isPassing: false, isAboutData: false, isEnd: false, error: unavailable(error) }
  if (state === undefined) return { ...failure, isCertain: false, isPassing: true, isEnd: true }
  if (state === FENCED) return { ...failure, isPassing: true, isEnd: true }
  if (state === FATE_FORGOTTEN) return { ...failure, isCertain: false }
  if (state === '53100') return { ...failure, error: outOfSpace(error) }
  if (state.startsWith('54')) {
    return { ...failure, isAboutData: true, error: valueTooLarge() }
  }
  if (state.startsWith('22')) {
    const { message } = error as ServerMessage
    return {
      ...failure,
      isAboutData: true,
      error: new ApiError({ code: 400, reason: 'BadRequest', message: `the storage cannot hold this: ${message}` }),
    }
  }
  // A server that is shutting down may have committed before it says so.
  if (CONNECTION_STATES.test(state)) return { ...failure, isCertain: !/^(08|57P)/.test(state), isPassing: true, isEnd: true }
  return { ...failure, isPassing: PASSING_STATES.test(state) }
}
