/**
 * Writes lists item by item, so that other requests are served during a list of any length.
 *
 * @module
 */

import { indentedJson } from './indented-json.js'

/** Writes one list: the head, the items in order, and the tail. A list has at least one item. */
export interface ListWriter {
  /** Whether the head contains the length of the items, so that they are measured first. */
  readonly saysLength: boolean
  /**
   * Writes the part before the items.
   *
   * @param itemBytes - Bytes of all items, if {@link ListWriter.saysLength}; else unused.
   */
  head(itemBytes: number): Uint8Array
  /**
   * Writes an item, with its separator.
   *
   * @param item - A JSON object.
   * @param index - Its index in the list, from 0.
   * @returns Its bytes in chunks, each of which is quick to make.
   */
  item(item: object, index: number): Iterable<Uint8Array>
  /** The part after the items. */
  readonly tail: Uint8Array
}

/** A list without its items. */
export interface ListFrame {
  /** The list without its items. */
  readonly head: object
  /** Name of the member with the items, which is last in JSON. */
  readonly items: 'items' | 'rows'
}

const encoder = new TextEncoder()

/**
 * Writes a list as JSON with an indentation of two spaces, as `encodeJson` does with `pretty`.
 *
 * @param frame - The list without its items, with at least one member.
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
