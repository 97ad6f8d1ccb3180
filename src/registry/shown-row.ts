/**
 * A stored object in another form than its bytes: its type's schemas have changed, or another version is requested.
 *
 * @module
 */

import { encodeJson } from '../codec/index.js'
import type { ApiObject } from '../meta/index.js'
import { ObjectCache, type Row, type RowWriteOptions } from '../store/index.js'

/**
 * Bytes of converted objects that are cached, over all types. Their number is not limited by what is stored: each of many small
 * objects may have a large default.
 */
const MAX_CACHED_BYTES = 32 * 1024 * 1024
const cached = new ObjectCache(MAX_CACHED_BYTES)

/** A row with a converted object. Everything else is the stored row's. */
export class ShownRow implements Row {
  readonly stored: Row
  readonly object: ApiObject
  readonly #whole = new CachedBytes(() => encodeJson(this.object))
  readonly #item = new CachedBytes(() => encodeJson(withoutType(this.object)))

  /**
   * @param stored - The row as the store has it.
   * @param object - The converted object.
   */
  constructor(stored: Row, object: ApiObject) {
    this.stored = stored
    // `kind` and `apiVersion` first: by them bytes of a version are recognised.
    const { kind, apiVersion, ...rest } = object
    this.object = { kind, apiVersion, ...rest } as ApiObject
  }

  get key(): string {
    return this.stored.key
  }

  get namespace(): string {
    return this.stored.namespace
  }

  get name(): string {
    return this.stored.name
  }

  get revision(): number {
    return this.stored.revision
  }

  get labels(): Row['labels'] {
    return this.stored.labels
  }

  get fields(): Row['fields'] {
    return this.stored.fields
  }

  /** The larger of what is stored and what replaces it with the next write. */
  get size(): number {
    return Math.max(this.stored.size, this.jsonLength)
  }

  get jsonLength(): number {
    return this.#whole.length
  }

  get itemLength(): number {
    return this.#item.length
  }

  json(): Uint8Array {
    return this.#whole.read().slice()
  }

  beginsWith(head: Uint8Array): boolean {
    const bytes = this.#whole.read()
    return head.every((byte, i) => bytes[i] === byte)
  }

  writeJson(target: Uint8Array, offset: number, options?: RowWriteOptions): number {
    const bytes = (options?.withoutType === true ? this.#item : this.#whole).read()
    target.set(bytes, offset)
    return offset + bytes.length
  }
}

const withoutType = ({ kind: _kind, apiVersion: _apiVersion, ...rest }: ApiObject) => rest

/** The JSON of an object: encoded again when its bytes are no longer cached; its length is kept. */
class CachedBytes {
  readonly #encode: () => Uint8Array
  #bytes: Uint8Array | undefined
  #length: number | undefined

  constructor(encode: () => Uint8Array) {
    this.#encode = encode
  }

  get length(): number {
    return this.#length ?? this.read().length
  }

  read(): Uint8Array {
    if (this.#bytes) return this.#bytes
    const bytes = this.#encode()
    this.#bytes = bytes
    this.#length = bytes.length
    cached.hold({ size: bytes.length, release: () => this.#release() })
    return bytes
  }

  #release(): void {
    this.#bytes = undefined
  }
}
