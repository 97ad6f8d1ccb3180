/**
 * Places of a definition's schema, the parts of logical junctions among them, and the errors that are found there.
 *
 * @module
 */

import { type FieldError, isRecord, type UnknownRecord } from '../../meta/index.js'

/** One schema within a schema, such as that of a property. */
export interface SchemaPart {
  readonly node: Readonly<UnknownRecord>
  /** Such as `spec.versions[0].schema.openAPIV3Schema.properties[spec]`. */
  readonly path: string
  /** How many places are above it. */
  readonly depth: number
}

const JUNCTORS = ['anyOf', 'allOf', 'oneOf'] as const

/** The schemas that judge the same value as a place. */
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

/** Lets others have a turn now and then in a walk over many places; asking at each of them would take longer than most of them do. */
export class Pace {
  #steps = 0

  /** Whether to pause before the next place. */
  get isPause(): boolean {
    return ++this.#steps % PLACES_A_STRETCH === 0
  }
}

/** Takes well below a millisecond. */
const PLACES_A_STRETCH = 64

/** Errors beyond these say nothing new. */
const ERRORS_MAX = 100

/** Errors, up to as many as can be read. */
export class ErrorList {
  readonly #errors: FieldError[] = []

  get isFull(): boolean {
    return this.#errors.length >= ERRORS_MAX
  }

  add(error: FieldError): void {
    if (!this.isFull) this.#errors.push(error)
  }

  /** Adds as many as there is room for, and asks for no more. */
  addAll(errors: Iterable<FieldError>): void {
    if (this.isFull) return
    for (const error of errors) {
      this.#errors.push(error)
      if (this.isFull) return
    }
  }

  /** As they were found. */
  get all(): readonly FieldError[] {
    return this.#errors
  }

  /** By what they say. */
  inOrder(): readonly FieldError[] {
    const text = ({ field, message }: FieldError): string => `${field}: ${message}`
    return [...this.#errors].sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0))
  }
}
