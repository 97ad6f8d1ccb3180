/**
 * The compiled type of an object: the shapes of each value, and how it is owned.
 *
 * @module
 */

import type { JsonValue } from '../../meta/index.js'
import type { FieldSet } from '../fields/field-set.js'
import { fieldElement, type PathElement } from '../fields/path-element.js'

/** Scalars that are valid; `any` takes all three. */
export type ScalarKind = 'number' | 'string' | 'boolean' | 'any'

/** The shapes that a value may have. A schema allows mostly one of the three; without a schema all are allowed. */
export interface FieldType {
  readonly scalar: ScalarKind | undefined
  /** @internal */
  readonly list: ListType | undefined
  /** @internal */
  readonly map: MapType | undefined
}

/** A field that identifies the entries of a list. */
export interface KeyField {
  readonly name: string
  /** The field's name as it stands in a path element, with its colon. */
  readonly prefix: string
  /** The value that an entry without the field is identified by. */
  readonly default: JsonValue | undefined
}

/** A list: owned as a whole, item by item, or entry by entry. */
export class ListType {
  readonly kind: 'atomic' | 'set' | 'map'
  /** At least one for a `map`, in ascending order of their names; none for the others. */
  readonly keys: readonly KeyField[]
  readonly #makeItems: () => FieldType
  #items: FieldType | undefined

  /**
   * @param kind - How it is owned.
   * @param keys - Key fields of a `map`.
   * @param items - Called when the type of the items is needed for the first time.
   */
  constructor(kind: 'atomic' | 'set' | 'map', keys: readonly KeyField[], items: () => FieldType) {
    this.kind = kind
    this.keys = keys
    this.#makeItems = items
  }

  get items(): FieldType {
    this.#items ??= this.#makeItems()
    return this.#items
  }
}

/** A declared field of a struct. Its type is compiled when an object has the field, so that recursive types have an end. */
export class Field {
  readonly name: string
  readonly element: PathElement
  /** One bit for each of the first thirty fields, for bit sets of fields; zero for the others. */
  readonly bit: number
  /** The field that followed this one in the last object: objects of one type mostly have their fields in the same order. */
  next: Field | undefined
  readonly #make: () => FieldType
  #type: FieldType | undefined

  /**
   * @param name - As on the wire.
   * @param position - Among the fields of its struct, from 0.
   * @param type - Called when the type is needed for the first time.
   */
  constructor(name: string, position: number, type: () => FieldType) {
    this.name = name
    this.element = fieldElement(name)
    this.bit = position < 30 ? 1 << position : 0
    this.#make = type
  }

  get type(): FieldType {
    this.#type ??= this.#make()
    return this.#type
  }
}

/** A struct (declared fields), a map (values of one type under any key), or both. */
export class MapType {
  readonly isAtomic: boolean
  readonly fields: ReadonlyMap<string, Field>
  /** The field that the last object began with. */
  first: Field | undefined
  /** Sets of leaves of this struct by the bits of their fields, shared by entries with the same fields. */
  readonly leafSets = new Map<number, FieldSet>()
  readonly #makeElement: (() => FieldType) | undefined
  #element: FieldType | undefined

  /**
   * @param isAtomic - Whether it is owned as a whole.
   * @param fields - Declared fields.
   * @param element - Type of the values under other keys; undefined when they are not allowed.
   */
  constructor(isAtomic: boolean, fields: ReadonlyMap<string, Field>, element: (() => FieldType) | undefined) {
    this.isAtomic = isAtomic
    this.fields = fields
    this.#makeElement = element
  }

  get element(): FieldType | undefined {
    if (this.#element === undefined && this.#makeElement) this.#element = this.#makeElement()
    return this.#element
  }

  /** The type of the value under a key; undefined when the key is not allowed. */
  typeOf(key: string): FieldType | undefined {
    const field = this.fields.get(key)
    return field ? field.type : this.element
  }
}

/**
 * Finds the field of a key, and expects it after the same field next time.
 *
 * @param type - The struct.
 * @param previous - The field before it; undefined when there was none.
 * @param key - A key of an object.
 */
export function expectField(type: MapType, previous: Field | undefined, key: string): Field | undefined {
  const field = type.fields.get(key)
  if (!field) return undefined
  if (previous) previous.next = field
  else type.first = field
  return field
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map()

/** The type of a value without a schema: keys are owned on their own at every depth, lists as a whole. */
export const anyType: FieldType = {
  scalar: 'any',
  list: new ListType('atomic', [], () => anyType),
  map: new MapType(false, NO_FIELDS, () => anyType),
}
