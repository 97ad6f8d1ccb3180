/**
 * An engine under test: writes and reads of text, and assertions.
 *
 * @module
 */

import type { CommitResult, LoadedState, Storage, StorageChange, StoredEntry } from '../../storage/index.js'

/** A rule: its name, and a check that throws when the rule is broken. */
export type Rule = readonly [
  name: string,
  check: (engine: EngineUnderTest, open: () => Storage | Promise<Storage>) => Promise<void>,
]

/** What {@link EngineUnderTest.load} reads: entries ordered by key, with their values as text. */
export interface ReadState {
  readonly revision: number
  readonly entries: readonly (readonly [key: string, value: string, revision: number])[]
}

/** A change in the form of {@link shown}: the value is undefined for a removal. */
export type ShownChange = readonly [key: string, revision: number, value: string | undefined]

const WAIT_MS = 5
const MAX_WAITS = 2000

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = (value: Uint8Array | undefined): string | undefined => value && new TextDecoder().decode(value)
export const shown = (changes: readonly StorageChange[]): readonly ShownChange[] =>
  changes.map(({ key, revision, value }) => [key, revision, textOf(value)])

/** An engine, with writes and reads of text. */
export class EngineUnderTest {
  readonly storage: Storage

  constructor(storage: Storage) {
    this.storage = storage
  }

  /** Writes a value, expecting no conflict, and returns its revision. */
  async put(key: string, expectedRevision: number, value: string): Promise<number> {
    return revisionOf(await this.storage.commit({ key, expectedRevision, value: bytesOf(value) }))
  }

  /** Removes a key, expecting no conflict, and returns the revision of the removal. */
  async remove(key: string, expectedRevision: number): Promise<number> {
    return revisionOf(await this.storage.commit({ key, expectedRevision, value: undefined }))
  }

  /** Writes, or removes without a value, and returns the outcome. */
  async attempt(key: string, expectedRevision: number, value: string | undefined): Promise<CommitResult['outcome']> {
    const commit = { key, expectedRevision, value: value === undefined ? undefined : bytesOf(value) }
    return (await this.storage.commit(commit)).outcome
  }

  async load(): Promise<ReadState> {
    return readState(await this.storage.load())
  }

  /** Collects the changes of a follower. Values are copied: an engine may pass views. */
  follow(fromRevision: number): { readonly heard: StorageChange[]; readonly end: () => void } {
    const heard: StorageChange[] = []
    const end = this.storage.follow(fromRevision, (change) =>
      heard.push({ ...change, value: change.value && new Uint8Array(change.value) }),
    )
    return { heard, end }
  }
}

/** Reads a loaded state to its end. */
export async function readState({ revision, entries }: LoadedState): Promise<ReadState> {
  const all: StoredEntry[] = []
  for await (const entry of entries) all.push(entry)
  all.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { revision, entries: all.map((entry) => [entry.key, textOf(entry.value) ?? '', entry.revision]) }
}

/** @throws Error when the commit met a conflict. */
export function revisionOf(result: CommitResult): number {
  if (result.outcome !== 'committed') throw new Error('a commit with the revision that the key has met a conflict')
  return result.revision
}

/** JSON in which undefined differs from null. */
const written = (value: unknown): string => JSON.stringify(value, (_key, part) => part ?? '(none)') ?? '(none)'

/**
 * Compares values made of text, numbers, lists and plain objects.
 *
 * @param what - Name of the value, as the subject of a sentence.
 * @throws Error with both.
 */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [found, wanted] = [written(actual), written(expected)]
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, found ${found}`)
}

/** @throws Error unless `actual` is greater. */
export function expectGreater(what: string, actual: number, than: number): void {
  if (!(actual > than)) throw new Error(`${what}: expected more than ${than}, found ${actual}`)
}

/** @throws Error when the condition does not become true within some seconds. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let waits = 0; !condition(); waits++) {
    if (waits === MAX_WAITS) throw new Error(`${what}: did not happen within ${(WAIT_MS * MAX_WAITS) / 1000} seconds`)
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}
