/**
 * Converts YAML nodes to JSON values: expands aliases within limits, resolves merge keys, reports duplicate keys.
 *
 * @module
 */

import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { type ApiError, badRequest, formatFieldPath, hasLoneSurrogate, MAX_REPORTED_FIELDS, setKey } from '../meta/index.js'
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
    return this.#collection(node, () =>
      this.#types.isMap(node) ? this.#fill({}, node) : node.items.map((item, index) => this.#below(index, item)),
    )
  }

  /** Reads a map or list within the limits. */
  #collection<T>(node: YAMLMap | YAMLSeq, read: () => T): T {
    this.#spend(1)
    this.#count(Math.max(1, node.items.length))
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (++this.#depth > this.#limits.maxDepth) throw yamlError('exceeded max depth')
    this.#open.add(node)
    const value = read()
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
    return this.#expanded(alias, (target) => this.value(target))
  }

  #expanded<T>(alias: Alias, read: (target: Node) => T): T {
    const target = this.#target(alias)
    this.#aliases++
    const value = read(target)
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

  /** Adds the members of a map. As in Kubernetes, the last of a key wins, whether it is the map's own or a merged one. */
  #fill(map: Record<string, unknown>, node: YAMLMap): Record<string, unknown> {
    for (const pair of node.items) {
      if (this.#isMerge(pair)) this.#mergeAll(map, pair.value)
      else {
        const key = this.#key(pair.key)
        const value = this.#below(key, pair.value)
        if (Object.hasOwn(map, key)) this.#repeated(key, pair)
        setKey(map, key, value)
      }
    }
    return map
  }

  #mergeAll(map: Record<string, unknown>, source: unknown): void {
    if (!this.#types.isSeq(source)) this.#merge(map, source)
    else
      this.#collection(source, () => {
        // Earlier maps win over later ones.
        for (const item of source.items.toReversed()) this.#merge(map, item)
      })
  }

  #merge(map: Record<string, unknown>, source: unknown): void {
    if (this.#types.isMap(source)) this.#collection(source, () => this.#fill(map, source))
    else if (this.#types.isAlias(source)) this.#expanded(source, (target) => this.#merge(map, target))
    else throw yamlError('map merge requires map or sequence of maps as the value')
  }

  /** The line that is reported is that of the value. */
  #repeated(key: string, { key: at, value }: Pair): void {
    if (this.duplicates.length > MAX_REPORTED_FIELDS) return
    const { range } = (value ?? at) as Node
    this.duplicates.push({ path: formatFieldPath([...this.#places, key]), key, offset: range?.[0] ?? 0 })
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
