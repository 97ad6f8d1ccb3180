/**
 * A copy-on-write document: containers are copied at the first write to them, and never twice, so the original does not change.
 *
 * @module
 */

import { copyRecord, isRecord, setKey } from '../meta/index.js'
import { patchDoesNotFit } from './errors.js'
import { parseIndex, parseLenientIndex } from './pointer.js'

type Container = unknown[] | Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

const show = (tokens: readonly string[]): string =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const missing = (tokens: readonly string[]) => patchDoesNotFit(`there is nothing at ${JSON.stringify(show(tokens))}`)

interface Member {
  readonly key: string | number
  readonly value: unknown
}

function put(container: Container, key: string | number, value: unknown): void {
  if (Array.isArray(container)) container[Number(key)] = value
  else setKey(container, String(key), value)
}

/** A document under change. After an error it must not be used: a patch is applied as a whole or not at all. */
export class Draft {
  #root: unknown
  /** Containers copied by this draft that only one place of the document refers to. */
  readonly #owned = new WeakSet<object>()
  readonly #spend: (steps: number) => void
  readonly #lenient: boolean

  /**
   * @param document - The original; never written to.
   * @param spend - Called with the number of steps of work; throws when there were too many.
   * @param lenient - Whether a missing member of an object reads as null and can be replaced, and an index may have a sign.
   */
  constructor(document: unknown, spend: (steps: number) => void, lenient: boolean) {
    this.#root = document
    this.#spend = spend
    this.#lenient = lenient
  }

  /** The current document. */
  get root(): unknown {
    return this.#root
  }

  /**
   * Reads the value at a path.
   *
   * @throws ApiError 422 for a missing value.
   */
  get(tokens: readonly string[]): unknown {
    let at: unknown = this.#root
    for (const [depth, token] of tokens.entries()) {
      const found = this.#member(at, token)
      if (!found && !(this.#lenient && isRecord(at) && depth === tokens.length - 1)) throw missing(tokens)
      at = found?.value ?? null
    }
    return at
  }

  /**
   * Sets a member of an object, inserts into an array, or replaces the whole document.
   *
   * @see RFC 6902 §4.1
   */
  add(tokens: readonly string[], value: unknown): void {
    const last = tokens.at(-1)
    if (last === undefined) {
      this.#root = value
      return
    }
    const parent = this.#writable(tokens.slice(0, -1))
    if (Array.isArray(parent)) {
      const index = last === '-' ? parent.length : this.#index(last, parent.length + 1)
      if (index === undefined || index > parent.length) throw missing(tokens)
      this.#spend((parent.length - index) >> 4)
      parent.splice(index, 0, value)
    } else setKey(parent, last, value)
  }

  /** Replaces an existing value. */
  replace(tokens: readonly string[], value: unknown): void {
    const last = tokens.at(-1)
    if (last === undefined) {
      this.#root = value
      return
    }
    const parent = this.#writable(tokens.slice(0, -1))
    const found = this.#member(parent, last)
    if (!found && !(this.#lenient && isRecord(parent))) throw missing(tokens)
    put(parent, found?.key ?? last, value)
  }

  /** Removes a value; later items of an array move up. */
  remove(tokens: readonly string[]): unknown {
    const last = tokens.at(-1)
    // RFC 6902 does not define a document without its root, so removing it is refused.
    if (last === undefined) throw patchDoesNotFit('the whole document cannot be removed')
    const parent = this.#writable(tokens.slice(0, -1))
    const found = this.#member(parent, last)
    if (!found) throw missing(tokens)
    if (Array.isArray(parent)) {
      const index = Number(found.key)
      this.#spend((parent.length - index) >> 4)
      parent.splice(index, 1)
    } else delete parent[last]
    return found.value
  }

  /** Marks a container as shared by two parents: the next write to it has to copy it. */
  share(container: object): void {
    this.#owned.delete(container)
  }

  /** The container at a path, copied if necessary. */
  #writable(tokens: readonly string[]): Container {
    let at = this.#own(this.#root, tokens)
    this.#root = at
    for (const token of tokens) {
      const found = this.#member(at, token)
      if (!found) throw missing(tokens)
      const child = this.#own(found.value, tokens)
      if (child !== found.value) put(at, found.key, child)
      at = child
    }
    return at
  }

  /** The member of a container at a token, and its key or index. */
  #member(container: unknown, token: string): Member | undefined {
    if (Array.isArray(container)) {
      const index = this.#index(token, container.length)
      return index !== undefined && index < container.length ? { key: index, value: container[index] } : undefined
    }
    return isRecord(container) && Object.hasOwn(container, token) ? { key: token, value: container[token] } : undefined
  }

  #index(token: string, places: number): number | undefined {
    return this.#lenient ? parseLenientIndex(token, places) : parseIndex(token)
  }

  #own(value: unknown, tokens: readonly string[]): Container {
    if (!isContainer(value)) throw patchDoesNotFit(`the value at ${JSON.stringify(show(tokens))} has no members`)
    if (this.#owned.has(value)) return value
    const copy = Array.isArray(value) ? value.slice() : copyRecord(value)
    this.#owned.add(copy)
    return copy
  }
}
