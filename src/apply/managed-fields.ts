/**
 * `metadata.managedFields`: ownership as it stands in an object.
 *
 * @module
 */

import { badRequest, isRecord, type ManagedFieldsEntry } from '../meta/index.js'
import type { FieldSet } from './field-set.js'
import { readFieldsV1, writeFieldsV1 } from './fields-v1.js'
import type { Managers, Ownership } from './managers.js'

/** Who a manager is. Appliers keep one entry when they change versions, so that their version is no part of it. */
export interface ManagerIdentity {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  /** Empty for the object itself. */
  readonly subresource: string
}

/** What is known of a manager besides what it owns. */
interface Known {
  readonly identity: ManagerIdentity
  readonly time: string | undefined
  /** The entry that this was read from, to be written as it is while nothing changes. */
  readonly entry: ManagedFieldsEntry | undefined
  readonly fields: FieldSet | undefined
}

/** The managers of one object, by identity. */
export class ManagerTable {
  /** What they own. */
  managers: Managers
  readonly #known = new Map<string, Known>()

  private constructor(managers: Managers, known: Map<string, Known>) {
    this.managers = managers
    this.#known = known
  }

  /** No managers. */
  static get empty(): ManagerTable {
    return new ManagerTable(new Map(), new Map())
  }

  /**
   * Reads managedFields.
   *
   * @param entries - A decoded list; undefined and null are no managers.
   * @throws ApiError 400 when an entry cannot be read.
   */
  static read(entries: unknown): ManagerTable {
    if (entries === undefined || entries === null) return ManagerTable.empty
    if (!Array.isArray(entries)) throw badRequest('metadata.managedFields is not a list')
    const managers = new Map<string, Ownership>()
    const known = new Map<string, Known>()
    for (const entry of entries) {
      const { identity, time } = readEntry(entry)
      const id = identify(identity)
      const fields = readFieldsV1((entry as ManagedFieldsEntry).fieldsV1 ?? null)
      managers.set(id, { version: identity.apiVersion, applied: identity.operation === 'Apply', fields })
      known.set(id, { identity, time, entry: entry as ManagedFieldsEntry, fields })
    }
    return new ManagerTable(managers, known)
  }

  /** The name under which the engine knows a manager; the manager itself need not own anything yet. */
  idOf(identity: ManagerIdentity): string {
    const id = identify(identity)
    if (!this.#known.has(id)) this.#known.set(id, { identity, time: undefined, entry: undefined, fields: undefined })
    return id
  }

  /** Who is behind a name from {@link ManagerTable.idOf} or of a manager that was read. */
  identityOf(id: string): ManagerIdentity | undefined {
    return this.#known.get(id)?.identity
  }

  /** When a manager last changed something; undefined when its entry does not say. */
  timeOf(id: string): string | undefined {
    return this.#known.get(id)?.time
  }

  /** Says when a manager changed something. */
  touch(id: string, time: string | undefined): void {
    const known = this.#known.get(id)
    if (known) this.#known.set(id, { ...known, time, entry: undefined })
  }

  /** Tells whether a manager owned exactly these fields when it was read. */
  hasKept(id: string, fields: FieldSet): boolean {
    return this.#known.get(id)?.fields?.equals(fields) ?? false
  }

  /** The list, in its order: appliers before writers, by time, by name. Entries that did not change are the very ones read. */
  write(): ManagedFieldsEntry[] {
    const written: Written[] = []
    for (const [id, { version, fields }] of this.managers) {
      const known = this.#known.get(id)
      if (!known || fields.isEmpty) continue
      const entry = this.#isAsRead(known, version, fields) ? known.entry : makeEntry(known, version, fields)
      if (entry) written.push({ entry, seconds: secondsOf(known.time), subresource: known.identity.subresource })
    }
    return written.sort(compareWritten).map(({ entry }) => entry)
  }

  #isAsRead(known: Known, version: string, fields: FieldSet): boolean {
    return known.entry !== undefined && known.entry.apiVersion === version && (known.fields?.equals(fields) ?? false)
  }
}

interface Written {
  readonly entry: ManagedFieldsEntry
  readonly seconds: number
  readonly subresource: string
}

function readEntry(entry: unknown): { readonly identity: ManagerIdentity; readonly time: string | undefined } {
  if (!isRecord(entry)) throw badRequest('an entry of metadata.managedFields is not an object')
  const { operation, apiVersion, fieldsType, time } = entry
  if (operation !== 'Apply' && operation !== 'Update')
    throw badRequest('the operation of an entry of metadata.managedFields is neither Apply nor Update')
  if (typeof apiVersion !== 'string' || apiVersion === '')
    throw badRequest('an entry of metadata.managedFields has no apiVersion')
  if (fieldsType !== 'FieldsV1') throw badRequest('the fieldsType of an entry of metadata.managedFields is not FieldsV1')
  const [manager, subresource] = [textOf(entry.manager), textOf(entry.subresource)]
  return { identity: { manager, operation, apiVersion, subresource }, time: typeof time === 'string' ? time : undefined }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw badRequest('the manager or subresource of an entry of metadata.managedFields is no text')
  return value
}

const identify = ({ manager, operation, apiVersion, subresource }: ManagerIdentity): string =>
  JSON.stringify([manager, operation, operation === 'Update' ? apiVersion : '', subresource])

const makeEntry = ({ identity, time }: Known, version: string, fields: FieldSet): ManagedFieldsEntry => ({
  manager: identity.manager,
  operation: identity.operation,
  apiVersion: version,
  ...(time !== undefined && { time }),
  fieldsType: 'FieldsV1',
  fieldsV1: writeFieldsV1(fields),
  ...(identity.subresource !== '' && { subresource: identity.subresource }),
})

/** Seconds of a time of an entry; 0 when there is none. */
export function secondsOf(time: string | undefined): number {
  const ms = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)
}

function compareWritten(left: Written, right: Written): number {
  const [a, b] = [left.entry, right.entry]
  return (
    compareText(a.operation ?? '', b.operation ?? '') ||
    left.seconds - right.seconds ||
    compareText(a.manager ?? '', b.manager ?? '') ||
    compareText(a.apiVersion ?? '', b.apiVersion ?? '') ||
    compareText(left.subresource, right.subresource)
  )
}

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
