/**
 * Binding: a scheduler assigns a pod to a node. It is sent to `pods/binding`, or by older schedulers to `bindings`.
 *
 * @module
 */

import {
  type ApiObject,
  badRequest,
  conflict,
  type Dialect,
  type FieldError,
  formatTime,
  notFound,
  requiredField,
  unsupportedField,
} from '../../../meta/index.js'
import type { ResourceDefinition, Subresource } from '../../definition/definition.js'
import { reviewDefinition } from '../../definition/review-definition.js'
import type { ReviewContext } from '../../definition/strategy.js'
import { listOf, nameOf, recordOf, textAt, valueAt, withFields } from '../../fields/fields.js'
import { refTo } from '../../fields/json-schema.js'
import { referenceSchemas } from '../schemas.js'
import { PODS, requireSameName, SUCCESS, withCondition } from './pod-virtual-kinds.js'

/** Attempts in case of conflicts with other writers. */
const ATTEMPTS = 8
/** The name of the kind in refusals. */
const BINDINGS = Object.freeze({ group: '', resource: 'pods/binding' })

/**
 * The subresource `binding` of pods.
 *
 * @param dialect - The plane's dialect.
 */
export const bindingSubresource = (dialect: Dialect): Subresource => ({
  name: 'binding',
  verbs: ['create'],
  kind: { group: '', version: 'v1', kind: 'Binding' },
  virtualType: bindingType(dialect, requireSameName('Binding')),
})

/**
 * The type `bindings`, which stores nothing: a create binds the pod with the same name.
 *
 * @param dialect - The plane's dialect.
 */
export const bindingDefinition = (dialect: Dialect): ResourceDefinition =>
  bindingType(dialect, async (binding) => {
    if (nameOf(binding) === '') throw badRequest('name is required')
    return binding
  })

const bindingType = (dialect: Dialect, prepareReview: NonNullable<ResourceDefinition['prepareReview']>): ResourceDefinition =>
  reviewDefinition(dialect, {
    group: '',
    kind: 'Binding',
    schemaName: 'core.v1.Binding',
    description: 'Binding says on which node a pod is to run.',
    properties: { target: refTo('core.v1.ObjectReference', 'The node.') },
    required: ['target'],
    schemas: () => referenceSchemas(dialect),
    prepareReview,
    validate: validateTarget,
    review: bind,
  })

function validateTarget({ target }: ApiObject): readonly FieldError[] {
  const [kind, name] = [textAt(target, 'kind'), textAt(target, 'name')]
  return [
    ...(kind === '' || kind === 'Node' ? [] : [unsupportedField('target.kind', kind, ['Node', '<empty>'])]),
    ...(name === '' ? [requiredField('target.name')] : []),
  ]
}

async function bind(binding: ApiObject, context: ReviewContext): Promise<ApiObject> {
  const { namespace } = context
  const name = nameOf(binding)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const pod = await context.read(PODS, namespace, name)
    if (!pod) throw notFound(PODS, name)
    requireUnbound(pod, binding, name)
    const bound = boundTo(textAt(binding.target, 'name'), pod, binding)
    if (
      context.dryRun ||
      (await context.replace(PODS, withCondition(bound, { type: 'PodScheduled' }, formatTime(context.nowMs))))
    ) {
      return SUCCESS
    }
  }
  throw conflict(BINDINGS, name, 'the pod is being changed by others all the time; please try again')
}

/** A pod can be bound only once, and the uid has to match. */
function requireUnbound(pod: ApiObject, { metadata }: ApiObject, name: string): void {
  const refuse = (detail: string) => conflict(BINDINGS, name, detail)
  const { uid, resourceVersion } = metadata
  if (uid && uid !== pod.metadata.uid)
    throw refuse(`Precondition failed: UID in precondition: ${uid}, UID in object meta: ${pod.metadata.uid}`)
  if (resourceVersion && resourceVersion !== pod.metadata.resourceVersion) {
    throw refuse(
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${pod.metadata.resourceVersion}`,
    )
  }
  const node = textAt(pod, 'spec', 'nodeName')
  if (pod.metadata.deletionTimestamp) throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`)
  if (node !== '') throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(node)}`)
  if (listOf(valueAt(pod, 'spec', 'schedulingGates')).length > 0) throw refuse(`pod ${name} has non-empty .spec.schedulingGates`)
}

/** A bound pod: labels and annotations of the binding, such as the topology of the node, replace its own of the same keys. */
function boundTo(nodeName: string, pod: ApiObject, { metadata }: ApiObject): ApiObject {
  const merged = (member: 'annotations' | 'labels') => {
    const both = { ...pod.metadata[member], ...metadata[member] }
    return Object.keys(both).length > 0 && { [member]: both }
  }
  return {
    ...pod,
    metadata: withFields(pod.metadata, { ...merged('labels'), ...merged('annotations') }),
    spec: withFields(recordOf(pod.spec), { nodeName }),
  }
}
