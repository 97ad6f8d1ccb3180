/**
 * Composes a document of YAML text, within limits and in short turns.
 *
 * The package uses a hundred bytes or more per character, and as much as a page of text per error. So lexemes are counted while
 * reading, a document beyond the limit is not composed, and the first error ends it.
 *
 * @module
 */

import type * as Yaml from 'yaml'
import type { Composer, Document, ParseOptions, SchemaOptions, Tags } from 'yaml'
import { type ApiError, firstLine, shortened, TurnShare, tooLarge } from '../meta/index.js'
import { yamlError } from './yaml-node.js'
import { NAMED_TAGS, PLAIN } from './yaml-tags.js'

/** Size limits of a text (ours). */
export interface YamlSize {
  /** Name of the text, for messages. */
  readonly what: string
  readonly maxBytes: number
  readonly maxLines: number
  /**
   * Lexemes: scalars, punctuation, runs of spaces, line breaks. Composing, which cannot be interrupted, takes about a millisecond
   * and half a megabyte per thousand.
   */
  readonly maxLexemes: number
}

/** JSON bodies may be longer. A large definition has half of it: of 1 MiB, some 20,000 lines and 100,000 lexemes. */
export const BODY_SIZE: YamlSize = { what: 'body', maxBytes: 2 * 1024 * 1024, maxLines: 100_000, maxLexemes: 160_000 }

/** A document of a file that an operator names: four times as much, with longer words. */
export const FILE_SIZE: YamlSize = { what: 'document', maxBytes: 16 * 1024 * 1024, maxLines: 400_000, maxLexemes: 640_000 }

/** Lexemes that one alias counts as: its node takes as much memory. */
const ALIAS_WEIGHT = 4

/** Characters in double quotes that count as a lexeme: the package reads such text, which may have escapes, one by one. */
const QUOTED_AT_ONCE = 8

/** Lexemes between two checks of the time. */
const LEXEMES_AT_ONCE = 256

/** Merge keys are resolved in yaml-node.ts. Sets and ordered maps are values that JSON lacks. */
const isCollection = (tag: Tags[number]): boolean => typeof tag !== 'string' && /:(?:map|seq)$/.test(tag.tag)

const READ_OPTIONS = {
  version: '1.1',
  schema: 'yaml-1.1',
  // Maps and lists of the package, with scalars of ours.
  customTags: (tags: Tags): Tags => [...tags.filter(isCollection), PLAIN, ...NAMED_TAGS],
  // The package compares each key with all others of its map; our traversal finds duplicates in linear time.
  uniqueKeys: false,
  logLevel: 'silent',
} as const satisfies ParseOptions & SchemaOptions & { version: string; logLevel: string }

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML 1.1 §4.1 forbids.
const FORBIDDEN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** The package's description of an error. */
interface Fault {
  readonly code: string
  readonly message: string
  readonly offset: number
}

/** The package's position of an error. */
type ErrorSource = number | readonly [number, number, ...number[]] | { readonly offset: number }

const offsetOf = (source: ErrorSource): number =>
  typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0]

/**
 * Converts offsets to lines.
 *
 * @param text - The text.
 * @param offsets - In any order.
 * @returns The zero-based line of each.
 */
export function linesOf(text: string, offsets: readonly number[]): readonly number[] {
  let line = 0
  let next = text.indexOf('\n')
  const lines = new Map<number, number>()
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    for (; next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) line++
    lines.set(offset, line)
  }
  return offsets.map((offset) => lines.get(offset) ?? 0)
}

/**
 * Formats an error like Kubernetes: errors of its scanner count from line 1, those of its parser from line 0, and line 0 is
 * omitted, as is that of a value that does not have the type of its tag.
 */
