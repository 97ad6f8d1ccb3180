/**
 * YAML nodes to JSON values: aliases expanded within bounds, merge keys resolved, repeated keys reported.
 *
 * @module
 */

import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { type ApiError, badRequest, isRecord, setKey } from '../meta/index.js'

/** Most characters and nodes that aliases may add to a document (ours); bodies are smaller than this. */
const MAX_EXPANSION = 4_000_000

/** More repeated keys than this are not reported. */
const MAX_DUPLICATES = 100

/** What the walk asks the YAML package. */
export interface NodeTypes {
  isAlias(node: unknown): node is Alias
  isMap(node: unknown): node is YAMLMap
  isScalar(node: unknown): node is Scalar
  isSeq(node: unknown): node is YAMLSeq
}

/** A key that occurs again in its map. */
export interface DuplicateKey {
  /** Such as `data.k`. */
  readonly path: string
  readonly key: string
  /** Where the repetition starts in the text. */
  readonly offset: number
}

/** What became of a document. */
export interface YamlValue {
  readonly value: unknown
  readonly duplicates: readonly DuplicateKey[]
}

/**
 * Makes the error for YAML that cannot be read.
 *
 * @param detail - What is wrong.
 * @param cause - What was caught, if anything.
 */
export const yamlError = (detail: string, cause?: unknown): ApiError =>
  badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${detail}`, cause)

/** The walk over one document. */
class Walk {
  readonly duplicates: DuplicateKey[] = []
  readonly #types: NodeTypes
  readonly #maxDepth: number
  readonly #anchors = new Map<string, Node>()
  /** Nodes whose conversion has begun and not ended; an alias to one of them would never end. */
  readonly #open = new Set<Node>()
  #expansion = 0
  #aliases = 0
  #depth = 0

  constructor(types: NodeTypes, maxDepth: number) {
    this.#types = types
    this.#maxDepth = maxDepth
  }

  value(node: unknown, path: string): unknown {
    if (node === null || node === undefined) return null
    if (this.#types.isAlias(node)) return this.#alias(node, path)
    if (this.#types.isScalar(node)) return this.#scalar(node)
    if (!this.#types.isMap(node) && !this.#types.isSeq(node)) throw yamlError('a value cannot be written as JSON')
    this.#spend(1)
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (++this.#depth > this.#maxDepth) throw yamlError('exceeded max depth')
    this.#open.add(node)
    const value = this.#types.isMap(node)
      ? this.#map(node, path)
      : node.items.map((item, index) => this.value(item, `${path}[${index}]`))
    this.#open.delete(node)
    this.#depth--
    return value
  }

  /** Counts what is made while an alias is expanded. */
  #spend(amount: number): void {
    if (this.#aliases === 0) return
    this.#expansion += amount
    if (this.#expansion > MAX_EXPANSION) throw yamlError('document contains excessive aliasing')
  }

  #alias(alias: Alias, path: string): unknown {
    const target = this.#target(alias)
    this.#aliases++
    const value = this.value(target, path)
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
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw yamlError('a value cannot be written as JSON')
  }

  #key(node: unknown): string {
    const key = this.#types.isAlias(node) || this.#types.isScalar(node) ? this.value(node, '') : undefined
    if (key === undefined || key === null) throw yamlError('a map key is not a string')
    return String(key)
  }

  #isMerge({ key }: Pair): boolean {
    return this.#types.isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
  }

  #map(node: YAMLMap, path: string): Record<string, unknown> {
    const own: Record<string, unknown> = {}
    const merged: Record<string, unknown>[] = []
    for (const pair of node.items) {
      if (this.#isMerge(pair)) {
        merged.push(...this.#merged(pair, path))
        continue
      }
      const key = this.#key(pair.key)
      const place = path === '' ? key : `${path}.${key}`
      if (Object.hasOwn(own, key)) this.#repeated({ path: place, key, offset: (pair.key as Node).range?.[0] ?? 0 })
      setKey(own, key, this.value(pair.value, place))
    }
    // Earlier maps win over later ones, and own keys over all of them.
    for (const source of merged) {
      for (const key of Object.keys(source)) if (!Object.hasOwn(own, key)) setKey(own, key, source[key])
    }
    return own
  }

  #merged({ value }: Pair, path: string): Record<string, unknown>[] {
    const source = this.value(value, path)
    const maps = Array.isArray(source) ? source : [source]
    if (!maps.every(isRecord)) throw yamlError('map merge requires map or sequence of maps as the value')
    return maps
  }

  #repeated(duplicate: DuplicateKey): void {
    // What an alias repeats was reported where it stands.
    if (this.#aliases === 0 && this.duplicates.length < MAX_DUPLICATES) this.duplicates.push(duplicate)
  }
}

/**
 * Turns a YAML document into a JSON value. Of a key that occurs twice the last value counts.
 *
 * @param document - A composed document without errors.
 * @param types - Type guards of the YAML package.
 * @param maxDepth - Deepest nesting of the value.
 * @throws {@link ApiError} 400 for values that JSON does not have, and for aliases that expand too far.
 */
export function toYamlValue(document: Document, types: NodeTypes, maxDepth: number): YamlValue {
  const walk = new Walk(types, maxDepth)
  return { value: walk.value(document.contents, ''), duplicates: walk.duplicates }
}
