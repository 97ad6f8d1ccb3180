/**
 * Regular expressions, matched in linear time.
 *
 * @module
 */

import { type Pattern, readPattern } from '../../text/index.js'
import { charge, unspent } from '../budget.js'
import type { FunctionFamily } from './function-table.js'

/** Number of instructions for one unit of cost: a unit is about a tenth of a microsecond. */
const STEPS_PER_UNIT = 4
/** Cost of compiling one instruction. */
const COMPILE_PRICE = 25

function compile(pattern: string): Pattern {
  charge(pattern.length / 4)
  const read = readPattern(pattern, (size) => charge(size * COMPILE_PRICE))
  if ('fault' in read) throw new Error(read.isTooLarge ? `the regular expression ${read.fault}` : read.fault)
  return read
}

function matches(text: string, pattern: string): boolean {
  const compiled = compile(pattern)
  const most = unspent() * STEPS_PER_UNIT
  const budget = { left: most }
  const isMatch = compiled.matches(text, budget)
  charge((most - budget.left) / STEPS_PER_UNIT)
  return isMatch
}

/** Finds successive matches; each search may read the rest of the text, with all instructions for each character. */
function* search(text: string, pattern: string): Iterable<string> {
  const compiled = compile(pattern)
  const matcher = compiled.matcher(text)
  for (let from = 0; ; from = matcher.end()) {
    charge(1 + ((text.length - from) * compiled.size) / STEPS_PER_UNIT)
    if (!matcher.find()) return
    yield matcher.group() ?? ''
  }
}

function find(text: string, pattern: string): string {
  for (const found of search(text, pattern)) return found
  return ''
}

function findAll(text: string, pattern: string, most = -1n): readonly string[] {
  const found: string[] = []
  if (most === 0n) return found
  for (const match of search(text, pattern)) {
    found.push(match)
    if (BigInt(found.length) === most) break
  }
  return found
}

/** Functions of patterns. */
export const patternFunctions: FunctionFamily = {
  functions: [
    ['string.own_matches(string): bool', matches],
    ['own_matches(string, string): bool', matches],
    ['string.find(string): string', find],
    ['string.findAll(string): list<string>', findAll],
    ['string.findAll(string, int): list<string>', findAll],
  ],
}
