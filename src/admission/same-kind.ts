/**
 * Validates the results of JSON patches.
 *
 * @module
 */

import { type ApiObject, isRecord } from '../meta/index.js'

/**
 * Refuses a result that is not an object, or is of another kind or version.
 *
 * @param patched - The object after a patch.
 * @param before - The object before it.
 * @param what - Name of the result in the message.
 * @throws Error, with a message for clients.
 */
export function requireSameKind(patched: unknown, before: ApiObject, what: string): asserts patched is ApiObject {
  if (!isRecord(patched)) throw new Error(`${what} is not an object`)
  if (patched.apiVersion === before.apiVersion && patched.kind === before.kind) return
  throw new Error(`${what} is a ${kindOf(patched)}, and no ${kindOf(before)}`)
}

const kindOf = ({ apiVersion, kind }: { readonly apiVersion?: unknown; readonly kind?: unknown }): string =>
  `${String(apiVersion)} ${String(kind)}`
