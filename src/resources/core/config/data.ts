/**
 * Validation of the data of ConfigMaps and Secrets: keys, base64, size.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  utf8Length,
} from '../../../meta/index.js'
import { recordOf, textOf } from '../../fields/fields.js'

/** Maximum bytes of data in one object. */
export const DATA_MAX = 1024 * 1024

const KEY_MAX = 253
const KEY = /^[-._a-zA-Z0-9]+$/
const KEY_MESSAGE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

/**
 * Checks the key of an entry: it may become a file name.
 *
 * @param key - Name of the entry.
 * @returns The errors.
 */
export function validateDataKey(key: string): readonly string[] {
  const messages: string[] = []
  if (key.length > KEY_MAX) messages.push(`must be no more than ${KEY_MAX} characters`)
  if (!KEY.test(key)) messages.push(KEY_MESSAGE)
  if (key === '.' || key === '..') messages.push(`must not be '${key}'`)
  else if (key.startsWith('..')) messages.push("must not start with '..'")
  return messages
}

/**
 * Checks the keys of a map, in sorted order.
 *
 * @param data - The map.
 * @param path - Where it is, such as `data`.
 */
export function validateDataKeys(data: unknown, path: string): readonly FieldError[] {
  return errorsOf(Object.keys(recordOf(data)).sort(), (key) =>
    validateDataKey(key).map((message) => invalidField(`${path}[${key}]`, key, message)),
  )
}

/**
 * Tells whether the data of an object is too large.
 *
 * @param texts - Texts by name.
 * @param base64 - Bytes by name, in base64.
 */
export function exceedsData(texts: unknown, base64: unknown): boolean {
  // A fast check for the usual case: a UTF-16 code unit takes at most three bytes.
  const atMost = 3 * sumOf(texts, (text) => text.length) + sumOf(base64, (text) => text.length)
  return atMost > DATA_MAX && sumOf(texts, utf8Length) + sumOf(base64, bytesOfBase64) > DATA_MAX
}

const sumOf = (data: unknown, measure: (text: string) => number): number =>
  Object.values(recordOf(data)).reduce<number>((sum, value) => sum + measure(textOf(value)), 0)

const bytesOfBase64 = (value: string): number => Math.floor((value.replace(/[=\r\n]/g, '').length * 3) / 4)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\u0000-\u007f]*$/
const encoder = new TextEncoder()

/** Text as base64 of its UTF-8 bytes. */
export function toBase64(value: string): string {
  // Most strings are ASCII, and there may be tens of thousands of them.
  if (ASCII.test(value)) return btoa(value)
  const bytes = encoder.encode(value)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Decodes base64 to text; undefined when invalid. Bytes that are not UTF-8 are replaced. */
export function fromBase64(value: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/**
 * Checks that an immutable object keeps its data, and stays immutable.
 *
 * @param object - The new state.
 * @param live - The stored one.
 * @param maps - Names of its data maps.
 */
export function validateImmutable(object: ApiObject, live: ApiObject, maps: readonly string[]): readonly FieldError[] {
  if (live.immutable !== true) return []
  const changed = maps.filter((name) => !jsonEqual(object[name] ?? {}, live[name] ?? {}))
  return [...(object.immutable === true ? [] : ['immutable']), ...changed].map((field) =>
    forbiddenField(field, 'field is immutable when `immutable` is set'),
  )
}
