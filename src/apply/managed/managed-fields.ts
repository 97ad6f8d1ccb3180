/**
 * `metadata.managedFields`: the serialized ownership of an object.
 *
 * @module
 */

import { badRequest, compareText, isRecord, type ManagedFieldsEntry, quoteJson } from '../../meta/index.js'
import { FieldSet } from '../fields/field-set.js'
import { readFieldsOf, writeFieldsV1 } from '../fields/fields-v1.js'
import type { Managers, Ownership } from './managers.js'

/** Identity of a manager. An applier keeps one entry across versions, so its version is no part of it. */
export interface ManagerIdentity {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  /** Empty for the object itself. */
  readonly subresource: string
}

/** A manager: its fields when it was read, and its metadata. */
interface Known extends Ownership {
  readonly identity: ManagerIdentity
  /** When it last changed something. */
  time: string | undefined
  /** The entry that it was read from, which is written unchanged while nothing changes. */
  entry: ManagedFieldsEntry | undefined
}

/** The managers of one object, by identity. */
export class ManagerTable {
  /** Their fields. */
  managers: Managers
  /** The managers that were read. */
  readonly #read: ReadonlyMap<string, Known>
  /** The managers that were added. */
  #others: Map<string, Known> | undefined

  private constructor(read: ReadonlyMap<string, Known>) {
    this.managers = read
    this.#read = read
  }

  /** No managers. */
  static get empty(): ManagerTable {
    return new ManagerTable(NO_MANAGERS)
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
    const read = new Map<string, Known>()
    for (const entry of entries) {
      const known = readEntry(entry)
      read.set(identify(known.identity), known)
    }
    return new ManagerTable(read)
  }

  /** The name under which the engine knows a manager; the manager itself need not own anything yet. */
  idOf(identity: ManagerIdentity): string {
    const id = identify(identity)
    if (this.#find(id)) return id
    this.#others ??= new Map()
    this.#others.set(id, makeKnown(identity, FieldSet.empty))
    return id
  }

  /** The identity for an id of {@link ManagerTable.idOf} or of a manager that was read. */
  identityOf(id: string): ManagerIdentity | undefined {
    return this.#find(id)?.identity
  }

  /** When a manager last changed something; undefined when its entry has no time. */
  timeOf(id: string): string | undefined {
    return this.#find(id)?.time
  }

  /** Sets when a manager changed something. */
  touch(id: string, time: string | undefined): void {
    const known = this.#find(id)
    if (!known) return
    known.time = time
    known.entry = undefined
  }

  /** A manager's fields; the instance that was read when they are equal. */
  asRead(id: string, fields: FieldSet): FieldSet {
    const before = this.#read.get(id)?.fields
    return before?.equals(fields) ? before : fields
  }

  /** The list, in its order: appliers before updaters, by time, by name. Unchanged entries are the instances that were read. */
  write(): ManagedFieldsEntry[] {
    const entries: ManagedFieldsEntry[] = []
    for (const [id, { version, fields }] of this.managers) {
      const known = this.#find(id)
      if (known && !fields.isEmpty) entries.push(entryAsRead(known, version, fields) ?? makeEntry(known, version, fields))
    }
    // Mostly in order already, as the stored list was.
    return isInOrder(entries) ? entries : entries.sort(compareEntries)
  }

  #find(id: string): Known | undefined {
    return this.#read.get(id) ?? this.#others?.get(id)
  }
}

const NO_MANAGERS: ReadonlyMap<string, Known> = new Map()

/** The entry that a manager was read from, while it is unchanged. */
const entryAsRead = ({ entry, fields: read }: Known, version: string, fields: FieldSet): ManagedFieldsEntry | undefined =>
  entry?.apiVersion === version && read.equals(fields) ? entry : undefined

function readEntry(entry: unknown): Known {
  if (!isRecord(entry)) throw badRequest('an entry of metadata.managedFields is not an object')
  const { operation, apiVersion, fieldsType, fieldsV1, time } = entry
  if (operation !== 'Apply' && operation !== 'Update')
    throw badRequest('the operation of an entry of metadata.managedFields is neither Apply nor Update')
  if (typeof apiVersion !== 'string' || apiVersion === '')
    throw badRequest('an entry of metadata.managedFields has no apiVersion')
  if (fieldsType !== 'FieldsV1') throw badRequest('the fieldsType of an entry of metadata.managedFields is not FieldsV1')
  const [manager, subresource] = [textOf(entry.manager), textOf(entry.subresource)]
  const known = makeKnown({ manager, operation, apiVersion, subresource }, readFieldsOf(manager, fieldsV1 ?? null))
  known.time = typeof time === 'string' ? time : undefined
  known.entry = entry as unknown as ManagedFieldsEntry
  return known
}

const makeKnown = (identity: ManagerIdentity, fields: FieldSet): Known => ({
  version: identity.apiVersion,
  applied: identity.operation === 'Apply',
  fields,
  identity,
  time: undefined,
  entry: undefined,
})

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw badRequest('the manager or subresource of an entry of metadata.managedFields is no text')
  return value
}

/** The key of an identity, as a JSON list. */
const identify = ({ manager, operation, apiVersion, subresource }: ManagerIdentity): string =>
  `[${quoteJson(manager)},"${operation}",${operation === 'Update' ? quoteJson(apiVersion) : '""'},${quoteJson(subresource)}]`

const makeEntry = ({ identity, time }: Known, version: string, fields: FieldSet): ManagedFieldsEntry => ({
  manager: identity.manager,
  operation: identity.operation,
  apiVersion: version,
  ...(time !== undefined && { time }),
  fieldsType: 'FieldsV1',
  fieldsV1: writeFieldsV1(fields),
  ...(identity.subresource !== '' && { subresource: identity.subresource }),
})

/** Seconds of an entry's time; 0 when there is none. */
export function secondsOf(time: unknown): number {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)
}

function isInOrder(entries: readonly ManagedFieldsEntry[]): boolean {
  for (let i = 1; i < entries.length; i++) {
    if (compareEntries(entries[i - 1] as ManagedFieldsEntry, entries[i] as ManagedFieldsEntry) > 0) return false
  }
  return true
}

function compareEntries(left: ManagedFieldsEntry, right: ManagedFieldsEntry): number {
  return (
    compareText(left.operation ?? '', right.operation ?? '') ||
    (left.time === right.time ? 0 : secondsOf(left.time) - secondsOf(right.time)) ||
    compareText(left.manager ?? '', right.manager ?? '') ||
    compareText(left.apiVersion ?? '', right.apiVersion ?? '') ||
    compareText(left.subresource ?? '', right.subresource ?? '')
  )
}
