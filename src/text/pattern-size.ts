/**
 * Estimates the size of a compiled pattern from its text, before it is parsed: nested repetitions multiply the size, and parsing
 * a large pattern takes longer than matching with it.
 *
 * @module
 */

/** Cost of a Unicode class in instructions: it is parsed to a long list of ranges. */
const UNICODE_CLASS = 50
/** Number of pattern characters whose parsing costs as much as compiling one instruction. */
const TEXT_SHARE = 8

/** A counted repetition: `{2}`, `{2,}`, `{2,5}`. */
const COUNT = /\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/y

/**
 * Estimates the cost of compiling a pattern, in instructions. Invalid patterns have a size too.
 *
 * @param pattern - A regular expression in RE2 syntax.
 */
export function estimatePatternSize(pattern: string): number {
  /** Sizes of the text before each open group. */
  const outer: number[] = []
  let extra = pattern.length / TEXT_SHARE
  let sum = 0
  let last = 0
  const add = (size: number): void => {
    sum += last
    last = size
  }
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at]
    COUNT.lastIndex = at
    const count = character === '{' ? COUNT.exec(pattern) : null
    if (count) {
      const [text, least = '0', comma, most] = count
      last = repeated(last, Number(least), comma === undefined ? Number(least) : most === undefined ? undefined : Number(most))
      at += text.length
    } else if (character === '\\') {
      if (pattern[at + 1] === 'p' || pattern[at + 1] === 'P') extra += UNICODE_CLASS
      add(1)
      at += 2
    } else if (character === '[') {
      const end = endOfClass(pattern, at)
      for (let place = at; place < end; place++) if (/^\\[pP]/.test(pattern.slice(place, place + 2))) extra += UNICODE_CLASS
      add(1)
      at = end
    } else {
      at++
      if (character === '(') {
        outer.push(sum + last)
        sum = 0
        last = 0
      } else if (character === ')') {
        last = sum + last + 2
        sum = outer.pop() ?? 0
      } else if (character === '*' || character === '+' || character === '?') last += 1
      else add(1)
    }
  }
  return Math.ceil(extra + outer.reduce((total, size) => total + size, sum + last))
}

/** The size of a repetition: it is compiled to required and optional copies. */
const repeated = (size: number, least: number, most: number | undefined): number =>
  most === undefined ? Math.max(1, least) * size + 1 : Math.max(1, most * size + Math.max(0, most - least))

/** The end of a character class such as `[^]a-z[:digit:]]`. */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1)
  if (pattern[at] === ']') at++
  while (at < pattern.length && pattern[at] !== ']') {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at + 2) : -1
    at = named > 0 ? named + 2 : at + (pattern[at] === '\\' ? 2 : 1)
  }
  return at + 1
}
