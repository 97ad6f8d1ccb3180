/**
 * YAML bodies: the one door to the YAML package, which is loaded at first use.
 *
 * The field reads YAML 1.1, where a bare `yes` is a boolean; times and base-60 numbers stay text, as they do there.
 *
 * @module
 */

import type { Document, ParseOptions, SchemaOptions, Tags, ToStringOptions, YAMLParseError } from 'yaml'
import { type ApiError, toApiError } from '../meta/index.js'
import { type Decoded, type DecodeLimits, decodeJson, decodeText, MAX_BODY_DEPTH, requireObject } from './json.js'
import type { ListFrame, ListWriter } from './list-writer.js'
import { toYamlValue, yamlError } from './yaml-node.js'

/** A YAML body as a value. */
export interface DecodedYaml extends Decoded {
  /** The repeated keys as the field words them for YAML, such as `line 7: key "k" already set in map`. */
  readonly duplicateMessages: readonly string[]
}

const load = () => import('yaml')

/** Tags of YAML 1.1 whose values JSON does not have; merge keys are resolved by our own walk. */
const FOREIGN_TAG = /:(?:binary|merge|omap|pairs|set|timestamp)$/

/** A point needs a digit to be a number: a lone one is text, such as the key `.` that tools write in managedFields. */
const HAS_DIGIT = /(?=.*\d)/

const jsonTags = (tags: Tags): Tags =>
  tags
    .filter((tag) => typeof tag === 'string' || !(FOREIGN_TAG.test(tag.tag) || ('format' in tag && tag.format === 'TIME')))
    .map((tag) => {
      const isPoint = typeof tag !== 'string' && 'test' in tag && tag.test?.test('.')
      return isPoint && tag.test ? { ...tag, test: new RegExp(`^${HAS_DIGIT.source}${tag.test.source.slice(1)}`) } : tag
    })

const READ_OPTIONS = {
  version: '1.1',
  schema: 'yaml-1.1',
  customTags: jsonTags,
  // The package compares each key with all others of its map; our walk finds repetitions in linear time.
  uniqueKeys: false,
  logLevel: 'silent',
} as const satisfies ParseOptions & SchemaOptions & { version: string; logLevel: string }

const WRITE_OPTIONS = {
  version: '1.1',
  // Text that a reader of YAML 1.2 would take for something else is quoted too.
  compat: 'core',
  aliasDuplicateObjects: false,
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
} as const satisfies ToStringOptions & Record<string, unknown>

/** Deepest nesting of what the package composes (ours): it takes several stack frames for each level. */
const MAX_YAML_DEPTH = 250

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML 1.1 §4.1 forbids.
const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Zero-based lines of offsets that ascend. */
function linesOf(text: string, offsets: readonly number[]): readonly number[] {
  let line = 0
  let next = text.indexOf('\n')
  return offsets.map((offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) line++
    return line
  })
}

/**
 * Words an error as the field does: what its scanner finds is counted from line 1, what its parser finds from line 0,
 * and line 0 is not told.
 */
function explain({ code, message, pos }: YAMLParseError, text: string): string {
  const [offset] = pos
  const [line = 0] = linesOf(text, [offset])
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'TAB_AS_INDENT') {
    const words =
      code === 'TAB_AS_INDENT' ? 'found character that cannot start any token' : 'mapping values are not allowed in this context'
    return line === 0 ? words : `line ${line + 1}: ${words}`
  }
  const atEnd = offset >= text.trimEnd().length
  const last = text.trimEnd().at(-1) ?? ''
  const words = atEnd && '{[,:'.includes(last) ? 'did not find expected node content' : (message.split('\n')[0] ?? message)
  const shown = atEnd ? text.split('\n').length - (text.endsWith('\n') ? 1 : 0) : line
  return shown === 0 ? words : `line ${shown}: ${words}`
}

