/**
 * A stored object in another form than its bytes: its type's schemas have changed, or another version is requested.
 *
 * A list holds as many of these as it has rows. None holds its parsed object, which takes several times the memory of its JSON: it is
 * cached for a short while, and then made again.
 *
 * @module
 */

import { type ApiObject, utf8Length } from '../meta/index.js'
import { ObjectCache, type Row, type RowWriteOptions } from '../store/index.js'

/** JSON bytes of the objects that are cached parsed, over all types. */
const MAX_PARSED_BYTES = 4 * 1024 * 1024
const parsed = new ObjectCache(MAX_PARSED_BYTES)

/**
 * Bytes of shown objects that are cached, over all types. Their number is not limited by what is stored: each of many small
 * objects may have a large default.
 */
const MAX_ENCODED_BYTES = 32 * 1024 * 1024
const encoded = new ObjectCache(MAX_ENCODED_BYTES)

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const OPENING_BRACE = 0x7b

/** A row that shows another object. Everything else is the stored row's. */
export class ShownRow implements Row {
  readonly stored: Row
  readonly #make: (() => ApiObject) | undefined
  #object: ApiObject | undefined
  #bytes: Uint8Array | undefined
  #length = 0
  #headLength = 0

  /**
   * @param stored - The row as the store has it.
   * @param object - The object to show.
   * @param make - Makes it again from the stored row. Without it, its bytes are held as long as the row.
   */
  constructor(stored: Row, object: ApiObject, make?: () => ApiObject) {
    this.stored = stored
    this.#make = make
    this.#encode(object)
    this.#hold(object)
  }

  get object(): ApiObject {
    return this.#object ?? this.#hold(this.#make?.() ?? (JSON.parse(decoder.decode(this.#bytes)) as ApiObject))
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

  get isOwn(): boolean {
    return this.stored.isOwn
  }

  get labels(): Row['labels'] {
    return this.stored.labels
  }

  get fields(): Row['fields'] {
    return this.stored.fields
  }

  /** The larger of what is stored and what replaces it with the next write. */
  get size(): number {
    return Math.max(this.stored.size, this.#length)
  }

  get jsonLength(): number {
    return this.#length
  }

  get itemLength(): number {
    return this.#length - this.#headLength + 1
  }

  json(): Uint8Array {
    return this.#read().slice()
  }

  beginsWith(head: Uint8Array): boolean {
    const bytes = this.#read()
    return head.every((byte, i) => bytes[i] === byte)
  }

  writeJson(target: Uint8Array, offset: number, options?: RowWriteOptions): number {
    const bytes = this.#read()
    if (options?.withoutType !== true) {
      target.set(bytes, offset)
      return offset + this.#length
    }
    target[offset] = OPENING_BRACE
    target.set(bytes.subarray(this.#headLength), offset + 1)
    return offset + this.itemLength
  }

  #read(): Uint8Array {
    return this.#bytes ?? this.#encode(this.object)
  }

  #hold(object: ApiObject): ApiObject {
    this.#object = object
    parsed.hold({ size: this.#length, release: () => this.#dropObject() })
    return object
  }

  #dropObject(): void {
    this.#object = undefined
  }

  /** Writes `kind` and `apiVersion` first: by them bytes of a version are recognised, and items of lists leave them out. */
  #encode({ kind, apiVersion, ...rest }: ApiObject): Uint8Array {
    const head = `${JSON.stringify({ kind, apiVersion }).slice(0, -1)},`
    const bytes = encoder.encode(`${head}${JSON.stringify(rest).slice(1)}`)
    this.#bytes = bytes
    this.#length = bytes.length
    this.#headLength = utf8Length(head)
    if (this.#make) encoded.hold({ size: bytes.length, release: () => this.#dropBytes() })
    return bytes
  }

  #dropBytes(): void {
    this.#bytes = undefined
  }
}
