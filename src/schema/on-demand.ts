/**
 * Schemas of types that clients define: compiled when they are used, and released when others were used more recently.
 *
 * A compiled schema takes ten times the memory of its text. A plane may have thousands of definitions, of which a few are in use,
 * so the total length of the schemas in memory is limited.
 *
 * @module
 */

import { afterThisTurn, type FieldError, type JsonObject } from '../meta/index.js'
import { compileAgain, type SchemaContents, type SchemaOptions } from './compile.js'
import type { PruneOptions, PruneResult, Schema } from './schema.js'

/** Limit of the total JSON length of schemas in memory: a hundred schemas of 60 KiB, which take 70 MiB when all have rules. */
const MAX_LENGTH = 6 * 1024 * 1024

/** The JSON length of a schema that takes milliseconds to compile. */
const LARGE_LENGTH = 64 * 1024

/** Whether a large schema was compiled in this turn. */
let isTurnSpent = false

function spendTurn(): void {
  if (isTurnSpent) return
  isTurnSpent = true
  afterThisTurn(() => {
    isTurnSpent = false
  })
}

/** A schema in memory. */
interface Held {
  readonly compiled: Schema
  /** Of its document as JSON. */
  readonly length: number
}

/** Shared by all planes of a process, in order of last use. */
const held = new Map<Schema, Held>()
let heldLength = 0
let last: Schema | undefined

/**
 * Creates a schema that is compiled on use, and again after it was released.
 *
 * @param read - Reads the document: an OpenAPI v3 schema, always the same.
 * @param options - As those of `compileSchema`, without definitions, as these stay in memory.
 * @returns A schema whose `document` is another object with the same content after each release.
 */
export const compileSchemaOnDemand = (read: () => JsonObject, options: Omit<SchemaOptions, 'definitions'>): Schema =>
  new OnDemandSchema(read, options)

class OnDemandSchema implements Schema {
  readonly #read: () => JsonObject
  readonly #options: SchemaOptions
  readonly #contents: SchemaContents = {}
  /** Of the document as JSON. */
  #length: number | undefined

  constructor(read: () => JsonObject, options: SchemaOptions) {
    this.#read = read
    this.#options = options
  }

  /** Documents of all types are published one after another: that must not release schemas in use. */
  get document(): JsonObject {
    return (held.get(this)?.compiled ?? compileAgain(this.#read(), this.#options, this.#contents)).document
  }

  get components(): Readonly<Record<string, JsonObject>> {
    return {}
  }

  prune<T>(value: T, options?: PruneOptions): PruneResult<T> {
    return this.#compiled.prune(value, options)
  }

  deprecations(value: unknown): readonly string[] {
    return this.#compiled.deprecations?.(value) ?? []
  }

  applyDefaults<T>(value: T, maxAddedLength?: number): T {
    return this.#compiled.applyDefaults(value, maxAddedLength)
  }

  prepare(): Promise<void> | undefined {
    return held.has(this) || !isTurnSpent ? this.#prepare() : this.#compileInTurn().then(() => this.#prepare())
  }

  /** Compiles in a later turn: in this one another large schema was compiled, and many requests may need released ones. */
  #compileInTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      afterThisTurn(() => {
        try {
          this.#use()
          resolve()
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #prepare(): Promise<void> | undefined {
    const entry = this.#use()
    // Many rules take several turns, in which others may release this schema; the caller validates with it next.
    return entry.compiled.prepare?.()?.then(() => this.#hold(entry))
  }

  ruleFaults(): Promise<readonly string[]> | undefined {
    return this.#compiled.ruleFaults?.()
  }

  validate(value: unknown, old?: unknown): readonly FieldError[] {
    return this.#compiled.validate(value, old)
  }

  get #compiled(): Schema {
    return this.#use().compiled
  }

  #use(): Held {
    const known = held.get(this)
    if (known && last === this) return known
    const entry = known ?? this.#compile()
    this.#hold(entry)
    return entry
  }

  #compile(): Held {
    const document = this.#read()
    this.#length ??= JSON.stringify(document).length
    if (this.#length > LARGE_LENGTH) spendTurn()
    return { compiled: compileAgain(document, this.#options, this.#contents), length: this.#length }
  }

  /** Keeps it as the one that was used last. */
  #hold(entry: Held): void {
    heldLength += entry.length - (held.get(this)?.length ?? 0)
    held.delete(this)
    held.set(this, entry)
    last = this
    release()
  }
}

/** Releases the least recently used schemas; the newest one stays, however large, as it is in use. */
function release(): void {
  for (const [schema, { length }] of held) {
    if (heldLength <= MAX_LENGTH || held.size === 1) return
    held.delete(schema)
    heldLength -= length
  }
}
