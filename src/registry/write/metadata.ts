/**
 * Metadata that the server owns: values from a client are replaced or dropped on every write.
 *
 * @module
 */

import {
  type ApiObject,
  badRequest,
  conflict,
  copyWith,
  equalExcept,
  formatTime,
  generateName,
  MODIFIED_MESSAGE,
  type ObjectMeta,
  setKey,
  type UnknownRecord,
} from '../../meta/index.js'
import { schemaFor } from '../../resources/index.js'
import type { Schema } from '../../schema/index.js'
import type { Row } from '../../store/index.js'
import { groupResourceOf, type Write } from '../context.js'
import type { Target } from '../types.js'

/** Whether a version keeps its status apart, behind a subresource. */
export const hasStatusSubresource = ({ version }: Target): boolean => version.subresources.some(({ name }) => name === 'status')

/** Removes members of an object; returns the same object when it has none of them. */
export function without<T extends object>(object: T, ...members: string[]): T {
  if (!members.some((member) => Object.hasOwn(object, member))) return object
  const kept: UnknownRecord = {}
  for (const [key, value] of Object.entries(object)) if (!members.includes(key)) setKey(kept, key, value)
  return kept as T
}

/**
 * An object to create with complete metadata, without a status that only its subresource may set.
 *
 * @param write - The write.
 * @param object - As the client sent it, in the storage version.
 * @see Specification, "Object metadata"
 */
export function metadataForCreate({ context, target }: Write, object: ApiObject): ApiObject {
  const { clock, random } = context
  const sent = without(
    object.metadata,
    'resourceVersion',
    'selfLink',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'generation',
  )
  const metadata: ObjectMeta = copyWith(sent, {
    uid: random.uuid(),
    creationTimestamp: formatTime(clock.now()),
    ...(!sent.name && sent.generateName && { name: generateName(sent.generateName, random) }),
    ...(target.definition.namespaced && { namespace: target.namespace }),
    ...(target.definition.hasGeneration && { generation: 1 }),
  })
  const isApart = hasStatusSubresource(target) && !target.definition.strategy.createsStatus
  const rest = isApart ? copyWith(without(object, 'status'), initialStatus(target, object)) : object
  return copyWith(rest, { metadata })
}

/** The default of the schema for a missing status. */
const initialStatuses = new WeakMap<Schema, { readonly status?: unknown }>()

/** The initial status of an object of a custom type: the schema's default, where there is one. */
function initialStatus({ definition }: Target, { apiVersion }: ApiObject): { readonly status?: unknown } {
  const schema = definition.custom ? schemaFor(definition, apiVersion) : undefined
  if (!schema) return {}
  let initial = initialStatuses.get(schema)
  if (!initial) {
    const { status } = schema.applyDefaults<{ status?: unknown }>({})
    initial = status === undefined ? {} : { status }
    initialStatuses.set(schema, initial)
  }
  return initial
}

/**
 * An update with its metadata: server-owned fields keep the values of the live object.
 *
 * @param target - What is updated.
 * @param sent - The new state, in the storage version.
 * @param live - The stored object.
 */
export function metadataForUpdate(target: Target, sent: ApiObject, live: ApiObject): ApiObject {
  const kept = live.metadata
  const metadata: ObjectMeta = copyWith(without(sent.metadata, 'resourceVersion', 'selfLink', 'generation'), {
    uid: sent.metadata.uid ?? kept.uid ?? '',
    ...(target.definition.namespaced && { namespace: target.namespace }),
    ...(kept.creationTimestamp && { creationTimestamp: kept.creationTimestamp }),
    ...(kept.generation !== undefined && { generation: kept.generation }),
    ...(kept.deletionTimestamp && { deletionTimestamp: kept.deletionTimestamp }),
    ...(kept.deletionTimestamp &&
      kept.deletionGracePeriodSeconds !== undefined && { deletionGracePeriodSeconds: kept.deletionGracePeriodSeconds }),
  })
  return copyWith(sent, { metadata })
}

/** Whether two states differ in anything but metadata and a separate status, and so in generation. */
export function desiredStateDiffers(target: Target, next: ApiObject, live: ApiObject): boolean {
  return !(hasStatusSubresource(target) ? equalExcept(next, live, 'metadata', 'status') : equalExcept(next, live, 'metadata'))
}

/**
 * Reads the version that an update depends on.
 *
 * @param text - `metadata.resourceVersion` of the body.
 * @returns The revision, or undefined when the update depends on none.
 * @throws {@link ApiError} 400 when it is no version.
 */
export function expectedRevision(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,16}$/.test(text))
    throw badRequest(`metadata.resourceVersion: Invalid value: ${JSON.stringify(text)}: must be a version`)
  return Number(text) || undefined
}

/** Refuses a write that depends on another version than the live one; a missing object has none. */
export function requireRevision(target: Target, row: Row | undefined, expected: number | undefined): void {
  if (expected !== undefined && expected !== row?.revision) throw conflict(groupResourceOf(target), target.name, MODIFIED_MESSAGE)
}
