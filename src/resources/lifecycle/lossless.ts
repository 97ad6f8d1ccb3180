/**
 * Conversions that lose nothing: what the older form has no field for goes along in an annotation.
 *
 * @module
 */

import { decodeJson } from '../../codec/index.js'
import { type ApiObject, type FieldError, getKey, isRecord, jsonEqual, setKey, type UnknownRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf, withFields } from '../fields/fields.js'

/** An older form of objects: how they become the present form, and back. Both leave `apiVersion` and the annotation to others. */
export interface Conversions {
  readonly toPresent: (object: ApiObject) => ApiObject
  readonly fromPresent: (object: ApiObject) => ApiObject
}

/** An older form of objects, and what was right in it. */
export interface OlderForm extends Conversions {
  /** Whether it lets a fault pass by the rules of the present form. None by default. */
  readonly allows?: (fault: FieldError) => boolean
}

type Step = string | number

/** A value that the older form has lost: where it is in the present form, what came back there, and what it is. */
interface Lost {
  readonly at: readonly Step[]
  /** Absent when nothing came back. */
  readonly was?: unknown
  /** Absent when there is nothing, but something came back. */
  readonly is?: unknown
}

/** Values that are kept at most: an object with more differences is another object. */
const MAX_LOST = 1000

/**
 * The same conversions, without loss. What a client changes in the older form counts; what it leaves as it was is put back.
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

/** The content with one value put back, if it is still what came of the older form. */
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

/** The value that an annotation keeps; nothing when it is unreadable. */
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
