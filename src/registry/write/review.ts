/**
 * Steps of creates of virtual types: the body is a request for an answer, such as a SubjectAccessReview. Nothing is stored, so a
 * dry run is no different.
 *
 * @module
 */

import { type ApiObject, type GroupResource, type ObjectMeta, TurnShare } from '../../meta/index.js'
import type { ReviewContext } from '../../resources/index.js'
import { bodyTypeOf, definitionOf, strategyContext } from '../context.js'
import type { WriteAnswer } from '../types.js'
import { requireSameNamespace } from './address.js'
import { without } from './metadata.js'
import { trackOwners } from './ownership.js'
import type { WriteState } from './state.js'
import { refuseInvalid } from './validate.js'

/** Step: sets metadata. The namespace need not exist: an error would disclose which do. */
export function placeReview(write: WriteState): void {
  const { target, sent } = write
  requireSameNamespace(target, sent.object)
  // The client owns all fields: managedFields of the body are dropped.
  const metadata: ObjectMeta = {
    ...without(sent.object.metadata, 'managedFields'),
    ...(target.definition.namespaced && { namespace: target.namespace }),
  }
  write.sent = { ...sent, object: { ...sent.object, metadata } }
}

/** Bytes of a body whose fields take long to own. */
const LARGE_BODY = 64 * 1024

/** Step: determines field ownership, but not of a large review: nothing is stored, and every user may send some kinds. */
export function trackReviewOwners(write: WriteState): Promise<void> | undefined {
  const { size = 0 } = write.body
  return write.target.subresource || size > LARGE_BODY ? undefined : trackOwners(write)
}

/** Step: lets the strategy prepare the body before validation. */
export function prepareReviewBody(write: WriteState): Promise<void> | undefined {
  const { prepareReview } = bodyTypeOf(write.target).definition
  return prepareReview?.(write.object, reviewContext(write)).then((object) => {
    write.object = object
  })
}

/** Step: refuses an invalid body. */
export function validateReview(write: WriteState): void {
  const { target, object, sent } = write
  const { validateCreate } = bodyTypeOf(target).definition.strategy
  const errors = [...sent.schemaErrors, ...(validateCreate?.(object, reviewContext(write)) ?? [])]
  // A review of an object has that object's name, and none of its own.
  refuseInvalid(write, target.subresource ? '' : (object.metadata.name ?? ''), errors)
}

/** Step: answers. */
export async function answerReview(write: WriteState<WriteAnswer>): Promise<void> {
  const { target, object } = write
  const answer = (await bodyTypeOf(target).definition.review?.(object, reviewContext(write))) ?? object
  write.answer = { object: answer, row: undefined, created: true }
}

const reviewContext = (write: WriteState): ReviewContext => ({
  ...strategyContext(write),
  namespace: write.target.namespace,
  name: write.target.name,
  dryRun: write.dryRun,
  read: async (resource, namespace, name) => {
    const type = storedType(write, resource)
    return (await type?.collection.get(type.keyOf(namespace, name)))?.object
  },
  list: async (resource, namespace) => {
    const page = await storedType(write, resource)?.collection.list({ namespace })
    const turn = new TurnShare()
    const objects: ApiObject[] = []
    for (const row of page?.rows ?? []) {
      // Parses it.
      objects.push(row.object)
      if (turn.isSpent) await turn.next()
    }
    return objects
  },
  replace: async (resource, object) => {
    const { name = '', namespace = '', resourceVersion } = object.metadata
    const type = storedType(write, resource)
    const result = await type?.collection.put(type.keyOf(namespace, name), Number(resourceVersion), object)
    return result?.outcome === 'committed'
  },
  remove({ dryRun, ...options }) {
    const { context, caller, manager } = write
    const target = { ...write.target, subresource: undefined }
    const silent = { ...context, admission: { ...context.admission, isEmpty: true } }
    return context.remove({ context: silent, target, caller, dryRun, manager }, options)
  },
})

function storedType({ context }: WriteState, resource: GroupResource) {
  const definition = definitionOf(context, resource)
  return (
    definition && {
      collection: context.collectionOf(definition),
      keyOf: (namespace: string, name: string) => (definition.namespaced ? `${namespace}/${name}` : name),
    }
  )
}
