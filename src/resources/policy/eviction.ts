/**
 * Eviction: deletes a pod if its disruption budget allows that. The body of `pods/eviction`.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  formatTime,
  isRecord,
  notFound,
  unsupportedField,
} from '../../meta/index.js'
import { PODS, requireSameName, SUCCESS, withCondition } from '../core/pods/pod-virtual-kinds.js'
import type { Subresource } from '../definition/definition.js'
import { reviewDefinition } from '../definition/review-definition.js'
import type { RemoveOptions, ReviewContext } from '../definition/strategy.js'
import { numberOf, recordOf, textAt, textsOf } from '../fields/fields.js'
import { flag, integer, list, refTo, struct, text } from '../fields/json-schema.js'
import { askBudgets } from './ask-budgets.js'

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const

/**
 * The subresource `eviction` of pods.
 *
 * @param dialect - The plane's dialect.
 * @see Kubernetes documentation, "API-initiated Eviction"
 */
export function evictionSubresource(dialect: Dialect): Subresource {
  const virtualType = reviewDefinition(dialect, {
    group: 'policy',
    kind: 'Eviction',
    schemaName: 'policy.v1.Eviction',
    description: 'Asks a pod to go, if its disruption budgets allow that.',
    properties: { deleteOptions: refTo('policy.v1.EvictionDeleteOptions', 'Options of the delete.') },
    schemas: () => ({
      'policy.v1.EvictionDeleteOptions': struct('Options of a delete.', {
        apiVersion: text('Version of the options.'),
        kind: text('DeleteOptions.'),
        dryRun: list('All: everything is done but the storing.', { type: 'string' }),
        gracePeriodSeconds: integer('Seconds that the pod has to finish; 0 means at once.', 'int64'),
        orphanDependents: flag('Older form of propagationPolicy: whether dependents stay.'),
        preconditions: struct('What the pod has to be.', { uid: text('Its identity.'), resourceVersion: text('Its version.') }),
        propagationPolicy: text('What happens to dependents: Orphan, Background or Foreground.'),
      }),
    }),
    prepareReview: requireSameName('Eviction'),
    validate: validateOptions,
    review: evict,
  })
  return {
    name: 'eviction',
    verbs: ['create'],
    kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
    otherApiVersions: ['policy/v1beta1'],
    virtualType,
  }
}

function validateOptions({ deleteOptions }: ApiObject): readonly FieldError[] {
  const { dryRun, propagationPolicy } = recordOf(deleteOptions)
  const badRuns = textsOf(dryRun).filter((value) => value !== 'All')
  return [
    ...badRuns.map((value) => unsupportedField('deleteOptions.dryRun', value, ['All'])),
    ...(propagationPolicy === undefined || isPolicy(propagationPolicy)
      ? []
      : [unsupportedField('deleteOptions.propagationPolicy', propagationPolicy, POLICIES)]),
  ]
}

const isPolicy = (value: unknown): value is (typeof POLICIES)[number] => POLICIES.some((policy) => policy === value)

/** Phases in which a pod serves no clients: evicting it is no disruption. */
const IDLE_PHASES: ReadonlySet<string> = new Set(['Succeeded', 'Failed', 'Pending'])

async function evict(eviction: ApiObject, context: ReviewContext): Promise<ApiObject> {
  const { name, namespace } = context
  const options = optionsOf(recordOf(eviction.deleteOptions), context.dryRun)
  const pod = await context.read(PODS, namespace, name)
  if (!pod) throw notFound(PODS, name)
  const isGoing = pod.metadata.deletionTimestamp !== undefined
  if (!isGoing && !IDLE_PHASES.has(textAt(pod, 'status', 'phase'))) await askBudgets(pod, context, options.dryRun)
  await context.remove(isGoing || options.dryRun ? options : await afterMark(pod, context, options))
  return SUCCESS
}

/** The dry run flag may be in the query or in the delete options. */
function optionsOf(sent: Readonly<Record<string, unknown>>, isDryRun: boolean): RemoveOptions {
  const { gracePeriodSeconds, propagationPolicy, preconditions, dryRun, orphanDependents } = sent
  const { uid, resourceVersion } = recordOf(preconditions)
  const seconds = numberOf(gracePeriodSeconds)
  return {
    dryRun: isDryRun || textsOf(dryRun).length > 0,
    ...(seconds !== undefined && { gracePeriodSeconds: seconds }),
    ...(isPolicy(propagationPolicy) && { propagationPolicy }),
    ...(typeof orphanDependents === 'boolean' && { orphanDependents }),
    ...(isRecord(preconditions) && {
      preconditions: {
        ...(typeof uid === 'string' && { uid }),
        ...(typeof resourceVersion === 'string' && { resourceVersion }),
      },
    }),
  }
}

/**
 * Records the reason of the eviction in the pod's status.
 *
 * @returns The delete options. A resourceVersion precondition is dropped, as the status write has changed the version.
 */
async function afterMark(pod: ApiObject, context: ReviewContext, options: RemoveOptions): Promise<RemoveOptions> {
  const { uid, resourceVersion } = options.preconditions ?? {}
  const isMeant =
    (uid === undefined || uid === pod.metadata.uid) &&
    (resourceVersion === undefined || resourceVersion === pod.metadata.resourceVersion)
  if (!isMeant) return options
  const reason = { type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' }
  const isMarked = await context.replace(PODS, withCondition(pod, reason, formatTime(context.nowMs)))
  if (!isMarked || resourceVersion === undefined) return options
  return { ...options, preconditions: { uid: uid ?? pod.metadata.uid ?? '' } }
}
