/**
 * String functions, which count characters instead of UTF-16 code units.
 *
 * @module
 */

import { findLastText, findText, splitText } from '../../text/index.js'
import { charge } from '../budget.js'
import { formatText } from './format-text.js'
import type { FunctionFamily } from './function-table.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: text without these is counted by code units
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

/** The characters of a string; the string itself if each character is one code unit. */
const charactersOf = (text: string): string | readonly string[] => (isAscii(text) ? text : Array.from(text))

const textOf = (characters: string | readonly string[]): string =>
  typeof characters === 'string' ? characters : characters.join('')

function within(index: bigint, size: number): number {
  if (index < 0n || index > BigInt(size)) throw new Error(`index out of range: ${index}`)
  return Number(index)
}

function charAt(text: string, index: bigint): string {
  const characters = charactersOf(text)
  return characters[within(index, characters.length)] ?? ''
}

function indexOf(text: string, part: string, from = 0n): bigint {
  const characters = charactersOf(text)
  const start = within(from, characters.length)
  if (part === '') return BigInt(start)
  if (typeof characters === 'string') return BigInt(findText(characters, part, start))
  const unit = characters.slice(0, start).join('').length
  const found = findText(text, part, unit)
  return found < 0 ? -1n : BigInt(Array.from(text.slice(0, found)).length)
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const characters = charactersOf(text)
  const start = from === undefined ? characters.length : within(from, characters.length)
  if (part === '') return BigInt(start)
  const unit = typeof characters === 'string' ? start : characters.slice(0, start).join('').length
  const found = findLastText(text, part, unit)
  return found < 0 ? -1n : BigInt(typeof characters === 'string' ? found : Array.from(text.slice(0, found)).length)
}

function substring(text: string, start: bigint, end?: bigint): string {
  const characters = charactersOf(text)
  const from = within(start, characters.length)
  const to = end === undefined ? characters.length : within(end, characters.length)
  if (from > to) throw new Error(`invalid substring range. start: ${start}, end: ${end}`)
  return textOf(characters.slice(from, to))
}

function reverse(text: string): string {
  // Splitting into single characters costs much more than reading them.
  charge(text.length / 2)
  return Array.from(text).reverse().join('')
}

function replace(text: string, from: string, to: string, most = -1n): string {
  const count = most < 0n ? Number.POSITIVE_INFINITY : Number(most)
  const parts = from === '' ? Array.from(text) : splitText(text, from)
  const places = Math.min(count, from === '' ? parts.length + 1 : parts.length - 1)
  charge((text.length + places * to.length) / 10)
  if (from !== '') {
    return parts.reduce((result, part, i) => (i === 0 ? part : result + (i <= places ? to : from) + part), '')
  }
  const woven = parts.map((part, i) => (i < places ? to + part : part)).join('')
  return places > parts.length ? woven + to : woven
}

function split(text: string, separator: string, most = -1n): readonly string[] {
  if (most === 0n) return []
  const parts = separator === '' ? Array.from(text) : splitText(text, separator)
  if (most < 0n || BigInt(parts.length) <= most) return parts
  const whole = Number(most) - 1
  return [...parts.slice(0, whole), parts.slice(whole).join(separator)]
}

function join(parts: readonly unknown[], separator = ''): string {
  charge(parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0) + separator.length, 0) / 10)
  if (!parts.every((part) => typeof part === 'string')) throw new Error('no such overload')
  return parts.join(separator)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is written in another way
const SPECIAL = /["\\\u0007\b\f\n\r\t\v]/g
const quote = (text: string): string =>
  `"${text.replace(SPECIAL, (found) => QUOTED[found] ?? found).replaceAll(/\p{Cs}/gu, '\ufffd')}"`
const QUOTED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

/** String functions. */
export const stringFunctions: FunctionFamily = {
  spaces: ['strings'],
  functions: [
    ['string.charAt(int): string', charAt],
    ['string.own_contains(string): bool', (text: string, part: string) => findText(text, part) >= 0],
    ['string.own_indexOf(string): int', indexOf],
    ['string.own_indexOf(string, int): int', indexOf],
    ['string.own_lastIndexOf(string): int', lastIndexOf],
    ['string.own_lastIndexOf(string, int): int', lastIndexOf],
    ['string.own_lowerAscii(): string', (text: string) => text.replace(/[A-Z]+/g, (found) => found.toLowerCase())],
    ['string.own_upperAscii(): string', (text: string) => text.replace(/[a-z]+/g, (found) => found.toUpperCase())],
    ['string.replace(string, string): string', replace],
    ['string.replace(string, string, int): string', replace],
    ['string.reverse(): string', reverse],
    ['string.own_split(string): list<string>', split],
    ['string.own_split(string, int): list<string>', split],
    ['string.own_substring(int): string', substring],
    ['string.own_substring(int, int): string', substring],
    ['string.own_trim(): string', (text: string) => text.trim()],
    ['string.format(list): string', formatText],
    ['list<string>.own_join(): string', join],
    ['list<string>.own_join(string): string', join],
    ['Space.strings.quote(string): string', (_: unknown, text: string) => quote(text)],
  ],
}
