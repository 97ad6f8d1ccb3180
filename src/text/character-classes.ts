/**
 * Character classes: sets of characters that all instructions of a pattern treat alike.
 *
 * @module
 */

import { FOLD_CASE, type Instruction, isRune } from './pattern-program.js'

/** Represents the end of the text as a character. */
export const END = -1
export const LINE_FEED = 10

/** The context before a position: the beginning, or a character class that assertions need. */
export const [BEGINNING, NEWLINE, WORD, OTHER] = [0, 1, 2, 3] as const

/** Whether a character is one of `\w`. */
export const isWord = (rune: number): boolean =>
  (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95

/** The context that a character is for the assertions after it. */
export const kindOf = (rune: number): number => (rune === LINE_FEED ? NEWLINE : isWord(rune) ? WORD : OTHER)

/** Maximum of ranges × sets for which classes are merged (ours). */
const MAX_MERGING = 200_000

/** Maps characters to the number of their class. */
export class CharacterClasses {
  /** Number of classes; the last one is the end of the text. Transitions on a class with this number are not cached. */
  readonly size: number
  /** The first character of each range of characters, and the class of the range. */
  readonly #starts: Int32Array
  readonly #classes: Int32Array
  readonly #ascii = new Int32Array(128)
  /** Whether an instruction ignores case: only re2js knows which non-ASCII letters are equal then, so those have no class. */
  readonly #folds: boolean

  constructor(instructions: readonly Instruction[]) {
    const sets = characterSets(instructions)
    this.#folds = instructions.some(({ op, arg, runes }) => isRune(op) && runes.length === 1 && (arg & FOLD_CASE) !== 0)
    const starts = new Set<number>([0, LINE_FEED, LINE_FEED + 1, 48, 58, 65, 91, 95, 96, 97, 123])
    if (this.#folds) for (let rune = 0; rune <= 128; rune++) starts.add(rune)
    for (const set of sets) for (const [first, last] of rangesOf(set)) starts.add(first).add(last + 1)
    this.#starts = Int32Array.from(starts).sort()
    this.#classes = Int32Array.from(this.#starts, (_, at) => at)
    this.size = this.#starts.length + 1
    if (!this.#folds && sets.length * this.#starts.length <= MAX_MERGING) this.size = this.#merge(sets) + 1
    for (let rune = 0; rune < 128; rune++) this.#ascii[rune] = this.#search(rune)
  }

  /** The class of a character, or of {@link END}. */
  of(rune: number): number {
    if (rune === END) return this.size - 1
    if (rune < 128) return this.#ascii[rune] as number
    return this.#folds ? this.size : this.#search(rune)
  }

  #search(rune: number): number {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] as number) <= rune) low = middle
      else high = middle
    }
    return this.#classes[low] as number
  }

  /** Merges ranges that are in the same sets, and returns the number of classes. */
  #merge(sets: readonly ArrayLike<number>[]): number {
    const starts = this.#starts
    let classes = Int32Array.from(starts, (start) => kindOf(start))
    let count = 4
    for (const set of sets) {
      const ids = new Map<number, number>()
      const ranges = rangesOf(set)
      let range = 0
      classes = classes.map((id, at) => {
        const start = starts[at] as number
        while (range < ranges.length && (ranges[range]?.[1] as number) < start) range++
        const isIn = range < ranges.length && (ranges[range]?.[0] as number) <= start
        const pair = id * 2 + (isIn ? 1 : 0)
        const known = ids.get(pair) ?? ids.size
        ids.set(pair, known)
        return known
      })
      count = ids.size
    }
    this.#classes.set(classes)
    return count
  }
}

/** The character sets of a program. Large sets are deduplicated by identity only, which is cheap. */
function characterSets(instructions: readonly Instruction[]): readonly ArrayLike<number>[] {
  const sets = new Map<unknown, ArrayLike<number>>()
  for (const { op, runes } of instructions) {
    if (isRune(op)) sets.set(runes.length <= 32 ? Array.from(runes).join() : runes, runes)
  }
  return [...sets.values()]
}

/** The ranges of a set, in order; a single character is a range of one. */
function rangesOf(set: ArrayLike<number>): readonly (readonly [first: number, last: number])[] {
  if (set.length === 1) return [[set[0] as number, set[0] as number]]
  return Array.from({ length: set.length >> 1 }, (_, at) => [set[at * 2] as number, set[at * 2 + 1] as number] as const)
}
