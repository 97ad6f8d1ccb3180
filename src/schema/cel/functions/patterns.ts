/**
 * Regular expressions, matched in linear time.
 *
 * @module
 */

import type { RE2JS } from 're2js'
import { patternEngine } from '../../pattern.js'
import { charge } from '../budget.js'
import type { FunctionFamily } from './function-table.js'

/** Patterns that were read lately. Most are literals of a rule, so a few hundred serve all rules in use. */
const recent = new Map<string, RE2JS>()
const MAX_RECENT = 256
const MAX_PATTERN = 10_000

function compile(pattern: string, text: string): RE2JS {
  charge(pattern.length / 4 + (text.length / 10) * (1 + pattern.length / 4))
  const known = recent.get(pattern)
  if (known) return known
  const compiled = read(pattern)
  if (recent.size >= MAX_RECENT) recent.clear()
  recent.set(pattern, compiled)
  return compiled
}

function read(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN) throw new Error(`the regular expression is longer than ${MAX_PATTERN} characters`)
  try {
    return patternEngine().RE2JS.compile(pattern)
  } catch (error) {
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}

const matches = (text: string, pattern: string): boolean => compile(pattern, text).matcher(text).find()

function find(text: string, pattern: string): string {
  const matcher = compile(pattern, text).matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : ''
}

function findAll(text: string, pattern: string, most = -1n): readonly string[] {
  const matcher = compile(pattern, text).matcher(text)
  const found: string[] = []
  while ((most < 0n || BigInt(found.length) < most) && matcher.find()) {
    charge(1)
    found.push(matcher.group() ?? '')
  }
  return found
}

/**
 * Tells whether a pattern can be read.
 *
 * @returns What is wrong with it, or undefined.
 */
export function patternFault(pattern: string): string | undefined {
  try {
    read(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
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
