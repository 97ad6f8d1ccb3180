/**
 * Lossless conversions: values without a field in the older form are kept in an annotation.
 *
 * @module
 */

import { decodeJson } from '../../codec/index.js'
import { type ApiObject, type FieldError, getKey, isRecord, jsonEqual, setKey, type UnknownRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf, withFields } from '../fields/fields.js'
import type { SchemaChanges } from './older-schema.js'

/**
 * An older form of objects: conversions to and from the present form. Both leave `apiVersion` and the annotation to the caller.
 */
export interface Conversions {
  readonly toPresent: (object: ApiObject) => ApiObject
  readonly fromPresent: (object: ApiObject) => ApiObject
}

/** An older form of objects, and its differences in schema and validation. */
export interface OlderForm extends Conversions {
  /** Whether it accepts a violation of the present form's rules. None by default. */
  readonly allows?: (fault: FieldError) => boolean
  /** How its schema differs from the present one. Not at all by default. */
  readonly changes?: SchemaChanges
}

type Step = string | number

/** A value that the older form loses: its path in the present form, the value after a round trip, and the original value. */
interface Lost {
  readonly at: readonly Step[]
  /** Absent when the round trip removes the value. */
  readonly was?: unknown
  /** Absent when the round trip adds the value. */
  readonly is?: unknown
}

/** Maximum number of kept values: an object with more differences is treated as another object. */
const MAX_LOST = 1000

/**
 * The same conversions, made lossless. A client's changes in the older form count; unchanged values are restored.
 *
 * @param form - The conversions.
 * @param annotation - Name of the annotation.
 */
export function lossless({ toPresent, fromPresent }: Conversions, annotation: string): Conversions {
  return {
    fromPresent(object) {
      const older = fromPresent(object)
      const lost: Lost[] = []
      compare(contentOf(toPresent(older)), contentOf(object), [], lost)
      return lost.length === 0 ? older : withAnnotation(older, annotation, JSON.stringify(lost))
    },
    toPresent(object) {
      const text = textOf(getKey(object.metadata.annotations, annotation))
      const present = toPresent(withAnnotation(object, annotation, undefined))
      const content = readLost(text).reduce(putBack, contentOf(present) as unknown)
      return {
        ...(content as object),
        apiVersion: present.apiVersion,
        kind: present.kind,
        metadata: present.metadata,
      } as ApiObject
    },
  }
}

function contentOf({ apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...content }: ApiObject): UnknownRecord {
  return content as UnknownRecord
}

function compare(was: unknown, is: unknown, at: readonly Step[], lost: Lost[]): void {
  if (jsonEqual(was, is) || lost.length >= MAX_LOST) return
  if (isRecord(was) && isRecord(is)) {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
      compare(getKey(was, key), getKey(is, key), [...at, key], lost)
  } else if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    for (const [index, item] of is.entries()) compare(was[index], item, [...at, index], lost)
  } else lost.push({ at, ...(was !== undefined && { was }), ...(is !== undefined && { is }) })
}

/** Restores one value, if it still equals the result of the older form. */
function putBack(content: unknown, { at, was, is }: Lost): unknown {
  const [step, ...rest] = at
  if (step === undefined) return jsonEqual(content, was) ? is : content
  const next = { at: rest, was, is }
  if (typeof step === 'number') {
    if (!Array.isArray(content) || step >= content.length) return content
    return content.map((item, index) => (index === step ? putBack(item, next) : item))
  }
  if (!isRecord(content)) return content
  const value = putBack(getKey(content, step), next)
  const result: UnknownRecord = { ...content }
  if (value === undefined) delete result[step]
  else setKey(result, step, value)
  return result
}

/** The value of an annotation; undefined when unreadable. */
function readLost(text: string): readonly Lost[] {
  if (text === '') return []
  try {
    return listOf(decodeJson(new TextEncoder().encode(text)).value)
      .slice(0, MAX_LOST)
      .filter((entry): entry is Lost & UnknownRecord => isRecord(entry) && Array.isArray(entry.at) && entry.at.every(isStep))
  } catch {
    return []
  }
}

const isStep = (step: unknown): step is Step => typeof step === 'string' || (Number.isInteger(step) && (step as number) >= 0)

function withAnnotation(object: ApiObject, name: string, value: string | undefined): ApiObject {
  const annotations = withFields({ ...recordOf(object.metadata.annotations) }, { [name]: value })
  const isEmpty = Object.keys(annotations).length === 0
  if (isEmpty && object.metadata.annotations === undefined) return object
  return { ...object, metadata: withFields(object.metadata, { annotations: isEmpty ? undefined : annotations }) }
}
