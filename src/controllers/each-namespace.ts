/**
 * Objects that exist in every namespace: created where missing, corrected where wrong.
 *
 * @module
 */

import {
  type Client,
  type Controller,
  controller,
  isAlreadyExists,
  isNotFound,
  type ObjectInput,
  type ResourceClient,
} from '../client/index.js'
import { ApiError, type ApiObject } from '../meta/index.js'
import { type ControlLoopOptions, ignoring, runOptions, selected } from './client-loop.js'
import { NAMESPACES } from './types.js'

/** The object to keep in each namespace. */
export interface EachNamespace<T extends object> {
  readonly resource: ResourceClient<T>
  /** The object, without its namespace. */
  readonly object: ObjectInput<T> & { readonly metadata: { readonly name: string } }
  /** Corrects an existing object; returns the same one when it is correct. Default: existing objects are not changed. */
  readonly corrected?: (live: ApiObject & T) => ApiObject & T
}

/**
 * Keeps an object in each namespace that is not terminating.
 *
 * @param client - A client of the plane.
 * @param wanted - The object.
 * @param options - Leader election.
 */
export function keepInEachNamespace<T extends object>(
  client: Client,
  { resource, object, corrected = (live) => live }: EachNamespace<T>,
  options: ControlLoopOptions,
): Controller {
  const { name } = object.metadata
  return controller({
    ...runOptions(options),
    for: client.resource(NAMESPACES),
    watches: [{ resource: selected(resource, `metadata.name=${name}`), map: ({ metadata }) => [metadata.namespace ?? ''] }],
    async reconcile({ metadata }) {
      if (metadata.deletionTimestamp) return
      const objects = resource.namespace(metadata.name ?? '')
      try {
        const live = await objects.get(name)
        const right = corrected(live)
        if (right !== live) await objects.update(right as ObjectInput<T>)
      } catch (error) {
        if (!isNotFound(error)) throw error
        await create(objects, object)
      }
    },
  })
}

/** Creates an object, unless it exists already, or the namespace is being deleted. */
async function create<T extends object>(objects: ResourceClient<T>, object: ObjectInput<T>): Promise<void> {
  const isNeedless = (error: unknown) => isAlreadyExists(error) || isNotFound(error) || isTerminating(error)
  await objects.create(object).catch(ignoring(isNeedless))
}

const isTerminating = (error: unknown): boolean =>
  error instanceof ApiError && error.status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true
