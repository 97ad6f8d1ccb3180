/**
 * ResourceQuota: enforces the quotas of a namespace.
 *
 * @module
 */

import { type ApiObject, check, type Dialect, isNamespaces, tooLarge, ZERO_QUANTITY } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type Amounts, amountsOf } from '../../limits/amounts.js'
import { limitsOf, requestsOf } from '../../limits/pod-resources.js'
import { type AdmissionPlugin, admissionDenied, deniedName } from '../../plugin.js'
import { isUncounted } from '../../quota/counted-types.js'
import { isLimited, type LimitedResource, requireCover } from '../../quota/limited-resources.js'
import type { Quota } from '../../quota/quota.js'
import { type Counted, QuotaLedger } from '../../quota/quota-ledger.js'
import { QuotaStatus } from '../../quota/quota-status.js'
import type { ScopeRequirement } from '../../quota/scopes.js'
import { computeUsage, type Usage } from '../../quota/usage.js'
import type { AdmissionSources } from '../../sources.js'
import { containersOf, isPodResize, podSpecOf } from '../pods/pods.js'

const GROWING: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'services'])

/** If a quota limits one of these, each container has to set it. */
const EXPLICIT = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory']

/** Maximum amounts that are compared for one object, in all quotas together (ours): a tenth of a second. */
const MAX_COMPARED = 30_000

/** Options of {@link resourceQuota}. */
export interface ResourceQuotaOptions {
  /** Resources that may be used only if a quota of the namespace covers them; none by default. */
  readonly limitedResources?: readonly LimitedResource[]
}

const limitedResource = /* @__PURE__ */ check.members<keyof LimitedResource>(
  {
    apiGroup: check.text,
    resource: check.text,
    matchContains: check.listOf(check.text),
    matchScopes: check.listOf(
      check.members<keyof ScopeRequirement>({ scopeName: check.text, operator: check.text, values: check.listOf(check.text) }, [
        'scopeName',
        'operator',
      ]),
    ),
  },
  ['resource'],
)
const quotaOptions = /* @__PURE__ */ check.members<keyof ResourceQuotaOptions>({
  limitedResources: /* @__PURE__ */ check.listOf(limitedResource),
})

/**
 * Refuses writes beyond the ResourceQuotas of their namespace, and keeps the quota status up to date. Concurrent writes cannot
 * exceed a quota together, through several planes on one storage either.
 *
 * @param options - See {@link ResourceQuotaOptions}.
 * @returns A plugin for the end of the list, after webhooks.
 */
export function resourceQuota(options: ResourceQuotaOptions = {}): AdmissionPlugin {
  check.refuse('resourceQuota', quotaOptions(options, ''))
  const { limitedResources = [] } = options
  let parts: { readonly ledger: QuotaLedger; readonly status: QuotaStatus; readonly dialect: Dialect } | undefined
  return {
    name: 'ResourceQuota',
    // A dry run reserves nothing.
    sideEffects: 'NoneOnDryRun',
    start(sources: AdmissionSources) {
      const status = new QuotaStatus(sources)
      const ledger = new QuotaLedger(sources, (quota, isCorrection) =>
        isCorrection ? status.correct(quota) : status.keep(quota),
      )
      parts = { ledger, status, dialect: sources.dialect }
      const stop = ledger.start()
      return () => {
        stop()
        status.close()
      }
    },
    handles: (attributes) =>
      attributes.namespace !== '' &&
      !isNamespaces(attributes) &&
      mayTakeMore(attributes) &&
      parts !== undefined &&
      (parts.ledger.counts(attributes.namespace, attributes) ||
        (isLimited(limitedResources, attributes) && !isUncounted(attributes, parts.dialect))),
    async validate(attributes) {
      const { object, oldObject, namespace, group, resource } = attributes
      if (!parts || !object) return
      const { ledger, status, dialect } = parts
      const type = { group, resource }
      const counted: Counted = { type, namespace, name: deniedName(attributes) }
      const usage = ledger.usageOf(type, object)
      const before = oldObject && ledger.usageOf(type, oldObject)
      await ledger.loaded(counted)
      const quotas = ledger.quotasFor(counted)
      const isMeant = (quota: Quota) => quota.counts(type) && quota.covers(usage)
      const meant = quotas.filter(isMeant)
      requireFewAmounts(meant, usage)
      const limiting = group === '' && resource === 'pods' ? meant.filter((quota) => requiredBy(quota).length > 0) : []
      if (limiting.length > 0) requireExplicit(attributes, limiting, unsetIn(object, dialect))
      if (takesMore(usage, before, meant)) requireCover(limitedResources, attributes, { type, usage, quotas })
      // Called again once the usage is reserved among processes: the quotas may be others by then.
      const requireRoom = () => {
        for (const quota of ledger.quotasFor(counted).filter(isMeant)) {
          requireWithinQuota(attributes, quota, {
            wanted: quota.taken(usage),
            before: quota.taken(before),
            held: quota.held(ledger.heldBy(counted)),
          })
        }
      }
      if (attributes.dryRun || meant.length === 0) return requireRoom()
      attributes.onEnd(await ledger.reserve(counted, usage, requireRoom))
      // Hundreds of quotas may count a claim, most of them only for other storage classes.
      const changed = meant.filter((quota) => quota.taken(usage).size > 0)
      await Promise.all(changed.map((quota) => status.write(quota)))
    },
  }
}

