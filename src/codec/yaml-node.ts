/**
 * Converts YAML nodes to JSON values: expands aliases within limits, resolves merge keys, reports duplicate keys.
 *
 * @module
 */

import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import {
  type ApiError,
  badRequest,
  formatFieldPath,
  hasLoneSurrogate,
  isRecord,
  MAX_REPORTED_FIELDS,
  setKey,
} from '../meta/index.js'
import { tooManyValues } from './json.js'
import type { Repetition } from './json-findings.js'
import { type InexactNumber, isExactWhole } from './whole-numbers.js'

/** Maximum characters and nodes that aliases may add to a document (ours); bodies are smaller than this. */
const MAX_EXPANSION = 4_000_000

const EXCESSIVE_ALIASING = 'document contains excessive aliasing'

/** Maximum number of reported inexact numbers. */
const MAX_FINDINGS = 100

/** The type guards of the YAML package. */
export interface NodeTypes {
  isAlias(node: unknown): node is Alias
  isMap(node: unknown): node is YAMLMap
  isScalar(node: unknown): node is Scalar
  isSeq(node: unknown): node is YAMLSeq
}

/** A duplicate key of a map. */
export interface DuplicateKey extends Repetition {
  /** Such as `data.k`. */
  readonly path: string
}

/** The result of a document. */
export interface YamlValue {
  readonly value: unknown
  /** The first 100. */
  readonly duplicates: readonly DuplicateKey[]
  /** Whole numbers that a double rounds; the first 100. */
  readonly inexact: readonly InexactNumber[]
}

/** Limits of a value. */
export interface YamlLimits {
  /** Maximum depth. */
  readonly maxDepth: number
  /** Maximum members and items, including those repeated by aliases. */
  readonly maxValues: number
  readonly isFile?: boolean
}

/**
 * Makes the error for invalid YAML.
 *
 * @param detail - The error.
 * @param cause - The caught error, if any.
 */
export const yamlError = (detail: string, cause?: unknown): ApiError =>
  badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${detail}`, cause)

/** The traversal of one document. */
class Walk {
  readonly duplicates: DuplicateKey[] = []
  readonly inexact: InexactNumber[] = []
  readonly #types: NodeTypes
  readonly #limits: YamlLimits
  readonly #anchors = new Map<string, Node>()
  /** Nodes whose conversion is in progress; an alias to one of them would never end. */
  readonly #open = new Set<Node>()
  /** Keys and indexes on the path to the current node; the path is formatted only when shown. */
  readonly #places: (string | number)[] = []
  #values = 0
  #expansion = 0
  #aliases = 0
  #depth = 0

  constructor(types: NodeTypes, limits: YamlLimits) {
    this.#types = types
    this.#limits = limits
  }

  value(node: unknown): unknown {
    if (node === null || node === undefined) return null
    if (this.#types.isAlias(node)) return this.#alias(node)
    if (this.#types.isScalar(node)) return this.#scalar(node)
    if (!this.#types.isMap(node) && !this.#types.isSeq(node)) throw yamlError('a value cannot be written as JSON')
    this.#spend(1)
    this.#count(Math.max(1, node.items.length))
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (++this.#depth > this.#limits.maxDepth) throw yamlError('exceeded max depth')
    this.#open.add(node)
    const value = this.#types.isMap(node) ? this.#map(node) : node.items.map((item, index) => this.#below(index, item))
    this.#open.delete(node)
    this.#depth--
    return value
  }

  /** The value of a member or item. */
  #below(place: string | number, node: unknown): unknown {
    this.#places.push(place)
    const value = this.value(node)
    this.#places.pop()
    return value
  }

  #count(values: number): void {
    this.#values += values
    if (this.#values <= this.#limits.maxValues) return
    const { maxValues, isFile } = this.#limits
    throw this.#aliases > 0 ? yamlError(EXCESSIVE_ALIASING) : tooManyValues(maxValues, isFile)
  }

  /** Counts the nodes and characters of an expanded alias. */
  #spend(amount: number): void {
    if (this.#aliases === 0) return
    this.#expansion += amount
    if (this.#expansion > MAX_EXPANSION) throw yamlError(EXCESSIVE_ALIASING)
  }

  #alias(alias: Alias): unknown {
    const target = this.#target(alias)
    this.#aliases++
    const value = this.value(target)
    this.#aliases--
    return value
  }

  #target(alias: Alias): Node {
    const target = this.#anchors.get(alias.source)
    if (!target) throw yamlError(`unknown anchor '${alias.source}' referenced`)
    if (this.#open.has(target)) throw yamlError(`anchor '${alias.source}' value contains itself`)
    return target
  }

  #scalar(node: Scalar): unknown {
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    const { value } = node
    this.#spend(typeof value === 'string' ? value.length + 1 : 1)
    // Only double quotes allow escapes.
    const hasEscapes = node.type === 'QUOTE_DOUBLE'
    if (hasEscapes && hasLoneSurrogate(String(value))) throw yamlError('found invalid Unicode character escape code')
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Number.isFinite(value)) return this.#number(value, node.source ?? '')
    throw yamlError('a value cannot be written as JSON')
  }

  #number(value: number, literal: string): number {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER && !isExactWhole(value, literal) && this.inexact.length < MAX_FINDINGS) {
      this.inexact.push({ path: formatFieldPath(this.#places), key: this.#places.at(-1), literal })
    }
    return value
  }

  #key(node: unknown): string {
    const key = this.#types.isAlias(node) || this.#types.isScalar(node) ? this.value(node) : undefined
    if (key === undefined || key === null || typeof key === 'object') throw yamlError('a map key is not a string')
    return String(key)
  }

  #isMerge({ key }: Pair): boolean {
    return this.#types.isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
  }

  #map(node: YAMLMap): Record<string, unknown> {
    const own: Record<string, unknown> = {}
    const merged: Record<string, unknown>[] = []
    for (const pair of node.items) {
      if (this.#isMerge(pair)) {
        for (const source of this.#merged(pair)) merged.push(source)
        continue
      }
      const key = this.#key(pair.key)
      if (Object.hasOwn(own, key)) this.#repeated(key, (pair.key as Node).range?.[0] ?? 0)
      setKey(own, key, this.#below(key, pair.value))
    }
    // Earlier maps win over later ones, and own keys over all of them.
    for (const source of merged) {
      for (const key of Object.keys(source)) if (!Object.hasOwn(own, key)) setKey(own, key, source[key])
    }
    return own
  }

  #merged({ value }: Pair): Record<string, unknown>[] {
    const source = this.value(value)
    const maps = Array.isArray(source) ? source : [source]
    if (!maps.every(isRecord)) throw yamlError('map merge requires map or sequence of maps as the value')
    return maps
  }

  #repeated(key: string, offset: number): void {
    // Findings within an alias were reported at its anchor.
    if (this.#aliases > 0 || this.duplicates.length > MAX_REPORTED_FIELDS) return
    this.duplicates.push({ path: formatFieldPath([...this.#places, key]), key, offset })
  }
}

/**
 * Converts a YAML document to a JSON value. Of duplicate keys the last value is used.
 *
 * @param document - A composed document without errors.
 * @param types - Type guards of the YAML package.
 * @param limits - See {@link YamlLimits}.
 * @throws {@link ApiError} 400 for values that JSON lacks, and for aliases that expand too far; 413 for too many values.
 */
export function toYamlValue(document: Document, types: NodeTypes, limits: YamlLimits): YamlValue {
  const walk = new Walk(types, limits)
  return { value: walk.value(document.contents), duplicates: walk.duplicates, inexact: walk.inexact }
}
