/**
 * Stored bytes in one version of a type: unchanged where it is the stored version.
 *
 * @module
 */

import { withoutManagedFields } from '../../apply/index.js'
import { encodeJson } from '../../codec/index.js'
import { type ApiObject, joinBytes } from '../../meta/index.js'
import { apiVersionOf, convertObject, isView, type ResourceDefinition, type ResourceVersion } from '../../resources/index.js'
import type { Row } from '../../store/index.js'
import { sumInTurns } from './large-list.js'
import { cutManagedFields } from './managed-fields.js'
import { takeBytes } from './slab.js'
import { takeSlice } from './slice-memory.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** Of JSON. */
const LARGE_BYTES = 64 * 1024
const COMMA = ','.charCodeAt(0)
const COMMA_BYTES = Uint8Array.of(COMMA)
const WITHOUT_TYPE = Object.freeze({ withoutType: true })

const forms = { whole: new WeakMap<ResourceVersion, StoredForm>(), dropping: new WeakMap<ResourceVersion, StoredForm>() }

/**
 * The form of a type in one version. Made once for each version.
 *
 * @param definition - The type.
 * @param version - One of its versions.
 * @param dropManagedFields - Whether `metadata.managedFields` is left out; false by default.
 */
export function storedForm(definition: ResourceDefinition, version: ResourceVersion, dropManagedFields = false): StoredForm {
  const kept = dropManagedFields ? forms.dropping : forms.whole
  const known = kept.get(version)
  if (known?.definition === definition) return known
  const form = new StoredForm(definition, version, dropManagedFields)
  kept.set(version, form)
  return form
}

/** How the rows of a type are encoded in one of its versions. */
export class StoredForm {
  readonly definition: ResourceDefinition
  readonly version: ResourceVersion
  readonly apiVersion: string
  /** The first bytes of an object in this version; stored bytes that start so can be sent as they are. */
  readonly #head: Uint8Array
  /** Whether stored objects differ from objects of this version in kind and version at most. */
  readonly #sameContent: boolean
  readonly #dropManagedFields: boolean

  constructor(definition: ResourceDefinition, version: ResourceVersion, dropManagedFields: boolean) {
    this.definition = definition
    this.version = version
    this.#dropManagedFields = dropManagedFields
    this.apiVersion = apiVersionOf({ definition, version })
    const type = { kind: definition.names.kind, apiVersion: this.apiVersion }
    this.#head = encoder.encode(`${JSON.stringify(type).slice(0, -1)},`)
    const isStored = !isView(definition) && version.name === definition.storageVersion
    this.#sameContent = !definition.custom && (!definition.convert || isStored)
  }

  /** The object of a row, in this version. */
  object(row: Row): ApiObject {
    return this.convert(row.object)
  }

  /** An object of any version, in this version. */
  convert(object: ApiObject): ApiObject {
    const converted = convertObject(this.definition, object, this.apiVersion)
    return this.#dropManagedFields ? withoutManagedFields(converted) : converted
  }