/**
 * Refuses more comparisons than one turn of the event loop has time for: between checking an object and counting it, no other may be
 * counted.
 */
function requireFewAmounts(quotas: readonly Quota[], { amounts }: Usage): void {
  if (quotas.length * amounts.size > MAX_COMPARED)
    throw tooLarge(`the object uses ${amounts.size} resources, too many for the ${quotas.length} quotas of its namespace`)
}

/** Whether an object uses more of any resource than before, or enters the scope of a quota that did not cover it. */
const takesMore = (usage: Usage, before: Usage | undefined, quotas: readonly Quota[]): boolean =>
  before === undefined ||
  quotas.some((quota) => !quota.covers(before)) ||
  [...usage.amounts].some(([name, amount]) => amount.compareTo(before.amounts.get(name) ?? ZERO_QUANTITY) === 1)

/** Whether a write may increase usage: only creates and resizes of pods, and only creates of types that are merely counted. */
function mayTakeMore(attributes: AdmissionAttributes): boolean {
  const { operation, group, resource, subresource } = attributes
  if (subresource !== '') return isPodResize(attributes)
  return operation === 'CREATE' || (operation === 'UPDATE' && group === '' && GROWING.has(resource))
}

/** What an object uses of a quota. */
interface QuotaUsage {
  /** In its new state. */
  readonly wanted: Amounts
  /** In the stored state when the write started. */
  readonly before: Amounts
  /** What is counted for it now, including its writes in progress. */
  readonly held: Amounts
}

/** Refuses a write that exceeds a quota. */
function requireWithinQuota(attributes: AdmissionAttributes, quota: Quota, { wanted, before, held }: QuotaUsage): void {
  const negative = [...wanted].filter(([, amount]) => amount.nanos < 0n).map(([name]) => name)
  if (negative.length > 0) throw admissionDenied(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`)
  // A write that uses no more than before is admitted, even if the quota was lowered below its usage.
  const more = amountsOf(wanted, (name) => (wanted.get(name)?.compareTo(held.get(name)) ?? 1) > 0)
  const exceeded = [...more.keys()].filter((name) => {
    const total = quota.used(name).plus(more.get(name) ?? ZERO_QUANTITY)
    return total.minus(held.get(name) ?? ZERO_QUANTITY).compareTo(quota.hard.get(name)) === 1
  })
  if (exceeded.length === 0) return
  const listed = (amountOf: (name: string) => unknown) => exceeded.map((name) => `${name}=${String(amountOf(name))}`).join(',')
  const requested = listed((name) => more.get(name)?.minus(before.get(name) ?? ZERO_QUANTITY))
  const used = listed((name) => quota.used(name))
  const limited = listed((name) => quota.hard.get(name))
  throw admissionDenied(attributes, `exceeded quota: ${quota.name}, requested: ${requested}, used: ${used}, limited: ${limited}`)
}

/** The resources that each container has to set. */
const requiredBy = ({ hard }: Quota): readonly string[] => EXPLICIT.filter((name) => hard.has(name))

/** Refuses pods with containers that do not set a resource that a quota limits. */
function requireExplicit(
  attributes: AdmissionAttributes,
  quotas: readonly Quota[],
  unset: ReadonlyMap<string, readonly string[]>,
): void {
  for (const quota of quotas) {
    const missing = requiredBy(quota).flatMap((resource) => {
      const names = unset.get(resource) ?? []
      return names.length > 0 ? [`${resource} for: ${names.join(',')}`] : []
    })
    if (missing.length > 0) throw admissionDenied(attributes, `failed quota: ${quota.name}: must specify ${missing.join('; ')}`)
  }
}

/** The containers that do not set each resource, by the resource. Found once, however many quotas there are. */
function unsetIn(pod: ApiObject, dialect: Dialect): ReadonlyMap<string, readonly string[]> {
  const spec = podSpecOf(pod)
  // Pod-level resources suffice.
  if (spec.resources?.requests ?? spec.resources?.limits) return new Map()
  const said = containersOf(spec).map((container) => ({
    name: container.name ?? '',
    amounts: computeUsage(requestsOf(container), limitsOf(container), dialect),
  }))
  const without = (resource: string) => said.filter(({ amounts }) => !amounts.has(resource)).map(({ name }) => name)
  return new Map(EXPLICIT.map((resource) => [resource, without(resource).sort()]))
}
