/**
 * Suggestions for misspelt names.
 *
 * @module
 */

/** Maximum edit distance of a suggestion. */
const MAX_TYPOS = 2
/** Minimum length of the start of a longer word. */
const LEAST_START = 4

/**
 * Finds the most similar word.
 *
 * @param word - The misspelt word.
 * @param words - The valid words.
 * @returns Undefined when none is similar, or begins like that.
 */
export function closestWord(word: string, words: readonly string[]): string | undefined {
  const [near] = words
    .map((known) => ({ known, typos: typosBetween(known, word) }))
    .filter(({ typos }) => typos <= MAX_TYPOS)
    .sort((a, b) => a.typos - b.typos)
  return near ? near.known : word.length < LEAST_START ? undefined : words.find((known) => known.startsWith(word))
}

/** The edit distance of two words, or more than the limit. */
function typosBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_TYPOS) return MAX_TYPOS + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + (letter === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
