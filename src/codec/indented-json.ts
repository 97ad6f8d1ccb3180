/**
 * Large values as indented JSON, in chunks: the same text as `JSON.stringify(value, undefined, 2)`.
 *
 * @module
 */

import { membersOf, type Piece, shifted, textsOf, Weights } from './text-pieces.js'

const INDENT = 2
/** The brackets of an object or a list that is written on several lines. */
const AROUND = { object: ['{', '}'], list: ['[', ']'] } as const

/**
 * Writes a value as JSON with an indentation of two spaces, or without if it is nested too deep.
 *
 * @param value - A JSON object or list.
 * @param indent - Spaces before the line of the value. Default 0.
 */
export function indentedJson(value: object, indent = 0): Generator<string, void> {
  const weights = new Weights(value)
  if (weights.isTooDeep) return textsOf([JSON.stringify(value)].values())
  return textsOf(weights.isLarge(value) ? large(value, indent, weights) : [text(value, indent)].values())
}

// Line breaks within strings are escaped, so each line break in the text is formatting.
const text = (value: unknown, indent: number): string => shifted(JSON.stringify(value, undefined, INDENT) ?? 'null', indent)

function* large(value: object, indent: number, weights: Weights): Iterator<Piece> {
  const isList = Array.isArray(value)
  const [open, close] = AROUND[isList ? 'list' : 'object']
  const margin = `\n${' '.repeat(indent + INDENT)}`
  let before = open + margin
  const entries: Iterable<readonly [string | number, unknown]> = isList ? value.entries() : membersOf(value)
  for (const group of weights.grouped(entries)) {
    if ('small' in group) {
      const whole = isList ? group.small.map(([, item]) => item) : Object.fromEntries(group.small)
      // Without the group's own brackets, and the line breaks next to them.
      yield before + text(whole, indent).slice(open.length + margin.length, -`\n${' '.repeat(indent)}${close}`.length)
    } else {
      yield isList ? before : `${before}${JSON.stringify(group.key)}: `
      yield large(group.large, indent + INDENT, weights)
    }
    before = `,${margin}`
  }
  yield `\n${' '.repeat(indent)}${close}`
}
