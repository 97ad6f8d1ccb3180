/**
 * Deletes the content of a namespace: all objects of all served types, custom ones included.
 *
 * @module
 */

import { type Client, isNotFound, type ResourceClient, type ServedType } from '../../client/index.js'
import { messageOf } from '../../meta/index.js'
import { ignoring } from '../client-loop.js'
import type { Findings } from './conditions.js'

/** Deleted after the other types, so that the controllers that run in the namespace's pods can finalize the other objects. */
const LAST: readonly string[] = ['pods']

/**
 * Deletes the content of a namespace, and reports what is left.
 *
 * @param client - A client of the plane.
 * @param namespace - Its name.
 * @param signal - Stops the work.
 */
export async function deleteContent(client: Client, namespace: string, signal: AbortSignal): Promise<Findings> {
  const failures: string[] = []
  const remaining = new Map<string, number>()
  const finalizers = new Map<string, number>()
  let discoveryFailure: string | undefined
  let types: readonly ServedType[] = []
  try {
    types = contentTypes(await client.types())
  } catch (error) {
    discoveryFailure = messageOf(error)
  }
  for (const { verbs, ...type } of types) {
    signal.throwIfAborted()
    const objects = client.resource(type).namespace(namespace)
    try {
      if (!(await deleteAll(objects, verbs.includes('deletecollection'), signal))) continue
      for await (const { metadata } of objects.all({ signal })) {
        count(remaining, `${type.resource}.${type.group}`)
        for (const finalizer of metadata.finalizers ?? []) count(finalizers, finalizer)
      }
    } catch (error) {
      // If the type was deleted meanwhile, so were its objects.
      if (!isNotFound(error)) failures.push(messageOf(error))
    }
  }
  return { discoveryFailure, failures, remaining, finalizers }
}

/** The namespaced types with deletable objects, in the order of deletion. */
function contentTypes(types: readonly ServedType[]): readonly ServedType[] {
  const deletable = types.filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete') && verbs.includes('list'))
  const isLast = ({ group, resource }: ServedType) => group === '' && LAST.includes(resource)
  return [...deletable.filter((type) => !isLast(type)), ...deletable.filter(isLast)]
}

/** Deletes the objects of one type. @returns Whether there were any. */
async function deleteAll(objects: ResourceClient<object>, allAtOnce: boolean, signal: AbortSignal): Promise<boolean> {
  const { items } = await objects.list({ limit: 1, signal })
  if (items.length === 0) return false
  // Their dependents are deleted too, whatever the type's default: they may be cluster-scoped.
  const options = { propagationPolicy: 'Background', signal } as const
  if (allAtOnce) {
    await objects.deleteCollection(options)
    return true
  }
  for await (const { metadata } of objects.all({ signal })) {
    await objects.delete(metadata.name ?? '', options).catch(ignoring(isNotFound))
  }
  return true
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
