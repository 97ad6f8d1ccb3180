/**
 * Deletes the content of a namespace: all objects of all served types, custom ones included.
 *
 * @module
 */

import { type Client, isNotFound, type ResourceClient, type ServedType } from '../../client/index.js'
import { cutText, laterTurn, messageOf } from '../../meta/index.js'
import { ignoring } from '../client-loop.js'
import type { Findings } from './conditions.js'
import { MAX_SHOWN, Tally } from './tally.js'

/** Deleted before the other types, which protect and configure them: a pod must not outlive its network policies. */
const isFirst = ({ group, resource }: { readonly group: string; readonly resource: string }): boolean =>
  group === '' && resource === 'pods'

/** Objects in a page: each may take more than a megabyte, and several namespaces are emptied at the same time. */
const PAGE = 10
/** Finalizers that are counted in one turn of the event loop. Names are counted, not time, so that tests are repeatable. */
const NAMES_A_TURN = 1_000
/** Longest error of one type in a condition, in characters. */
const MAX_ERROR = 1024

/**
 * Deletes the content of a namespace, and reports what is left.
 *
 * @param client - A client of the plane.
 * @param namespace - Its name.
 * @param signal - Stops the work.
 */
export async function deleteContent(client: Client, namespace: string, signal: AbortSignal): Promise<Findings> {
  const failures: string[] = []
  let failed = 0
  const remaining = new Tally()
  const finalizers = new Tally()
  let names = 0
  let discoveryFailure: string | undefined
  let types: readonly ServedType[] = []
  try {
    types = contentTypes(await client.types())
  } catch (error) {
    discoveryFailure = cutText(messageOf(error), MAX_ERROR)
  }
  for (const { verbs, ...type } of types) {
    signal.throwIfAborted()
    const objects = client.resource(type).namespace(namespace)
    try {
      if (!(await deleteAll(objects, verbs.includes('deletecollection'), signal))) continue
      for await (const { metadata } of objects.all({ limit: PAGE, signal })) {
        remaining.add(`${type.resource}.${type.group}`)
        for (const finalizer of metadata.finalizers ?? []) {
          finalizers.add(finalizer)
          names += 1
          if (names % NAMES_A_TURN === 0) await laterTurn()
        }
      }
    } catch (error) {
      // If the type was deleted meanwhile, so were its objects.
      if (isNotFound(error)) continue
      failed += 1
      if (failures.length < MAX_SHOWN) failures.push(cutText(messageOf(error), MAX_ERROR))
    }
    if (isFirst(type) && (failed > 0 || !remaining.isEmpty)) break
  }
  return { discoveryFailure, failed, failures, remaining, finalizers }
}

/** The namespaced types with deletable objects, in the order of deletion. */
function contentTypes(types: readonly ServedType[]): readonly ServedType[] {
  const deletable = types.filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete') && verbs.includes('list'))
  return [...deletable.filter(isFirst), ...deletable.filter((type) => !isFirst(type))]
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
  for await (const { metadata } of objects.all({ limit: PAGE, signal })) {
    await objects.delete(metadata.name ?? '', options).catch(ignoring(isNotFound))
  }
  return true
}
