/**
 * ResourceQuota: how much there may be of what in a namespace.
 *
 * @module
 */

import { type ApiObject, type Dialect, ZERO_QUANTITY } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { type Amounts, amountsOf } from '../limits/amounts.js'
import { limitsOf, requestsOf } from '../limits/pod-resources.js'
import { type AdmissionPlugin, admissionDenied, deniedName } from '../plugin.js'
import type { Quota } from '../quota/quota.js'
import { type Counted, QuotaLedger } from '../quota/quota-ledger.js'
import { QuotaStatus } from '../quota/quota-status.js'
import { computeUsage } from '../quota/usage.js'
import type { AdmissionSources } from '../sources.js'
import { podSpecOf } from './pods.js'

const GROWING: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'services'])

/** Of these each container has to say how much it wants, where a quota limits them. */
const EXPLICIT: ReadonlySet<string> = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'])

/**
 * Refuses writes beyond the ResourceQuotas of their namespace, and keeps the status of these up to date. Of writes that come at once no
 * more are let through than there is room for. Planes that share a storage do not know of each other's writes that are on their way.
 *
 * @returns A plugin for the end of the list, after webhooks.
 */
export function resourceQuota(): AdmissionPlugin {
  let parts: { readonly ledger: QuotaLedger; readonly status: QuotaStatus; readonly dialect: Dialect } | undefined
  return {
    name: 'ResourceQuota',
    // A dry run holds nothing.
    sideEffects: 'NoneOnDryRun',
    start(sources: AdmissionSources) {
      const status = new QuotaStatus(sources)
      const ledger = new QuotaLedger(sources, (quota) => void status.write(quota).catch(sources.reportError))
      parts = { ledger, status, dialect: sources.dialect }
      return ledger.start()
    },
    handles: (attributes) =>
      attributes.subresource === '' &&
      (attributes.operation === 'CREATE' || mayTakeMore(attributes)) &&
      parts?.ledger.counts(attributes.namespace, attributes) === true,
    async validate(attributes) {
      const { object, oldObject, namespace, group, resource } = attributes
      if (!parts || !object) return
      const { ledger, status, dialect } = parts
      const counted: Counted = { type: { group, resource }, namespace, name: deniedName(attributes) }
      const usage = ledger.usageOf(counted.type, object)
      const before = oldObject && ledger.usageOf(counted.type, oldObject)
      const quotas = ledger.quotasFor(counted).filter((quota) => quota.covers(usage))
      for (const quota of quotas) {
        requireExplicit(attributes, quota, dialect)
        requireRoom(attributes, quota, quota.taken(usage), quota.taken(before), quota.held(ledger.heldBy(counted)))
      }
      if (attributes.dryRun) return
      attributes.onEnd(ledger.reserve(counted, usage))
      await Promise.all(quotas.map((quota) => status.write(quota)))
    },
  }
}

/** What may come to use more by an update: a pod that is there, and what is only counted, does not. */
const mayTakeMore = ({ operation, group, resource }: AdmissionAttributes): boolean =>
  operation === 'UPDATE' && group === '' && GROWING.has(resource)

/**
 * Refuses what would use more than there is.
 *
 * @param attributes - The write.
 * @param quota - The quota.
 * @param wanted - What the object would take of it.
 * @param before - What it took when the write began.
 * @param held - What is counted for it by now, with other writes of it that are on their way.
 */
function requireRoom(attributes: AdmissionAttributes, quota: Quota, wanted: Amounts, before: Amounts, held: Amounts): void {
  const negative = [...wanted].filter(([, amount]) => amount.nanos < 0n).map(([name]) => name)
  if (negative.length > 0) throw admissionDenied(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`)
  // Whoever takes no more than before may go on, also where there is less by now.
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

/** Refuses pods with containers that do not say what they want of something that is limited. */
function requireExplicit(attributes: AdmissionAttributes, quota: Quota, dialect: Dialect): void {
  const required = [...quota.hard.keys()].filter((name) => EXPLICIT.has(name))
  if (required.length === 0 || attributes.group !== '' || attributes.resource !== 'pods') return
  const missing = missingAmounts(attributes.object, required, dialect)
  if (missing.length === 0) return
  throw admissionDenied(attributes, `failed quota: ${quota.name}: must specify ${missing.join('; ')}`)
}

function missingAmounts(pod: ApiObject | undefined, required: readonly string[], dialect: Dialect): readonly string[] {
  const { containers = [], initContainers = [], resources: ofPod } = podSpecOf(pod)
  // A pod that says it for all of them has said enough.
  if (ofPod?.requests ?? ofPod?.limits) return []
  const said = [...containers, ...initContainers].map((container) => ({
    name: container.name ?? '',
    amounts: computeUsage(requestsOf(container), limitsOf(container), dialect),
  }))
  return required.flatMap((resource) => {
    const names = said.filter(({ amounts }) => !amounts.has(resource)).map(({ name }) => name)
    return names.length > 0 ? [`${resource} for: ${names.sort().join(',')}`] : []
  })
}
