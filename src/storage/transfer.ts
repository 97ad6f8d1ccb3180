/**
 * Exports and imports a state, as lines of JSON.
 *
 * The first line identifies the format, then follows one line per entry, in the order of writing, and the last line counts them,
 * so that a truncated stream is detected. A value that is JSON in the form of our encoder is included as it is; any other is in
 * base64.
 *
 * @module
 */

import type { CommitResult, Storage, StoredEntry } from './storage.js'

const FORMAT = 1
/** Maximum concurrent commits of an import, so that engines can batch them. */
const IN_FLIGHT = 256
/** Maximum bytes of their values. */
const BYTES_IN_FLIGHT = 16 * 1024 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** An invalid export, in one line. */
export class ImportError extends Error {
  /** @param message - The error, and its line. */
  constructor(message: string) {
    super(message)
    this.name = 'ImportError'
  }
}

/**
 * Writes a state as lines.
 *
 * @param storage - The engine; its state at one revision is read.
 * @returns Lines without line ends, one JSON object each.
 */
export async function* exportState(storage: Storage): AsyncGenerator<string> {
  const state = await storage.load()
  const entries: StoredEntry[] = []
  for await (const entry of state.entries) entries.push(entry)
  entries.sort((a, b) => a.revision - b.revision)
  yield JSON.stringify({ binnacleExport: FORMAT, revision: state.revision })
  for (const entry of entries) yield lineOf(entry)
  yield JSON.stringify({ end: true, entries: entries.length })
}

function lineOf({ key, revision, value }: StoredEntry): string {
  const head = `{"key":${JSON.stringify(key)},"revision":${revision},`
  const json = exactJson(value)
  return json === undefined ? `${head}"base64":"${toBase64(value)}"}` : `${head}"value":${json}}`
}

/** The text of a value, if parsing it as JSON and encoding it again gives the same bytes. */
function exactJson(value: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(value)
    return JSON.stringify(JSON.parse(text)) === text ? text : undefined
  } catch {
    return undefined
  }
}

/**
 * Commits the entries of an exported state to an empty engine. They get new revisions, in their old order.
 *
 * @param storage - The engine.
 * @param lines - The output of {@link exportState}, without line ends.
 * @returns Number of entries.
 * @throws {@link ImportError} in one line when the engine is not empty, or refuses an entry, or the lines are invalid or
 *   incomplete; entries before the fault are committed then.
 */
export async function importState(storage: Storage, lines: Iterable<string> | AsyncIterable<string>): Promise<number> {
  for await (const { key } of (await storage.load()).entries) {
    throw new ImportError(`the storage is not empty: it holds ${JSON.stringify(key)}, for one`)
  }
  let [number, entries, ended] = [0, 0, false]
  let [underWay, bytes]: [Promise<void>[], number] = [[], 0]
  const awaitAll = async (): Promise<void> => {
    const started = underWay
    underWay = []
    bytes = 0
    await Promise.all(started)
  }
  for await (const line of lines) {
    number += 1
    if (line === '') continue
    const read = readLine(line, number)
    if (ended) throw new ImportError(`line ${number}: the export ended before it`)
    if (number === 1) {
      if (read.binnacleExport !== FORMAT) throw new ImportError(`line 1: not an export of format ${FORMAT}`)
    } else if (read.end === true) {
      if (read.entries !== entries) throw new ImportError(`line ${number}: ${entries} entries came, of ${read.entries}`)
      ended = true
    } else {
      const { key, value } = readEntry(read, number)
      const committing = commit({ storage, key, value, number })
      // It is awaited later, and must not count as an unhandled rejection until then.
      committing.catch(() => {})
      underWay.push(committing)
      bytes += value.length
      entries += 1
      if (underWay.length === IN_FLIGHT || bytes > BYTES_IN_FLIGHT) await awaitAll()
    }
  }
  await awaitAll()
  if (!ended) throw new ImportError(`the export is cut short after ${entries} entries`)
  return entries
}

function readLine(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(line)
    if (typeof read === 'object' && read !== null) return read as Readonly<Record<string, unknown>>
  } catch {
    // Reported below.
  }
  throw new ImportError(`line ${number}: not a JSON object`)
}

interface Entry {
  readonly key: string
  readonly value: Uint8Array
}

function readEntry(line: Readonly<Record<string, unknown>>, number: number): Entry {
  const { key } = line
  const value = readValue(line, number)
  if (typeof key !== 'string' || value === undefined) throw new ImportError(`line ${number}: no entry with a key and a value`)
  return { key, value }
}

function readValue({ value, base64 }: Readonly<Record<string, unknown>>, number: number): Uint8Array | undefined {
  if (value === undefined) return typeof base64 === 'string' ? fromBase64(base64) : undefined
  try {
    return encoder.encode(JSON.stringify(value))
  } catch {
    // Encoded level by level, with a limit, while parsing has none.
    throw new ImportError(`line ${number}: its value is nested too deeply`)
  }
}

async function commit({
  storage,
  key,
  value,
  number,
}: Entry & { readonly storage: Storage; readonly number: number }): Promise<void> {
  let result: CommitResult
  try {
    result = await storage.commit({ key, expectedRevision: 0, value })
  } catch (error) {
    throw new ImportError(`line ${number}: ${(error as Error).message}`)
  }
  if (result.outcome === 'conflict') throw new ImportError(`line ${number}: there is ${JSON.stringify(key)} already`)
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
