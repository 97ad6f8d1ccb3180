/**
 * Checks an eviction against the disruption budgets of the pod.
 *
 * A controller that counts pods keeps the number of allowed disruptions in the budget's status; an eviction decrements it here.
 *
 * @module
 */

import { ApiError, type ApiObject, forbidden, formatTime, storedLabelSelector, TurnShare, timedOut } from '../../meta/index.js'
import type { ReviewContext } from '../definition/strategy.js'
import { getRecord, listOf, nameOf, numberOf, recordOf, textAt, valueAt, withFields } from '../fields/fields.js'

const BUDGETS = Object.freeze({ group: 'policy', resource: 'poddisruptionbudgets' })
/** Attempts in case of conflicts with other writers. */
const ATTEMPTS = 8
/** Bound on evicted pods that the controller has not yet observed. */
const MAX_DISRUPTED = 2000
const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget."
/** When to retry for a budget whose status is not yet set, in seconds. */
const RETRY_SECONDS = 10

/**
 * Decrements the disruption budget of a pod, if it has one.
 *
 * @param pod - The pod to evict.
 * @param context - Reads and writes the budgets.
 * @param isDryRun - Whether the budget is left unchanged.
 * @throws {@link ApiError} 429 with a cause `DisruptionBudget` when no disruption is allowed, 500 when several budgets match.
 */
export async function askBudgets(pod: ApiObject, context: ReviewContext, isDryRun: boolean): Promise<void> {
  const budgets = await budgetsOf(pod, await context.list(BUDGETS, context.namespace))
  if (budgets.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    throw new ApiError({ code: 500, message })
  }
  const [found] = budgets
  if (!found || mayGoUnhealthy(found, pod)) return
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const budget = await context.read(BUDGETS, context.namespace, nameOf(found))
    // A deleted budget protects no pods.
    if (!budget) return
    const less = takenOff(budget, nameOf(pod), formatTime(context.nowMs))
    if (isDryRun || (await context.replace(BUDGETS, less))) return
  }
  throw timedOut(`couldn't update PodDisruptionBudget ${JSON.stringify(nameOf(found))} due to conflicts`)
}

/** A selector may have tens of thousands of requirements, so there are several turns for many budgets. */
async function budgetsOf(pod: ApiObject, budgets: readonly ApiObject[]): Promise<readonly ApiObject[]> {
  const turn = new TurnShare()
  const found: ApiObject[] = []
  for (const budget of budgets) {
    if (isFor(budget, pod)) found.push(budget)
    if (turn.isSpent) await turn.next()
  }
  return found
}

/** An unreadable selector selects nothing, and neither does a missing one. */
function isFor(budget: ApiObject, { metadata }: ApiObject): boolean {
  const selector = getRecord(budget, 'spec', 'selector')
  if (!selector) return false
  try {
    return storedLabelSelector(selector).matches(metadata.labels)
  } catch {
    return false
  }
}

/** Whether an unready pod may be evicted despite the budget: always, or while enough others are healthy. */
function mayGoUnhealthy(budget: ApiObject, pod: ApiObject): boolean {
  const isReady = listOf(valueAt(pod, 'status', 'conditions')).some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'True',
  )
  if (isReady) return false
  const { currentHealthy, desiredHealthy } = countsOf(budget)
  return (
    textAt(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow' ||
    (currentHealthy >= desiredHealthy && desiredHealthy > 0)
  )
}

const countsOf = (budget: ApiObject) => {
  const status = recordOf(budget.status)
  const count = (name: string): number => numberOf(status[name]) ?? 0
  return {
    allowed: count('disruptionsAllowed'),
    currentHealthy: count('currentHealthy'),
    desiredHealthy: count('desiredHealthy'),
    observedGeneration: count('observedGeneration'),
  }
}

/** The budget after one more disruption. */
function takenOff(budget: ApiObject, pod: string, now: string): ApiObject {
  const name = nameOf(budget)
  const { allowed, currentHealthy, desiredHealthy, observedGeneration } = countsOf(budget)
  const disruptedPods = recordOf(valueAt(budget, 'status', 'disruptedPods'))
  const forbid = (detail: string) => forbidden({ group: 'policy', resource: 'poddisruptionbudget' }, name, detail)
  if (observedGeneration < (budget.metadata.generation ?? 0)) {
    throw refusal(`The disruption budget ${name} is still being processed by the server.`, RETRY_SECONDS)
  }
  if (allowed < 0) throw forbid('pdb disruptions allowed is negative')
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED)
    throw forbid('DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  if (allowed === 0) {
    throw refusal(`The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`)
  }
  const status = withFields(recordOf(budget.status), {
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...disruptedPods, [pod]: now },
  })
  return withFields(budget, { status })
}

const refusal = (message: string, retryAfterSeconds?: number): ApiError =>
  new ApiError({
    code: 429,
    reason: 'TooManyRequests',
    message: REFUSED,
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  })
