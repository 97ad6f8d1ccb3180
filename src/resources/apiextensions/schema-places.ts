/**
 * The nodes of a definition's schema, including the parts of logical junctions, and collected errors.
 *
 * @module
 */

import { type FieldError, isRecord, type UnknownRecord } from '../../meta/index.js'

/** A schema within a schema, such as that of a property. */
export interface SchemaPart {
  readonly node: Readonly<UnknownRecord>
  /** Such as `spec.versions[0].schema.openAPIV3Schema.properties[spec]`. */
  readonly path: string
  /** Nesting depth. */
  readonly depth: number
}

const JUNCTORS = ['anyOf', 'allOf', 'oneOf'] as const

/** The schemas that validate the same value as a node. */
export function* partsOf({ node, path, depth }: SchemaPart): Iterable<SchemaPart> {
  for (const junctor of JUNCTORS) {
    const parts = node[junctor]
    if (!Array.isArray(parts)) continue
    for (const [i, part] of parts.entries()) {
      if (isRecord(part)) yield { node: part, path: `${path}.${junctor}[${i}]`, depth: depth + 1 }
    }
  }
  if (isRecord(node.not)) yield { node: node.not, path: `${path}.not`, depth: depth + 1 }
}

/**
 * Yields to other work from time to time during a traversal; checking the time at each node would take longer than most nodes.
 */
export class Pace {
  #steps = 0

  /** Whether to yield before the next node. */
  get isPause(): boolean {
    return ++this.#steps % PLACES_A_STRETCH === 0
  }
}

/** Takes well below a millisecond. */
const PLACES_A_STRETCH = 64

/** Limit of errors; more would not help a reader. */
const ERRORS_MAX = 100

/** Collects errors, up to a limit. */
export class ErrorList {
  readonly #errors: FieldError[] = []

  get isFull(): boolean {
    return this.#errors.length >= ERRORS_MAX
  }

  add(error: FieldError): void {
    if (!this.isFull) this.#errors.push(error)
  }

  /** Adds errors up to the limit, and reads no more of the iterator. */
  addAll(errors: Iterable<FieldError>): void {
    if (this.isFull) return
    for (const error of errors) {
      this.#errors.push(error)
      if (this.isFull) return
    }
  }

  /** In the order of their detection. */
  get all(): readonly FieldError[] {
    return this.#errors
  }

  /** Sorted by text. */
  inOrder(): readonly FieldError[] {
    const text = ({ field, message }: FieldError): string => `${field}: ${message}`
    return [...this.#errors].sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0))
  }
}
