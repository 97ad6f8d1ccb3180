/**
 * Virtual kinds at work without a registry: a question, and its answer or what is wrong with it.
 *
 * @module
 */

import type { ApiObject } from '../../src/meta/index.js'
import type { ResourceDefinition, ReviewContext } from '../../src/resources/index.js'
import { context, create } from './support.js'

/** A question of a kind. */
export const question = ({ group, names }: ResourceDefinition, fields: Readonly<Record<string, unknown>> = {}): ApiObject =>
  ({ apiVersion: `${group}/v1`, kind: names.kind, metadata: {}, ...fields }) as ApiObject

/** What is wrong with a question, as `field: message`. */
export const faults = (definition: ResourceDefinition, sent: ApiObject): readonly string[] => create(definition, sent).causes

/** Answers a question the way a registry does. */
export async function answer(
  definition: ResourceDefinition,
  sent: ApiObject,
  about: Partial<ReviewContext> = {},
): Promise<ApiObject> {
  const { object, causes } = create(definition, sent)
  if (causes.length > 0 || !definition.review) throw new Error(`not answered: ${causes.join('; ')}`)
  return definition.review(object, {
    ...context(),
    namespace: '',
    name: '',
    dryRun: false,
    read: async () => undefined,
    list: async () => [],
    replace: async () => false,
    remove: async () => {},
    ...about,
  })
}
