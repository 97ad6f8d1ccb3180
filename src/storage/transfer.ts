/**
 * Carrying a state from one engine to another, as lines of JSON.
 *
 * The first line says what it is, one line an entry follows, in the order in which they were written, and the last line
 * counts them, so that a stream that was cut short is known for one. A value that is JSON as our encoder writes it stands
 * there as it is; any other is in base64.
 *
 * @module
 */

import type { CommitResult, Storage, StoredEntry } from './storage.js'

const FORMAT = 1
/** Commits that an import has under way, so that engines can write them together. */
const IN_FLIGHT = 256
/** The same in bytes of values. */
const BYTES_IN_FLIGHT = 16 * 1024 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The error of a stream of exported lines, in one line. */
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

/** The text of a value, where reading it as JSON and writing it again gives the same bytes. */
function exactJson(value: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(value)
    return JSON.stringify(JSON.parse(text)) === text ? text : undefined
  } catch {
    return undefined
  }
}

/**
 * Commits the entries of an exported state to an engine that is empty. They take new revisions, in their old order.
 *
 * @param storage - The engine.
 * @param lines - As {@link exportState} wrote them, without line ends.
 * @returns How many entries there were.
 * @throws {@link ImportError} in one line when the engine holds anything, or refuses an entry, or the lines are not what was
 *   exported, or not all of it; what came before the fault is committed then.
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
    // Said below.
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
    // Written anew level by level, which has an end, while reading has none.
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
