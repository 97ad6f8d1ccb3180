/**
 * Properties of a JSON text that its parsed value does not show: duplicate members, whole numbers that no double can represent,
 * and numbers that are not written as whole ones.
 *
 * All are rare. `JSON.parse` keeps the last of several members, so a text without duplicates has exactly as many members as its
 * value has keys; and a rounded number is a large one. These two are detected in a pass over the value, and only then is the text
 * scanned, once. The third are looked for on demand.
 *
 * @module
 */

import { formatFieldPath, MAX_REPORTED_FIELDS, NumberNames } from '../meta/index.js'
import { hasFraction, type InexactNumber, isExact } from './whole-numbers.js'

/** Maximum number of reported duplicates, and of rounded numbers. */
const MAX_FINDINGS = 100

/** Counts of a parsed value. */
export interface JsonCount {
  /** Keys of all objects in the value. */
  readonly keys: number
  /** Whether a number was too large for a double, which `JSON.parse` turns into infinity. */
  readonly infinite: boolean
  /** Whether there are numbers so large that whole ones may have been rounded. */
  readonly large: boolean
  /** Whether too many members have numbers as names. */
  readonly numbered: boolean
}

/**
 * Counts the keys of all objects in a value, without recursion.
 *
 * @param value - The result of `JSON.parse`.
 */
export function countKeys(value: unknown): JsonCount {
  let keys = 0
  let largest = 0
  const numbers = new NumberNames()
  const pending: object[] = []
  const look = (member: unknown) => {
    if (typeof member === 'object') {
      if (member !== null) pending.push(member)
    } else if (typeof member === 'number') {
      if (member > largest) largest = member
      else if (-member > largest) largest = -member
    }
  }
  look(value)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) look(item)
    } else {
      const names = Object.keys(next)
      keys += names.length
      numbers.add(names)
      for (const name of names) look((next as Record<string, unknown>)[name])
    }
  }
  return {
    keys,
    infinite: largest === Number.POSITIVE_INFINITY,
    large: largest > Number.MAX_SAFE_INTEGER,
    numbered: numbers.exceeded,
  }
}

/** A duplicate member of an object. */
export interface Repetition {
  readonly key: string
  /** Offset of the duplicate in the text. */
  readonly offset: number
}

/** Findings in a text; the first 100 of each, and the first 10,001 paths. */
export interface JsonFindings {
  /** Paths of the members that occur more than once, such as `data.k` and `spec.ports[0].name`, each once. */
  readonly duplicateFields: readonly string[]
  /** Each duplicate. */
  readonly repetitions: readonly Repetition[]
  /** Whole numbers that a double rounds. */
  readonly inexact: readonly InexactNumber[]
  /** Numbers with a fraction or an exponent. */
  readonly fractions: readonly FractionLiteral[]
}

/** A number that is not written as a whole one. */
export interface FractionLiteral {
  /** Keys and indexes that lead to it. */
  readonly path: readonly (string | number)[]
  /** As written. */
  readonly literal: string
}

/** An open array or object during the scan. */
interface Open {
  /** The keys so far, and whether their duplicate was reported; undefined for an array. */
  readonly seen: Map<string, boolean> | undefined
  /** Last key of an object, or index of the current item of an array. */
  place: string | number
}

const NUMBER = /-?[\d.eE+-]+/y

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** Scans a text once. */
class TextWalk {
  readonly repetitions: Repetition[] = []
  readonly inexact: InexactNumber[] = []
  readonly fractions: FractionLiteral[] = []
  readonly #paths: string[] = []
  readonly #text: string
  readonly #stack: Open[] = []

  constructor(text: string) {
    this.#text = text
  }

  get duplicateFields(): readonly string[] {
    return [...new Set(this.#paths)]
  }

  run(): void {
    const text = this.#text
    let expectKey = false
    for (let at = 0; at < text.length; at++) {
      const char = text[at] as string
      const top = this.#stack.at(-1)
      if (char === '{' || char === '[') {
        expectKey = char === '{'
        this.#stack.push(expectKey ? { seen: new Map(), place: '' } : { seen: undefined, place: 0 })
      } else if (char === '}' || char === ']') {
        this.#stack.pop()
        expectKey = false
      } else if (char === ',') {
        expectKey = top?.seen !== undefined
        if (typeof top?.place === 'number') top.place++
      } else if (char === '"') {
        const end = endOfString(text, at)
        if (expectKey && top?.seen) this.#key(top, top.seen, at, end)
        expectKey = false
        at = end
      } else if (char === '-' || (char >= '0' && char <= '9')) at += this.#number(at) - 1
    }
  }

  #key(top: Open, seen: Map<string, boolean>, start: number, end: number): void {
    const key = JSON.parse(this.#text.slice(start, end + 1)) as string
    top.place = key
    const isReported = seen.get(key)
    if (isReported === undefined) {
      seen.set(key, false)
      return
    }
    if (this.repetitions.length < MAX_FINDINGS) this.repetitions.push({ key, offset: start })
    if (isReported || this.#paths.length > MAX_REPORTED_FIELDS) return
    seen.set(key, true)
    this.#paths.push(this.#path())
  }

  /** Checks a number; returns its length. */
  #number(start: number): number {
    NUMBER.lastIndex = start
    const literal = NUMBER.exec(this.#text)?.[0] ?? '0'
    if (this.inexact.length < MAX_FINDINGS && !isExact(literal)) {
      this.inexact.push({ path: this.#path(), key: this.#stack.at(-1)?.place, literal })
    }
    if (this.fractions.length < MAX_FINDINGS && hasFraction(literal)) {
      this.fractions.push({ path: this.#stack.map(({ place }) => place), literal })
    }
    return literal.length
  }

  #path(): string {
    return formatFieldPath(this.#stack.map(({ place }) => place))
  }
}

/**
 * Finds duplicate members and rounded numbers in a text.
 *
 * @param text - Text that `JSON.parse` accepted.
 */
export function findInText(text: string): JsonFindings {
  const walk = new TextWalk(text)
  walk.run()
  return walk
}