/** Composes the first document of a text, which is the one that counts; the text may be empty. */
async function firstDocument(text: string, maxDepth: number): Promise<Document | undefined> {
  const { Composer, Lexer, Parser } = await load()
  const parser = new Parser()
  const composer = new Composer(READ_OPTIONS)
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      for (const document of composer.next(token)) return document
    }
    // Composing recurses, so what is too deep is found before. The bottom of the stack is the document.
    if (parser.stack.length > maxDepth + 2) throw yamlError('exceeded max depth')
  }
  for (const token of parser.end()) {
    for (const document of composer.next(token)) return document
  }
  for (const document of composer.end()) return document
  return undefined
}

/** A body that starts like a JSON object mostly is one: clients send JSON as YAML. */
function tryJson(bytes: Uint8Array, limits: DecodeLimits): Decoded | undefined {
  if (bytes[0] !== 0x7b) return undefined
  try {
    return decodeJson(bytes, limits)
  } catch {
    return undefined
  }
}

const asApiError = (error: unknown): ApiError => {
  const known = toApiError(error)
  // The package throws plain errors for what it cannot resolve; the text is the client's fault, not ours.
  return known.status.code === 500 ? yamlError('the document cannot be read', error) : known
}

/**
 * Decodes a YAML body: its first document, as YAML 1.1. Of a key that occurs twice the last value counts. An empty body
 * is null.
 *
 * @param bytes - The body.
 * @param limits - See {@link DecodeLimits}.
 * @returns The value, and the keys that occur more than once.
 * @throws {@link ApiError} 400 for what is not YAML in UTF-8, nests too deep, expands too far by aliases, or has values
 *   that JSON does not have.
 */
export async function decodeYaml(bytes: Uint8Array, limits: DecodeLimits = {}): Promise<DecodedYaml> {
  const json = tryJson(bytes, limits)
  if (json && json.duplicateFields.length === 0) return { ...json, duplicateMessages: [] }
  const text = decodeText(bytes)
  const maxDepth = Math.min(limits.maxDepth ?? MAX_BODY_DEPTH, MAX_YAML_DEPTH)
  if (FORBIDDEN_CHARACTER.test(text)) throw yamlError('control characters are not allowed')
  try {
    const document = await firstDocument(text, maxDepth)
    const error = document?.errors[0]
    if (error) throw yamlError(explain(error, text), error)
    const { value, duplicates } = document ? toYamlValue(document, await load(), maxDepth) : { value: null, duplicates: [] }
    if (limits.objectOnly) requireObject(value)
    const lines = linesOf(
      text,
      duplicates.map(({ offset }) => offset),
    )
    return {
      value,
      duplicateFields: [...new Set(duplicates.map(({ path }) => path))],
      duplicateMessages: duplicates.map(
        ({ key }, index) => `line ${(lines[index] ?? 0) + 1}: key ${JSON.stringify(key)} already set in map`,
      ),
    }
  } catch (error) {
    throw asApiError(error)
  }
}

/**
 * Encodes a JSON value as YAML, with sorted keys as the field writes it.
 *
 * @param value - A JSON value.
 */
export async function encodeYaml(value: unknown): Promise<Uint8Array> {
  const { stringify } = await load()
  return new TextEncoder().encode(stringify(value, WRITE_OPTIONS))
}

/**
 * Loads what writes lists as YAML, item by item: the same bytes that {@link encodeYaml} makes of the whole list.
 *
 * @returns A function that makes the writer of one list.
 */
export async function loadYamlListWriter(): Promise<(frame: ListFrame) => ListWriter> {
  const { stringify } = await load()
  const encoder = new TextEncoder()
  return ({ head, items }) => {
    const members = Object.entries(head)
    const textOf = (entries: typeof members) => (entries.length > 0 ? stringify(Object.fromEntries(entries), WRITE_OPTIONS) : '')
    const before = `${textOf(members.filter(([name]) => name < items))}${items}:\n`
    return {
      saysLength: false,
      head: () => encoder.encode(before),
      item: (item) => encoder.encode(stringify([item], WRITE_OPTIONS)),
      tail: encoder.encode(textOf(members.filter(([name]) => name > items))),
    }
  }
}
