/**
 * Lists that are written item by item, so that no list is too long to be written while others are served.
 *
 * @module
 */

import { indentedJson } from './indented-json.js'

/** Writes one list: its bytes are the head, the items in their order, and the tail. There is one item at least. */
export interface ListWriter {
  /** Whether the head says how long the items are, so that they have to be measured before. */
  readonly saysLength: boolean
  /**
   * Writes the part before the items.
   *
   * @param itemBytes - Bytes of all items, where {@link ListWriter.saysLength}; else unused.
   */
  head(itemBytes: number): Uint8Array
  /**
   * Writes an item, with what sets it off from the one before.
   *
   * @param item - A JSON object.
   * @param index - Its place in the list, from 0.
   * @returns Its bytes in pieces, none of which takes long to make.
   */
  item(item: object, index: number): Iterable<Uint8Array>
  /** What comes after the items. */
  readonly tail: Uint8Array
}

/** What a list consists of beside its items. */
export interface ListFrame {
  /** The list without its items. */
  readonly head: object
  /** Name of the member with the items, which JSON shows last. */
  readonly items: 'items' | 'rows'
}

const encoder = new TextEncoder()

/**
 * Writes a list as JSON that is indented by two spaces, as `encodeJson` does with `pretty`.
 *
 * @param frame - The list without its items; has one member at least.
 */
export function indentedListWriter({ head, items }: ListFrame): ListWriter {
  const before = JSON.stringify(head, undefined, 2).slice(0, -'\n}'.length)
  return {
    saysLength: false,
    head: () => encoder.encode(`${before},\n  "${items}": [\n    `),
    *item(item, index) {
      if (index > 0) yield encoder.encode(',\n    ')
      for (const piece of indentedJson(item, 4)) yield encoder.encode(piece)
    },
    tail: encoder.encode('\n  ]\n}'),
  }
}