  /** The object of a row as JSON. */
  bytes(row: Row): Uint8Array {
    const bytes = takeBytes(row.jsonLength)
    row.writeJson(bytes, 0)
    // An object stored before the storage version changed starts differently; so does one of the type this is a view of.
    if (!this.#headAt(bytes, 0)) return encodeJson(this.object(row))
    return this.#dropManagedFields ? bytes.subarray(0, cutManagedFields(bytes, 0, bytes.length)) : bytes
  }

  /**
   * Writes a row's object between two texts.
   *
   * @param before - What comes first.
   * @param row - The row.
   * @param after - What comes last.
   */
  bytesBetween(before: Uint8Array, row: Row, after: Uint8Array): Uint8Array {
    const target = new Uint8Array(before.length + row.jsonLength + after.length)
    target.set(before)
    const written = row.writeJson(target, before.length)
    if (!this.#headAt(target, before.length)) return joinBytes([before, encodeJson(this.object(row)), after])
    const end = this.#dropManagedFields ? cutManagedFields(target, before.length, written) : written
    target.set(after, end)
    return this.#dropManagedFields ? target.slice(0, end + after.length) : target
  }

  /**
   * Writes a list of rows between two texts, directly from their bytes.
   *
   * @param before - What comes before the first item.
   * @param rows - The rows.
   * @param after - What comes after the last item.
   * @param named - Whether each item has its kind and version.
   */
  listBetween(before: Uint8Array, rows: readonly Row[], after: Uint8Array, named: boolean): Uint8Array {
    return this.#listFromBytes(before, rows, after, named) ?? this.#listFromObjects(before, rows, after, named)
  }

  /**
   * Whether an item of a list is a copy of a row's bytes.
   *
   * @param row - The row.
   * @param named - Whether the item has its kind and version.
   */
  isCopied(row: Row, named: boolean): boolean {
    return named ? row.beginsWith(this.#head) : this.#sameContent
  }

  /**
   * The length of a list of rows between two texts.
   *
   * @param rows - The rows.
   * @param named - Whether each item has its kind and version.
   * @returns Bytes of the items and their separators; undefined where only encoding them can tell.
   * @throws {@link ApiError} 500 for rows that cannot be read.
   */
  async itemsLength(rows: readonly Row[], named: boolean): Promise<number | undefined> {
    let isExact = !this.#dropManagedFields
    const length = await sumInTurns(rows, (row) => {
      isExact = isExact && this.isCopied(row, named)
      return named ? row.jsonLength : row.itemLength
    })
    return isExact ? length + Math.max(0, rows.length - 1) : undefined
  }

  /**
   * Writes the same list in slices on demand, to memory that the caller frees.
   *
   * @param before - What comes before the first item.
   * @param rows - The rows.
   * @param after - What comes after the last item.
   * @param named - Whether each item has its kind and version.
   */
  *listSlices(before: Uint8Array, rows: readonly Row[], after: Uint8Array, named: boolean): Generator<Uint8Array, void> {
    let target = takeSlice(before.length + after.length)
    target.set(before)
    let at = before.length
    let isFirst = true
    for (const row of rows) {
      const made = this.isCopied(row, named) ? undefined : this.#madeItem(row, named)
      // With the comma before it, and the text that may have to come after it.
      const most = 1 + (made?.length ?? (named ? row.jsonLength : row.itemLength)) + after.length
      if (at + most > target.length) {
        yield target.subarray(0, at)
        target = takeSlice(most)
        at = 0
      }
      if (!isFirst) target[at++] = COMMA
      isFirst = false
      if (made) {
        target.set(made, at)
        at += made.length
        continue
      }
      const end = row.writeJson(target, at, named ? undefined : WITHOUT_TYPE)
      at = this.#dropManagedFields ? cutManagedFields(target, at, end) : end
    }
    target.set(after, at)
    yield target.subarray(0, at + after.length)
  }

  #listFromBytes(before: Uint8Array, rows: readonly Row[], after: Uint8Array, named: boolean): Uint8Array | undefined {
    if (!named && !this.#sameContent) return undefined
    let length = before.length + after.length + Math.max(0, rows.length - 1)
    for (const row of rows) length += named ? row.jsonLength : row.itemLength
    const target = new Uint8Array(length)
    target.set(before)
    let at = before.length
    for (const row of rows) {
      if (at > before.length) {
        target[at] = COMMA
        at += 1
      }
      const start = at
      at = row.writeJson(target, at, named ? undefined : WITHOUT_TYPE)
      if (named && !this.#headAt(target, start)) return undefined
      if (this.#dropManagedFields) at = cutManagedFields(target, start, at)
    }
    target.set(after, at)
    // The list is sent in slices, so the cut row is not cached.
    return this.#dropManagedFields ? target.slice(0, at + after.length) : target
  }

  #listFromObjects(before: Uint8Array, rows: readonly Row[], after: Uint8Array, named: boolean): Uint8Array {
    const items = rows.map((row) => this.#madeItem(row, named))
    return joinBytes([before, ...items.flatMap((item, index) => (index === 0 ? [item] : [COMMA_BYTES, item])), after])
  }

  #madeItem(row: Row, named: boolean): Uint8Array {
    const object = this.#objectOnce(row)
    return encodeJson(named ? object : withoutKind(object))
  }

  /** The object of a row for this answer alone. Large ones are not cached, and freezing them takes as long as parsing them. */
  #objectOnce(row: Row): ApiObject {
    if (row.jsonLength < LARGE_BYTES) return this.object(row)
    return this.convert(JSON.parse(decoder.decode(row.json())) as ApiObject)
  }

  #headAt(bytes: Uint8Array, offset: number): boolean {
    return startsWith(bytes, offset, this.#head)
  }
}

/** An object without its kind and version, as lists of built-in types show their items. */
export function withoutKind({ kind: _kind, apiVersion: _apiVersion, ...rest }: ApiObject): object {
  return rest
}

function startsWith(bytes: Uint8Array, offset: number, head: Uint8Array): boolean {
  for (let at = 0; at < head.length; at += 1) if (bytes[offset + at] !== head[at]) return false
  return true
}
