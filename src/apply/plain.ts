/**
 * Apply over plain objects, for tools.
 *
 * @module
 */

import { check } from '../meta/index.js'
import { type ApplyOperation, type ApplyResult, apply } from './apply.js'
import { aPlainApply, plainManagers, requireManagers } from './check-arguments.js'
import { readFieldsOf, writeFieldsV1 } from './fields/fields-v1.js'
import type { FieldsV1 } from './fields/set-notes.js'
import type { Managers, Ownership } from './managed/managers.js'
import type { FieldConflict } from './merge/conflicts.js'
import type { FieldType } from './types/type.js'
import type { FieldProblem } from './types/validate.js'

/** The fields of one manager, as JSON. */
export interface PlainOwnership {
  /** Version of the type that names the fields; `v1` by default. */
  readonly version?: string
  /** Whether the manager applies (the default) or updates. */
  readonly applied?: boolean
  readonly fields: FieldsV1
}

/** Ownership by manager, as JSON. */
export type PlainManagers = Readonly<Record<string, PlainOwnership>>

/**
 * An apply over plain objects.
 *
 * @typeParam T - The object.
 */
export interface PlainApply<T = unknown> {
  /** From {@link compileType}. */
  readonly type: FieldType
  /** The live object; undefined or null when there is none. */
  readonly live?: T | null | undefined
  /** Managers and their field sets, as JSON or as {@link readManagers} returns them; none by default. */
  readonly managers?: PlainManagers | Managers | undefined
  /** The manager's whole intent. */
  readonly configuration: unknown
  /** The field manager that applies. */
  readonly manager: string
  /** Whether fields of others may be taken. False by default. */
  readonly force?: boolean
  /** Version of the type; `v1` by default. */
  readonly version?: string
}

/**
 * The result.
 *
 * @typeParam T - The object.
 */
export type PlainResult<T = unknown> =
  | {
      readonly outcome: 'applied'
      readonly object: T
      readonly managers: Readonly<Record<string, Required<PlainOwnership>>>
    }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly FieldConflict[] }
  | { readonly outcome: 'invalid'; readonly problems: readonly FieldProblem[] }

/**
 * Applies a configuration to an object: plain JSON in, plain JSON out.
 *
 * @typeParam T - The object: type of `live` and of the result.
 * @param request - Type, object, managers and configuration. None of it is modified.
 * @returns The new object and its ownership, or the conflicts, or the type errors.
 * @throws ApiError 400 for fields that cannot be read, values that are nested too deep and schemas that cannot be read.
 * @see Specification, "Server-side apply", 3 to 5
 */
export function applyConfiguration<T>(request: PlainApply<T>): PlainResult<T> {
  check.refuse('applyConfiguration', aPlainApply(request, ''))
  const { type, live, managers, configuration, manager, force, version } = request
  const options: ApplyOperation = {
    type,
    live,
    applied: configuration,
    managers: readManagers(managers ?? {}),
    manager,
    version: version ?? DEFAULT_VERSION,
    force: force ?? false,
    emptied: 'empty',
  }
  const result: ApplyResult = apply(options)
  return result.outcome === 'applied'
    ? { outcome: 'applied', object: result.object as T, managers: writeManagers(result.managers) }
    : result
}

const DEFAULT_VERSION = 'v1'

/**
 * Reads managers from JSON.
 *
 * @param managers - Ownership by manager; managers that were read already are returned as they are.
 * @throws ApiError 400 for fields that cannot be read.
 */
export function readManagers(managers: PlainManagers | Managers): Managers {
  check.refuse('readManagers', plainManagers(managers, 'managers'))
  if (managers instanceof Map) return managers
  const read = new Map<string, Ownership>()
  for (const [name, { version, applied, fields }] of Object.entries(managers)) {
    read.set(name, { version: version ?? DEFAULT_VERSION, applied: applied ?? true, fields: readFieldsOf(name, fields) })
  }
  return read
}

/** Writes managers as JSON. */
export function writeManagers(managers: Managers): Readonly<Record<string, Required<PlainOwnership>>> {
  requireManagers('writeManagers', managers)
  const entries = [...managers].map(([name, { version, applied, fields }]) => {
    return [name, { version, applied, fields: writeFieldsV1(fields) }] as const
  })
  return Object.fromEntries(entries)
}
