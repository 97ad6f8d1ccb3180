/**
 * Large values as YAML, in chunks: the YAML package writes small values, and the structure around them is written here.
 *
 * @module
 */

import type { SchemaOptions, stringify, Tags, ToStringOptions } from 'yaml'
import { membersOf, type Piece, shifted, textsOf, Weights } from './text-pieces.js'
import { MERGE_KEY, NUMBER_TEXT, QUOTED } from './yaml-tags.js'

const WRITE_OPTIONS = {
  version: '1.1',
  // Quotes text that a YAML 1.2 parser would read as another type.
  compat: 'core',
  // The package would write a key `<<` as a merge: here it is data.
  customTags: (tags: Tags): Tags => [
    QUOTED,
    ...tags.filter((tag) => typeof tag === 'string' || tag.tag !== MERGE_KEY.tag),
    NUMBER_TEXT,
    MERGE_KEY,
  ],
  aliasDuplicateObjects: false,
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
} as const satisfies ToStringOptions & SchemaOptions & Record<string, unknown>

/** Writes each text on one line: blocks repeat the indentation on each line. */
const ON_ONE_LINE = { ...WRITE_OPTIONS, blockQuote: false, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY } as const
/** Maximum characters of indentation in one chunk. */
const MAX_INDENTATION = 1024 * 1024

/** Writes YAML with sorted keys, as Kubernetes does. */
export class YamlWriter {
  readonly #stringify: typeof stringify

  /** @param write - `stringify` of the YAML package. */
  constructor(write: typeof stringify) {
    this.#stringify = write
  }

  /** Writes a small value. */
  whole(value: unknown): string {
    return this.#stringify(value, WRITE_OPTIONS)
  }

  /** Writes a value. */
  pieces(value: object): Generator<string, void> {
    const weights = new Weights(value)
    if (weights.isTooDeep) return textsOf([`${JSON.stringify(value)}\n`].values())
    return textsOf(weights.isLarge(value) ? this.#body(value, 0, weights, false) : [this.whole(value)].values())
  }

  /** Writes an item of a list that has no indentation. */
  item(value: object): Generator<string, void> {
    const weights = new Weights(value)
    if (weights.isTooDeep) return textsOf([`- ${JSON.stringify(value)}\n`].values())
    return textsOf(weights.isLarge(value) ? this.#largeItem(value, 0, weights, false) : [this.whole([value])].values())
  }

  /** The value after a key or a dash; `isInline` when it begins on the same line. */
  #body(value: object, indent: number, weights: Weights, isInline: boolean): Iterator<Piece> {
    return Array.isArray(value) ? this.#list(value, indent, weights, isInline) : this.#map(value, indent, weights, isInline)
  }

  *#map(object: object, indent: number, weights: Weights, isInline: boolean): Iterator<Piece> {
    const members = membersOf(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
    let margin = isInline ? '' : ' '.repeat(indent)
    for (const group of weights.grouped(members)) {
      if ('small' in group) yield margin + this.#members(Object.fromEntries(group.small), indent)
      else {
        // Written with a known value, to find the end of the key in the text.
        const text = this.#members(Object.fromEntries([[group.key, { a: 0 }]]), indent)
        const below = `${' '.repeat(indent + 2)}a: 0\n`
        const isPlain = text.endsWith(`:\n${below}`)
        yield margin + text.slice(0, -(isPlain ? below.length : 'a: 0\n'.length))
        const isFlush = isPlain && Array.isArray(group.large)
        yield this.#body(group.large, isFlush ? indent : indent + 2, weights, !isPlain)
      }
      margin = ' '.repeat(indent)
    }
  }

  /**
   * Members without the indentation of their first line. Indentation affects how the package writes texts, so it is not added
   * later.
   */
  #members(object: object, indent: number): string {
    return indent === 0 ? this.whole(object) : this.#moved([object], indent - 2).slice(2)
  }

  *#list(list: readonly unknown[], indent: number, weights: Weights, isInline: boolean): Iterator<Piece> {
    let margin = isInline ? '' : ' '.repeat(indent)
    for (const group of weights.grouped(list.entries())) {
      if ('large' in group) yield this.#largeItem(group.large, indent, weights, margin === '')
      else
        yield margin +
          this.#moved(
            group.small.map(([, item]) => item),
            indent,
          )
      margin = ' '.repeat(indent)
    }
  }

  *#largeItem(value: object, indent: number, weights: Weights, isInline: boolean): Iterator<Piece> {
    yield isInline ? '- ' : `${' '.repeat(indent)}- `
    yield this.#body(value, indent + 2, weights, true)
  }

  #moved(value: readonly unknown[], spaces: number): string {
    const text = this.whole(value)
    const lines = text.length > MAX_INDENTATION / (spaces + 1) ? text.split('\n').length : 0
    const isTooLong = lines * spaces > MAX_INDENTATION
    return shifted(isTooLong ? this.#stringify(value, ON_ONE_LINE) : text, spaces)
  }
}
