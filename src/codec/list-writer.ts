/**
 * Lists that are written item by item, so that no list is too long to be written while others are served.
 *
 * @module
 */

/** Writes one list: its bytes are the head, the items in their order, and the tail. There is one item at least. */
export interface ListWriter {
  /** Whether the head says how long the items are, so that they have to be measured before. */
  readonly saysLength: boolean
  /**
   * Writes what comes before the items.
   *
   * @param itemBytes - Bytes of all items, where {@link ListWriter.saysLength}; else nobody looks at it.
   */
  head(itemBytes: number): Uint8Array
  /**
   * Writes an item, with what sets it off from the one before.
   *
   * @param item - A JSON object.
   * @param index - Its place in the list, from 0.
   */
  item(item: object, index: number): Uint8Array
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
 * Writes a list as JSON that is indented by two spaces, as `encodeJson` writes it when it is to be pretty.
 *
 * @param frame - The list without its items; has one member at least.
 */
export function indentedListWriter({ head, items }: ListFrame): ListWriter {
  const before = JSON.stringify(head, undefined, 2).slice(0, -'\n}'.length)
  return {
    saysLength: false,
    head: () => encoder.encode(`${before},\n  "${items}": [\n    `),
    // Texts have their line breaks escaped: all others are ours.
    item: (item, index) =>
      encoder.encode((index > 0 ? ',\n    ' : '') + JSON.stringify(item, undefined, 2).replaceAll('\n', '\n    ')),
    tail: encoder.encode('\n  ]\n}'),
  }
}
