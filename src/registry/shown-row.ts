/**
 * A stored object in another form than its bytes: its type's schemas have changed, or another version is requested.
 *
 * @module
 */

import { encodeJson } from '../codec/index.js'
import type { ApiObject } from '../meta/index.js'
import type { Row, RowWriteOptions } from '../store/index.js'

/** A row with a converted object. Everything else is the stored row's. */
export class ShownRow implements Row {
  readonly stored: Row
  readonly object: ApiObject
  #whole: Uint8Array | undefined
  #item: Uint8Array | undefined

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
    return this.#bytes(false).length
  }

  get itemLength(): number {
    return this.#bytes(true).length
  }

  json(): Uint8Array {
    return this.#bytes(false).slice()
  }

  beginsWith(head: Uint8Array): boolean {
    const bytes = this.#bytes(false)
    return head.every((byte, i) => bytes[i] === byte)
  }

  writeJson(target: Uint8Array, offset: number, options?: RowWriteOptions): number {
    const bytes = this.#bytes(options?.withoutType === true)
    target.set(bytes, offset)
    return offset + bytes.length
  }

  #bytes(withoutType: boolean): Uint8Array {
    if (!withoutType) {
      this.#whole ??= encodeJson(this.object)
      return this.#whole
    }
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = this.object
    this.#item ??= encodeJson(rest)
    return this.#item
  }
}
