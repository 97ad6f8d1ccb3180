/**
 * The part of the `pg` package that the engine uses, in types of our own, and how it reads what PostgreSQL answers.
 *
 * The package's types bring Node's along, for everybody who imports ours.
 *
 * @module
 */

import { Buffer } from 'node:buffer'

/** A value of an answer, as {@link WIRE_TYPES} reads it. */
export type Cell = string | number | boolean | Uint8Array | null

/** A row of an answer: its cells, in their order. */
export type Row = readonly Cell[]

/** What PostgreSQL says beside an answer, or instead of one. */
export interface ServerMessage {
  readonly severity?: string
  /** SQLSTATE: five characters. */
  readonly code?: string
  readonly message?: string
}

/** A statement. One with a name is prepared once a connection. */
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

/** Where an answer comes from. */
interface AnswerStream {
  emit(event: string, ...values: readonly unknown[]): boolean
  destroy(error: Error): void
}

/** TLS, as Node takes it. */
export interface TlsSettings {
  readonly rejectUnauthorized: boolean
  readonly checkServerIdentity?: () => undefined
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** What a connection is made from. */
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

/** The parts of the package that are used. */
export interface PgPackage {
  readonly Client: new (options: PgClientOptions) => PgClient
}

/**
 * How cells are read, by the object id of their type; all others stay text. The package reads what comes as UTF-8, so that the
 * binary form of answers is not to be had: bytes come as hexadecimal digits. What we send travels as it is.
 */
const READERS: Readonly<Record<number, (text: string) => Cell>> = {
  // boolean, bytea, bigint, integer
  16: (text) => text === 't',
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  20: Number,
  23: Number,
}

/** Says to the package how to read cells. */
export const WIRE_TYPES = {
  getTypeParser: (type: number): ((text: string) => Cell) => READERS[type] ?? ((text) => text),
}

/**
 * Ends the connection on an answer that the package cannot read. It throws where bytes arrive, which would end the process.
 *
 * @param client - A client that is not connected yet.
 */
export function endOnBadAnswer({ connection }: PgClient): void {
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const emit = stream.emit.bind(stream)
    stream.emit = (event, ...values) => {
      if (event !== 'data') return emit(event, ...values)
      try {
        return emit(event, ...values)
      } catch (error) {
        stream.destroy(new Error('the server does not speak as PostgreSQL does', { cause: error }))
        return true
      }
    }
    attach(stream)
  }
}
