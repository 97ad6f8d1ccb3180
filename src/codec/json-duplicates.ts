/**
 * Members that a JSON text has more than once.
 *
 * Nearly no text has one. `JSON.parse` keeps the last of several, so a text without repeats has exactly as many members
 * as its value has keys: that comparison is cheap, and only when it fails is the text walked for the paths.
 *
 * @module
 */

/** More paths than this are not reported. */
const MAX_PATHS = 100

/** What was counted in a parsed value. */
export interface JsonCount {
  /** Keys of all objects in the value. */
  readonly keys: number
  /** Whether a number was too large for a double, which `JSON.parse` turns into infinity. */
  readonly infinite: boolean
}

/**
 * Counts the keys of all objects in a value, without recursion.
 *
 * @param value - What `JSON.parse` returned.
 */
export function countKeys(value: unknown): JsonCount {
  let keys = 0
  let infinite = false
  const pending: object[] = []
  const look = (member: unknown) => {
    if (typeof member === 'object') {
      if (member !== null) pending.push(member)
    } else if (typeof member === 'number' && !Number.isFinite(member)) infinite = true
  }
  look(value)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) look(item)
    } else {
      const names = Object.keys(next)
      keys += names.length
      for (const name of names) look((next as Record<string, unknown>)[name])
    }
  }
  return { keys, infinite }
}

/** An array or object that is open at some point of the text. */
interface Open {
  /** Keys seen so far; undefined for an array. */
  readonly seen: Set<string> | undefined
  /** Last key of an object, or index of the current item of an array. */
  place: string | number
}

const pathOf = (stack: readonly Open[]): string => {
  let path = ''
  for (const { place } of stack) path += typeof place === 'number' ? `[${place}]` : path === '' ? place : `.${place}`
  return path
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/**
 * Lists the members that occur again in one object, as paths such as `data.k` and `spec.ports[0].name`.
 *
 * @param text - Text that `JSON.parse` has accepted.
 * @returns Each path once, in the order of the text, at most 100.
 */
export function findDuplicateFields(text: string): readonly string[] {
  const paths = new Set<string>()
  const stack: Open[] = []
  let expectKey = false
  for (let at = 0; at < text.length && paths.size < MAX_PATHS; at++) {
    const top = stack.at(-1)
    switch (text[at]) {
      case '{':
        stack.push({ seen: new Set(), place: '' })
        expectKey = true
        break
      case '[':
        stack.push({ seen: undefined, place: 0 })
        expectKey = false
        break
      case '}':
      case ']':
        stack.pop()
        expectKey = false
        break
      case ',':
        expectKey = top?.seen !== undefined
        if (typeof top?.place === 'number') top.place++
        break
      case '"': {
        const end = endOfString(text, at)
        if (expectKey && top?.seen) {
          const key = JSON.parse(text.slice(at, end + 1)) as string
          top.place = key
          if (top.seen.has(key)) paths.add(pathOf(stack))
          top.seen.add(key)
          expectKey = false
        }
        at = end
        break
      }
    }
  }
  return [...paths]
}
