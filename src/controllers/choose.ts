/**
 * Which control loops are started, as options and flags say it.
 *
 * @module
 */

/** What a choice has to know of a loop. */
export interface Selectable {
  readonly name: string
  /** Whether it is started where nothing is said of it. */
  readonly isDefault: boolean
}

/**
 * Reads a choice: `*` starts all, a name starts one, and a name after a `-` keeps one from being started, whatever else is said.
 * What is not spoken of is started if it is by default.
 *
 * @param words - Such as `['*', '-garbagecollector']`.
 * @param loops - All that there are.
 * @returns Those that are to be started, in their order.
 * @throws RangeError, with one line, for a name that is of none.
 */
export function chooseLoops<T extends Selectable>(words: readonly string[], loops: readonly T[]): readonly T[] {
  const names = loops.map(({ name }) => name)
  for (const word of words) {
    if (word === '*' || names.includes(word.replace(/^-/, ''))) continue
    throw new RangeError(`controllers ${JSON.stringify(word)}: expected *, or names, each perhaps after a -: ${names.join(', ')}`)
  }
  const all = words.includes('*')
  return loops.filter(({ name, isDefault }) => !words.includes(`-${name}`) && (all || isDefault || words.includes(name)))
}
