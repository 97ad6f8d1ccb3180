/**
 * Events of a watch as lines of JSON, or frames of protobuf.
 *
 * An event goes to many watchers, mostly in the same form: each form is encoded once.
 *
 * @module
 */

import { defaultTable, type IncludeObject, makeTable, toPartialObjectMetadata } from '../../codec/index.js'
import { type ApiError, type ApiObject, type Clock, type Dialect, formatApiVersion } from '../../meta/index.js'
import type { Target } from '../../registry/index.js'
import type { BookmarkEvent, ObjectEvent, Row } from '../../store/index.js'
import type { Representation } from '../negotiation.js'
import { type StoredForm, storedForm } from './stored-form.js'

const encoder = new TextEncoder()
const LINE_END = encoder.encode('}\n')
const EVENT_HEADS: Readonly<Record<ObjectEvent['type'], Uint8Array>> = {
  ADDED: encoder.encode('{"type":"ADDED","object":'),
  MODIFIED: encoder.encode('{"type":"MODIFIED","object":'),
  DELETED: encoder.encode('{"type":"DELETED","object":'),
}

/** Encoded lines by event and form, held as weakly as the event. */
const made = new WeakMap<ObjectEvent, Map<string, Uint8Array>>()

/** Longer lines are shared by all watches that start with a row, until all of them have written it. */
const LARGE_BYTES = 64 * 1024
const large = new WeakMap<Row, Map<string, WeakRef<Uint8Array>>>()

/** The form of one watch's events. */
export interface WatchForm {
  readonly target: Target
  readonly representation: Representation
  readonly includeObject: IncludeObject
  readonly dialect: Dialect
  readonly clock: Clock
}

/** Encodes the events of one watch. */
export class WatchEncoder {
  readonly #form: WatchForm
  readonly #stored: StoredForm
  readonly #key: string
  #first = true

  constructor(form: WatchForm) {
    const { target, representation, includeObject } = form
    this.#form = form
    const { shape, metaVersion, format, dropManagedFields } = representation
    this.#stored = storedForm(target.definition, target.version, dropManagedFields)
    const name = `${this.#stored.apiVersion} ${target.definition.names.plural} ${format} ${dropManagedFields ? 'dropping' : ''}`
    this.#key = shape === 'Object' ? name : `${name} ${shape} ${metaVersion} ${shape === 'Table' ? includeObject : ''}`
  }

  /**
   * Encodes an object's event.
   *
   * @param event - The event.
   * @param shared - Whether other watchers get the same event, so that the line is worth caching.
   */
  object(event: ObjectEvent, shared: boolean): Uint8Array {
    // In a watch of tables only the first event describes the columns.
    const headers = this.#first
    this.#first = false
    const key = headers && this.#form.representation.shape === 'Table' ? `${this.#key} headers` : this.#key
    if (!shared) return event.row.size > LARGE_BYTES ? this.#shareLarge(event, key, headers) : this.#write(event, headers)
    let lines = made.get(event)
    if (!lines) {
      lines = new Map()
      made.set(event, lines)
    }
    let line = lines.get(key)
    if (!line) {
      line = this.#write(event, headers)
      lines.set(key, line)
    }
    return line
  }

  #shareLarge(event: ObjectEvent, key: string, headers: boolean): Uint8Array {
    const id = `${event.type} ${key}`
    const lines = large.get(event.row) ?? new Map<string, WeakRef<Uint8Array>>()
    large.set(event.row, lines)
    const known = lines.get(id)?.deref()
    if (known) return known
    const line = this.#write(event, headers)
    lines.set(id, new WeakRef(line))
    return line
  }

  #write({ type, row }: ObjectEvent, headers: boolean): Uint8Array {
    const { shape, metaVersion, format } = this.#form.representation
    if (shape === 'Object' && format === 'json') return this.#stored.bytesBetween(EVENT_HEADS[type], row, LINE_END)
    const object = this.#stored.object(row)
    if (shape === 'Object') return this.#frame(type, object)
    return this.#frame(
      type,
      shape === 'Table' ? this.#table([object], row.revision, headers) : toPartialObjectMetadata(object, metaVersion),
    )
  }

  #frame(type: string, object: object): Uint8Array {
    const { binary } = this.#form.representation
    return binary ? binary.watchFrame(type, object) : encoder.encode(`${JSON.stringify({ type, object })}\n`)
  }

  #table(objects: readonly ApiObject[], revision: number, headers: boolean): object {
    const { target, representation, includeObject, clock } = this.#form
    return makeTable({
      objects,
      definition: target.version.table,
      apiVersion: representation.metaVersion,
      includeObject,
      metadata: { resourceVersion: String(revision) },
      nowMs: clock.now(),
      headers,
    })
  }

  /**
   * Encodes a bookmark: only a version, in an object of the watched kind.
   *
   * @see Specification, "Watch events", 3
   */
  bookmark({ revision, initialEventsEnd }: BookmarkEvent): Uint8Array {
    const { target, representation, dialect, includeObject } = this.#form
    const metadata = {
      resourceVersion: String(revision),
      ...(initialEventsEnd && { annotations: { [dialect.initialEventsEndAnnotation]: 'true' } }),
    }
    const partial = { kind: 'PartialObjectMetadata', apiVersion: representation.metaVersion, metadata }
    if (representation.shape === 'PartialObjectMetadata') return this.#frame('BOOKMARK', partial)
    const { kind } = target.definition.names
    const whole = { kind, apiVersion: formatApiVersion(target.definition.group, target.version.name), metadata }
    if (representation.shape === 'Object') return this.#frame('BOOKMARK', whole)
    const headers = this.#first
    this.#first = false
    const table = this.#table([], revision, headers)
    // A row without content, whose object has the version that was reached.
    const cells = (target.version.table ?? defaultTable).columns.map(() => null)
    return this.#frame('BOOKMARK', { ...table, rows: [{ cells, object: includeObject === 'Object' ? whole : partial }] })
  }

  /** Encodes the event that ends a watch with an error. */
  error(error: ApiError): Uint8Array {
    return this.#frame('ERROR', error.status)
  }
}
