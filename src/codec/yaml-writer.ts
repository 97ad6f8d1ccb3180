/**
 * Large values as YAML, in pieces: the YAML package writes what is small enough, and what is around that is put together here.
 *
 * @module
 */

import type { stringify, ToStringOptions } from 'yaml'
import { membersOf, type Piece, shifted, textsOf, Weights } from './text-pieces.js'

const WRITE_OPTIONS = {
  version: '1.1',
  // Text that a reader of YAML 1.2 would take for something else is quoted too.
  compat: 'core',
  aliasDuplicateObjects: false,
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
} as const satisfies ToStringOptions & Record<string, unknown>

/** Text on one line each, however many it has: blocks repeat the indentation for each. */
const ON_ONE_LINE = { ...WRITE_OPTIONS, blockQuote: false, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY } as const
/** Characters of indentation that one piece may have. */
const MAX_INDENTATION = 1024 * 1024

/** Writes YAML with sorted keys, as Kubernetes does. */
export class YamlWriter {
  readonly #stringify: typeof stringify

  /** @param write - Of the YAML package. */
  constructor(write: typeof stringify) {
    this.#stringify = write
  }

  /** Writes a value that is known to be small. */
  whole(value: unknown): string {
    return this.#stringify(value, WRITE_OPTIONS)
  }

  /** Writes a value. */
  pieces(value: object): Generator<string, void> {
    const weights = new Weights(value)
    return textsOf(weights.isLarge(value) ? this.#body(value, 0, weights, false) : [this.whole(value)].values())
  }

  /** Writes an item of a list that has no indentation. */
  item(value: object): Generator<string, void> {
    const weights = new Weights(value)
    return textsOf(weights.isLarge(value) ? this.#largeItem(value, 0, weights, false) : [this.whole([value])].values())
  }

  /** What stands below a key or a dash; `isInline` when it begins on their line. */
  #body(value: object, indent: number, weights: Weights, isInline: boolean): Iterator<Piece> {
    return Array.isArray(value) ? this.#list(value, indent, weights, isInline) : this.#map(value, indent, weights, isInline)
  }

  *#map(object: object, indent: number, weights: Weights, isInline: boolean): Iterator<Piece> {
    const members = membersOf(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
    let margin = isInline ? '' : ' '.repeat(indent)
    for (const group of weights.grouped(members)) {
      if ('small' in group) yield margin + this.#members(Object.fromEntries(group.small), indent)
      else {
        // Written with a value that is known, which tells how far the key goes.
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

  /** Members without the margin of their first line. What is indented is not written as what has no margin at all. */
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
