/**
 * Types for the used part of the `pg` package, and the decoding of answers.
 *
 * The package's types would add Node's types to all programs that import ours.
 *
 * @module
 */

import { Buffer } from 'node:buffer'

/** A value of an answer, decoded by {@link WIRE_TYPES}. */
export type Cell = string | number | boolean | Uint8Array | null

/** A row of an answer: its cells, in their order. */
export type Row = readonly Cell[]

/** A message of PostgreSQL beside an answer, or instead of one. */
export interface ServerMessage {
  readonly severity?: string
  /** SQLSTATE: five characters. */
  readonly code?: string
  readonly message?: string
}

/** A statement. One with a name is prepared once per connection. */
export interface QueryConfig {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
  readonly rowMode: 'array'
  readonly types: typeof WIRE_TYPES
}

/** One connection. */
export interface PgClient {
  /** Id of the server process of the connection, from the handshake. */
  readonly processID: number
  connect(): Promise<void>
  query(config: QueryConfig): Promise<{ readonly rows: readonly Row[]; readonly command: string }>
  query(text: string): Promise<unknown>
  end(): Promise<void>
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): this
  on(event: 'notice', listener: (message: ServerMessage) => void): this
  on(event: 'error', listener: (error: Error) => void): this
  on(event: 'error' | 'end', listener: () => void): this
  off(event: 'notice', listener: (message: ServerMessage) => void): this
  off(event: 'error' | 'end', listener: () => void): this
  readonly connection: { readonly stream: { destroy(): void }; attachListeners(stream: AnswerStream): void }
}

/** Source of answers. */
interface AnswerStream {
  emit(event: string, ...values: readonly unknown[]): boolean
  destroy(error: Error): void
}

/** TLS settings of Node. */
export interface TlsSettings {
  readonly rejectUnauthorized: boolean
  readonly checkServerIdentity?: () => undefined
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** Options of a connection. */
export interface PgClientOptions {
  readonly host: string
  readonly port: number
  readonly user?: string
  readonly password?: string
  readonly database?: string
  readonly ssl: false | TlsSettings
  readonly connectionTimeoutMillis: number
  readonly keepAlive: boolean
  readonly application_name: string
}

/** The used parts of the package. */
export interface PgPackage {
  readonly Client: new (options: PgClientOptions) => PgClient
}

/**
 * Decoders of cells, by the object id of their type; others stay text. The package reads answers as UTF-8, so their binary form
 * cannot be used: bytes are received as hexadecimal digits. Bytes are sent in binary form.
 */
const READERS: Readonly<Record<number, (text: string) => Cell>> = {
  // boolean, bytea, bigint, integer
  16: (text) => text === 't',
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  20: Number,
  23: Number,
}

/** Passes the decoders to the package. */
export const WIRE_TYPES = {
  getTypeParser: (type: number): ((text: string) => Cell) => READERS[type] ?? ((text) => text),
}

/**
 * Maximum bytes between two statements (ours): the package collects all rows of an answer, and a message until its end, which a
 * broken server may never send. The largest answers of the engine have a quarter of this.
 */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024

/**
 * Ends the connection on an answer that the package cannot parse, or that does not end. Its error is thrown in an event handler,
 * which would end the process.
 *
 * @param client - A client that is not connected yet.
 * @returns A function to call at the beginning of each statement.
 */
export function endOnBadAnswer({ connection }: PgClient): () => void {
  let received = 0
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const emit = stream.emit.bind(stream)
    stream.emit = (event, ...values) => {
      if (event !== 'data') return emit(event, ...values)
      received += (values[0] as Uint8Array).length
      if (received > MAX_ANSWER_BYTES) {
        stream.destroy(new Error(`the server has answered a statement with more than ${MAX_ANSWER_BYTES} bytes`))
        return true
      }
      try {
        return emit(event, ...values)
      } catch (error) {
        stream.destroy(new Error('the server does not speak as PostgreSQL does', { cause: error }))
        return true
      }
    }
    attach(stream)
  }
  return () => {
    received = 0
  }
}
