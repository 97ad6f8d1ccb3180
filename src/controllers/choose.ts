/**
 * Selects which control loops are started, from options and flags.
 *
 * @module
 */

import { closestWord } from '../meta/index.js'

/** The properties of a loop that the selection uses. */
export interface Selectable {
  readonly name: string
  /** Whether it is started by default. */
  readonly isDefault: boolean
}

/**
 * Parses a selection: `*` starts all loops, a name starts one, and `-name` disables one, whatever else is selected. Loops that
 * are not mentioned are started if that is their default.
 *
 * @param words - Such as `['*', '-garbagecollector']`.
 * @param loops - All existing loops.
 * @returns The selected loops, in their order.
 * @throws RangeError, with one line, for an unknown name.
 */
export function chooseLoops<T extends Selectable>(words: readonly string[], loops: readonly T[]): readonly T[] {
  const names = loops.map(({ name }) => name)
  for (const word of words) {
    const name = word.replace(/^-/, '')
    if (word === '*' || names.includes(name)) continue
    const near = closestWord(name, names)
    const expected = `expected *, or names, each perhaps after a -: ${names.join(', ')}`
    throw new RangeError(`controllers ${JSON.stringify(word)}: ${near === undefined ? expected : `did you mean ${near}?`}`)
  }
  const all = words.includes('*')
  return loops.filter(({ name, isDefault }) => !words.includes(`-${name}`) && (all || isDefault || words.includes(name)))
}