function explain({ code, message, offset }: Fault, text: string): string {
  if (code === 'TAG_RESOLVE_FAILED') return shortened(firstLine(message))
  const [line = 0] = linesOf(text, [offset])
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'TAB_AS_INDENT') {
    const words =
      code === 'TAB_AS_INDENT' ? 'found character that cannot start any token' : 'mapping values are not allowed in this context'
    return line === 0 ? words : `line ${line + 1}: ${words}`
  }
  const atEnd = offset >= text.trimEnd().length
  const last = text.trimEnd().at(-1) ?? ''
  const words = atEnd && '{[,:'.includes(last) ? 'did not find expected node content' : shortened(firstLine(message))
  const shown = atEnd ? text.split('\n').length - (text.endsWith('\n') ? 1 : 0) : line
  return shown === 0 ? words : `line ${shown}: ${words}`
}

/**
 * A composer that throws the first error instead of collecting all: each has a stack trace, and there may be as many as bytes.
 */
function createComposer(yaml: typeof Yaml, refuse: (fault: Fault) => never): Composer {
  const onError = (source: ErrorSource, code: string, message: string, isWarning?: boolean): void => {
    if (!isWarning) refuse({ code, message, offset: offsetOf(source) })
  }
  return Object.assign(new yaml.Composer(READ_OPTIONS), { onError })
}

/** How many lexemes one counts as. */
const lexemesIn = (lexeme: string): number =>
  lexeme.startsWith('*') ? ALIAS_WEIGHT : lexeme.startsWith('"') ? 1 + lexeme.length / QUOTED_AT_ONCE : 1

const tooLong = ({ what }: YamlSize, most: string): ApiError => tooLarge(`a YAML ${what} has at most ${most}; JSON may be longer`)

function checkSize(text: string, size: YamlSize): void {
  if (text.length > size.maxBytes) throw tooLong(size, `${size.maxBytes} bytes`)
  let lines = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === 0x0d) lines++
  }
  if (lines > size.maxLines) throw tooLong(size, `${size.maxLines} line breaks`)
}

/**
 * Composes the first document of a text, which is the only one used.
 *
 * @param yaml - The package.
 * @param text - The text, which may be empty.
 * @param limits - Maximum depth, and size limits of the text.
 * @returns Undefined without a document.
 * @throws {@link ApiError} 400 for invalid YAML or excessive depth, 413 for a text that is too large.
 */
export async function firstDocument(
  yaml: typeof Yaml,
  text: string,
  { maxDepth, size }: { readonly maxDepth: number; readonly size: YamlSize | undefined },
): Promise<Document | undefined> {
  if (FORBIDDEN_CHARACTER.test(text)) throw yamlError('control characters are not allowed')
  if (size) checkSize(text, size)
  let failure: ApiError | undefined
  const refuse = (fault: Fault): never => {
    // The package catches errors thrown within collections and reports them again: the first error is kept.
    failure ??= yamlError(explain(fault, text))
    throw failure
  }
  const parser = new yaml.Parser()
  const composer = createComposer(yaml, refuse)
  let isComposed = false
  /** Passes a token on; returns whether it is beyond the first document. */
  const take = (token: ReturnType<typeof parser.end> extends Iterable<infer T> ? T : never): boolean => {
    if (token.type === 'error') refuse({ code: 'UNEXPECTED_TOKEN', message: token.message, offset: token.offset })
    if (isComposed && (token.type === 'document' || token.type === 'directive')) return true
    for (const _ of composer.next(token)) return true
    isComposed ||= token.type === 'document'
    return false
  }
  const end = (): Document | undefined => {
    for (const document of composer.end()) return document
    return undefined
  }
  const share = new TurnShare()
  let lexemes = 0
  let count = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    lexemes += lexemesIn(lexeme)
    if (size && lexemes > size.maxLexemes) throw tooLong(size, `${size.maxLexemes} words and signs`)
    for (const token of parser.next(lexeme)) if (take(token)) return end()
    // Composing recurses, so the depth is checked first. The bottom of the stack is the document.
    if (parser.stack.length > maxDepth + 2) throw yamlError('exceeded max depth')
    if (++count % LEXEMES_AT_ONCE === 0 && share.isSpent) await share.next()
  }
  for (const token of parser.end()) if (take(token)) break
  return end()
}
