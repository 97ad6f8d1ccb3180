/**
 * An APIService for each group version that the plane serves, as clients look them up.
 *
 * @module
 */

import { isAlreadyExists, isNotFound } from '../client/index.js'
import { type ApiObject, type Dialect, formatApiVersion, getKey } from '../meta/index.js'
import type { Target } from '../registry/index.js'
import type { ServedResource } from '../resources/index.js'
import { ignoring } from './client-loop.js'
import { followType } from './follow-type.js'
import type { LoopParts, StopLoop } from './loop.js'
import { PLANE } from './plane-caller.js'
import { RetriedWork } from './retried-work.js'

/** Priorities of the groups of Kubernetes; a trailing dot stands for the domain of the dialect. */
const GROUP_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['', 18_000],
  ['apps', 17_800],
  ['events.', 17_750],
  ['authentication.', 17_700],
  ['authorization.', 17_600],
  ['autoscaling', 17_500],
  ['batch', 17_400],
  ['certificates.', 17_300],
  ['networking.', 17_200],
  ['policy', 17_100],
  ['rbac.authorization.', 17_000],
  ['storage.', 16_800],
  ['apiextensions.', 16_700],
  ['admissionregistration.', 16_700],
  ['scheduling.', 16_600],
  ['coordination.', 16_500],
  ['node.', 16_300],
  ['discovery.', 16_200],
  ['flowcontrol.apiserver.', 16_100],
  ['internal.apiserver.', 16_000],
  ['resource.', 15_900],
  ['storagemigration.', 15_800],
])
/** Priorities of versions that their stability does not determine. */
const VERSION_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['v1', 1],
  ['autoscaling/v2', 30],
  ['flowcontrol.apiserver./v1', 21],
])
const BY_STABILITY = { stable: 15, beta: 9, alpha: 1 } as const
/** Priorities in all other groups. */
const CUSTOM = { groupPriorityMinimum: 1_000, versionPriority: 100 } as const

/**
 * Creates the missing APIServices: those of built-in types once, and those of custom types as long as they are served, also again
 * after somebody deleted them; they are deleted when their definitions go. The work is done in the background, as nothing depends
 * on these objects.
 *
 * @param parts - The plane, which serves the kind.
 * @returns A function that stops.
 */
export function keepApiServices(parts: LoopParts): StopLoop {
  const retried = new RetriedWork(parts)
  const done = new Set<string>()
  let isScheduled = false
  let work = Promise.resolve()
  const schedule = () => {
    // Several types often come at once, as with a list of definitions.
    if (isScheduled) return
    isScheduled = true
    const next = () => {
      isScheduled = false
      return reconcile(parts, done)
    }
    work = work.then(() => retried.run(next))
  }
  const subscription = parts.registry.catalog.changes.subscribe(schedule)
  const served = servedKind(parts)
  const unfollow = served && followType(parts, served.definition, { put() {}, remove: schedule })
  schedule()
  return () => {
    subscription.unsubscribe()
    unfollow?.()
    retried.close()
  }
}

const servedKind = ({ registry, dialect }: LoopParts): ServedResource | undefined =>
  registry.catalog.find(`apiregistration.${dialect.groupDomain}`, 'v1', 'apiservices')

/**
 * Creates and deletes APIServices.
 *
 * @param parts - The plane.
 * @param done - Names of those of built-in types that were there once; they are added.
 */
async function reconcile(parts: LoopParts, done: Set<string>): Promise<void> {
  const { registry, dialect } = parts
  const served = servedKind(parts)
  if (!served) return
  const known = await registry.stored(served.definition).list({})
  const present = new Set(known.rows.map(({ name }) => name))
  const wanted = new Set<string>()
  const builtInGroups = new Set(registry.catalog.all().flatMap((type) => (type.custom ? [] : [type.group])))
  for (const { group, versions } of registry.catalog.groups()) {
    // It is the group of the kind itself.
    if (group === served.definition.group) continue
    const isBuiltIn = builtInGroups.has(group)
    for (const version of versions) {
      const name = `${version}.${group}`
      wanted.add(name)
      if (!present.has(name) && !done.has(name)) await create(parts, served, { name, group, version, isBuiltIn })
      if (isBuiltIn) done.add(name)
    }
  }
  for (const { name, labels } of known.rows) {
    const isKept = getKey(labels, dialect.automanagedLabel) !== CONTINUOUSLY
    if (!isKept && !wanted.has(name)) await remove(parts, { ...targetOf(served), name })
  }
}

/** Values of the label: created once, and kept while the type is served. */
const [ON_START, CONTINUOUSLY] = ['onstart', 'true']

function prioritiesOf(group: string, version: string, { groupDomain }: Dialect) {
  const name = group.endsWith(`.${groupDomain}`) ? group.slice(0, -groupDomain.length) : group
  const groupPriorityMinimum = GROUP_PRIORITIES.get(name)
  if (groupPriorityMinimum === undefined) return CUSTOM
  const stability = /alpha|beta/.exec(version)?.[0] as 'alpha' | 'beta' | undefined
  const versionPriority = VERSION_PRIORITIES.get(formatApiVersion(name, version)) ?? BY_STABILITY[stability ?? 'stable']
  return { groupPriorityMinimum, versionPriority }
}

const targetOf = (served: ServedResource): Target => ({ ...served, namespace: '', name: '', subresource: undefined })

interface GroupVersion {
  readonly name: string
  readonly group: string
  readonly version: string
  readonly isBuiltIn: boolean
}

async function create(
  parts: LoopParts,
  served: ServedResource,
  { name, group, version, isBuiltIn }: GroupVersion,
): Promise<void> {
  const { registry, dialect } = parts
  const value: ApiObject = {
    apiVersion: formatApiVersion(served.definition.group, 'v1'),
    kind: 'APIService',
    metadata: { name, labels: { [dialect.automanagedLabel]: isBuiltIn ? ON_START : CONTINUOUSLY } },
    spec: { ...(group !== '' && { group }), version, ...prioritiesOf(group, version, dialect) },
  }
  const body = { value, duplicateFields: [], size: 0 }
  // Another replica does the same.
  const created = registry.create(targetOf(served), PLANE, body, { fieldManager: PLANE.user.username })
  await created.catch(ignoring(isAlreadyExists))
}

async function remove({ registry }: LoopParts, target: Target): Promise<void> {
  await registry.delete(target, PLANE, { fieldManager: PLANE.user.username }).catch(ignoring(isNotFound))
}
