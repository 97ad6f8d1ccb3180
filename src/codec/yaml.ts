/**
 * YAML bodies. No other file imports the YAML package, which is loaded at first use.
 *
 * Kubernetes reads YAML 1.1, where a bare `yes` is a boolean; times and base-60 numbers stay text, as in Kubernetes.
 *
 * @module
 */

import { ApiError, firstLine, requireFewNumberNames, shortened, toApiError } from '../meta/index.js'
import {
  type Decoded,
  type DecodeLimits,
  decodeText,
  type JsonText,
  MAX_BODY_DEPTH,
  maxValuesOf,
  readJson,
  requireObject,
} from './json.js'
import type { Repetition } from './json-findings.js'
import type { ListFrame, ListWriter } from './list-writer.js'
import { refuseInexact } from './whole-numbers.js'
import { BODY_SIZE, FILE_SIZE, firstDocument, linesOf } from './yaml-document.js'
import { toYamlValue, yamlError } from './yaml-node.js'
import { placeOf } from './yaml-place.js'
import { YamlWriter } from './yaml-writer.js'

/** A decoded YAML body. */
export interface DecodedYaml extends Decoded {
  /** Messages for duplicate keys in the wording of Kubernetes, such as `line 7: key "k" already set in map`; the first 100. */
  readonly duplicateMessages: readonly string[]
}

const load = () => import('yaml')

/** Maximum depth of composed documents (ours): the package needs several stack frames for each level. */
const MAX_YAML_DEPTH = 250

const SPACE = 0x20
const OPENING_BRACE = 0x7b

/** Tries JSON for a body that starts like an object, as clients send JSON as YAML. */
function tryJson(bytes: Uint8Array, limits: DecodeLimits): JsonText | undefined {
  if (bytes.find((byte) => byte > SPACE) !== OPENING_BRACE) return undefined
  try {
    return readJson(bytes, limits)
  } catch (error) {
    // Invalid JSON may be valid YAML; other errors, such as too many values, apply to both.
    if (error instanceof ApiError && error.status.code === 400) return undefined
    throw error
  }
}

const asApiError = (error: unknown): ApiError => {
  const known = toApiError(error)
  // The package throws plain errors for references that it cannot resolve; the client's text is at fault, not the service.
  return known.status.code === 500 ? yamlError('the document cannot be read', error) : known
}

function messagesOf(text: string, repetitions: readonly Repetition[]): readonly string[] {
  const lines = linesOf(
    text,
    repetitions.map(({ offset }) => offset),
  )
  return repetitions.map(({ key }, index) => {
    return `line ${(lines[index] ?? 0) + 1}: key ${JSON.stringify(shortened(key))} already set in map`
  })
}

async function readYaml(text: string, limits: DecodeLimits): Promise<DecodedYaml> {
  const maxDepth = Math.min(limits.maxDepth ?? MAX_BODY_DEPTH, MAX_YAML_DEPTH)
  const { isFile = false } = limits
  const maxValues = maxValuesOf(limits)
  const yaml = await load()
  const size = maxValues === Number.POSITIVE_INFINITY ? undefined : isFile ? FILE_SIZE : BODY_SIZE
  const document = await firstDocument(yaml, text, { maxDepth, size })
  if (!document) return { value: null, duplicateFields: [], duplicateMessages: [] }
  // Reading ends at the first error by a hook of the package, which another version may not call.
  const [error] = document.errors
  if (error) throw yamlError(firstLine(error.message), error)
  const { value, duplicates, inexact } = toYamlValue(document, yaml, { maxDepth, maxValues, isFile })
  requireFewNumberNames(value)
  refuseInexact(inexact, value, limits.isSchema)
  return {
    value,
    duplicateFields: [...new Set(duplicates.map(({ path }) => path))],
    duplicateMessages: messagesOf(text, duplicates),
  }
}

/**
 * Decodes a YAML body: its first document, as YAML 1.1. Of duplicate keys the last value is used. An empty body is null. Long
 * bodies are read over several turns of the event loop.
 *
 * @param bytes - The body.
 * @param limits - See {@link DecodeLimits}.
 * @returns The value, and the duplicate keys.
 * @throws {@link ApiError} 400 for text that is not YAML in UTF-8, is nested too deep, expands too far by aliases, or has values
 *   that JSON lacks; 413 for a text, or a value, that is too large; 422 for a whole number that JavaScript would round.
 */
export async function decodeYaml(bytes: Uint8Array, limits: DecodeLimits = {}): Promise<DecodedYaml> {
  const json = tryJson(bytes, limits)
  if (json) {
    const { value, text, findings } = json
    return {
      value,
      duplicateFields: findings?.duplicateFields ?? [],
      duplicateMessages: findings ? messagesOf(text, findings.repetitions) : [],
    }
  }
  const text = decodeText(bytes)
  try {
    const decoded = await readYaml(text, limits)
    if (limits.objectOnly) requireObject(decoded.value)
    return decoded
  } catch (error) {
    throw asApiError(error)
  }
}

/**
 * Finds the line of a part of a document, for messages about it.
 *
 * @param text - JSON or YAML.
 * @param path - Keys and indexes of the part.
 * @returns Counted from 1; for a missing part the line of its closest ancestor.
 * @throws {@link ApiError} as {@link decodeYaml}.
 */
export async function yamlLineOf(text: string, path: readonly PropertyKey[]): Promise<number> {
  const yaml = await load()
  const document = await firstDocument(yaml, text, { maxDepth: MAX_YAML_DEPTH, size: BODY_SIZE })
  const [line = 0] = document ? linesOf(text, [placeOf(document, path, yaml)]) : []
  return line + 1
}

async function loadWriter(): Promise<YamlWriter> {
  const { stringify } = await load()
  return new YamlWriter(stringify)
}

/**
 * Encodes a JSON value as YAML, with sorted keys like Kubernetes. For large values use {@link loadYamlWriter}.
 *
 * @param value - A JSON value.
 */
export async function encodeYaml(value: unknown): Promise<Uint8Array> {
  return new TextEncoder().encode((await loadWriter()).whole(value))
}

/**
 * Loads the YAML writer for large objects. Its text equals that of {@link encodeYaml}, except for deeply nested text of many
 * lines.
 *
 * @returns A function that writes an object in chunks, each of which is quick to make.
 */
export async function loadYamlWriter(): Promise<(object: object) => Iterator<string, void>> {
  const writer = await loadWriter()
  return (object) => writer.pieces(object)
}

/**
 * Loads the YAML writer for lists, item by item; see {@link loadYamlWriter}.
 *
 * @returns A function that makes the writer of one list.
 */
export async function loadYamlListWriter(): Promise<(frame: ListFrame) => ListWriter> {
  const writer = await loadWriter()
  const encoder = new TextEncoder()
  return ({ head, items }) => {
    const members = Object.entries(head)
    const textOf = (entries: typeof members) => (entries.length > 0 ? writer.whole(Object.fromEntries(entries)) : '')
    const before = `${textOf(members.filter(([name]) => name < items))}${items}:\n`
    return {
      saysLength: false,
      head: () => encoder.encode(before),
      *item(item) {
        for (const piece of writer.item(item)) yield encoder.encode(piece)
      },
      tail: encoder.encode(textOf(members.filter(([name]) => name > items))),
    }
  }
}
