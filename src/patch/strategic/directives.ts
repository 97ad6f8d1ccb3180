/**
 * The directives of a strategic merge patch: members of its objects that are instructions, not data.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'
import { unreadablePatch } from '../errors.js'

const PATCH = '$patch'
const RETAIN_KEYS = '$retainKeys'
const SET_ELEMENT_ORDER = '$setElementOrder/'
const DELETE_FROM_PRIMITIVE_LIST = '$deleteFromPrimitiveList/'

/** The values of `$patch`. */
export type PatchDirective = 'replace' | 'delete' | 'merge'

/** One object of a patch, split into data and directives. */
export interface Changes {
  /** The operation on the whole object. `merge`, which changes nothing, counts as absent. */
  readonly directive?: 'replace' | 'delete'
  /** The only members to keep. */
  readonly retained?: ReadonlySet<string>
  /** The data: new values by key, null to remove. */
  readonly members: ReadonlyMap<string, unknown>
  /** The order of lists, by the key of the list. */
  readonly orders: ReadonlyMap<string, readonly unknown[]>
  /** Scalars to remove from lists, by the key of the list. */
  readonly removals: ReadonlyMap<string, readonly unknown[]>
}

const NONE: ReadonlyMap<string, readonly unknown[]> = /* @__PURE__ */ new Map()

/**
 * Parses one object of a patch.
 *
 * @param patch - The object.
 * @throws ApiError 400 for an invalid directive.
 */
export function readChanges(patch: UnknownRecord): Changes {
  const members = new Map<string, unknown>()
  // Patches may have a hundred thousand objects, most of them without any.
  let orders: Map<string, readonly unknown[]> | undefined
  let removals: Map<string, readonly unknown[]> | undefined
  let retained: ReadonlySet<string> | undefined
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    // Other keys with a dollar sign, such as `$ref`, are data.
    if (key === PATCH) continue
    if (key === RETAIN_KEYS) retained = readRetained(value)
    else if (key.startsWith(SET_ELEMENT_ORDER)) {
      orders ??= new Map()
      orders.set(key.slice(SET_ELEMENT_ORDER.length), readList(key, value))
    } else if (key.startsWith(DELETE_FROM_PRIMITIVE_LIST)) {
      removals ??= new Map()
      removals.set(key.slice(DELETE_FROM_PRIMITIVE_LIST.length), readScalars(key, value))
    } else members.set(key, value)
  }
  for (const [key, value] of retained ? members : []) {
    if (retained?.has(key) === false && value !== null) {
      throw unreadablePatch(`${RETAIN_KEYS} lists every member that the patch sets, and ${JSON.stringify(key)} is not there`)
    }
  }
  const directive = readDirective(patch)
  return {
    members,
    orders: orders ?? NONE,
    removals: removals ?? NONE,
    ...(retained && { retained }),
    ...((directive === 'replace' || directive === 'delete') && { directive }),
  }
}

/**
 * Parses `$patch` of one object of a patch.
 *
 * @param patch - The object.
 * @returns Undefined when there is none.
 * @throws ApiError 400 for any other value than a directive.
 */
export function readDirective(patch: UnknownRecord): PatchDirective | undefined {
  if (!Object.hasOwn(patch, PATCH)) return undefined
  const directive = patch[PATCH]
  if (directive === 'replace' || directive === 'delete' || directive === 'merge') return directive
  throw unreadablePatch(`${PATCH} is replace, delete or merge`)
}

function readRetained(value: unknown): ReadonlySet<string> {
  const keys = readList(RETAIN_KEYS, value)
  if (!keys.every((key) => typeof key === 'string')) throw unreadablePatch(`${RETAIN_KEYS} is a list of names of members`)
  return new Set(keys)
}

function readScalars(directive: string, value: unknown): readonly unknown[] {
  const list = readList(directive, value)
  if (list.some((item) => Array.isArray(item) || isRecord(item))) throw unreadablePatch(`${directive} is a list of scalars`)
  return list
}

function readList(directive: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadablePatch(`${directive} is a list`)
  return value
}
