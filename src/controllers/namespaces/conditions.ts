/**
 * Conditions of a terminating namespace: five, which are always set together.
 *
 * @module
 */

import { formatTime } from '../../meta/index.js'

/** A stored condition. */
export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly lastTransitionTime?: string
  readonly reason?: string
  readonly message?: string
}

/** The result of deleting the content of a namespace. */
export interface Findings {
  /** Why discovery failed; undefined when it succeeded. */
  readonly discoveryFailure: string | undefined
  /** Errors of types whose objects could not be deleted. */
  readonly failures: readonly string[]
  /** Number of remaining objects, by type name. */
  readonly remaining: ReadonlyMap<string, number>
  /** Number of remaining objects, by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>
}

interface Rule {
  readonly type: string
  /** Reason and message of the good state. */
  readonly good: readonly [reason: string, message: string]
  /** Reason and message of the bad state; undefined in the good state. */
  readonly bad: (findings: Findings) => readonly [reason: string, message: string] | undefined
}

const RULES: readonly Rule[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    good: ['ResourcesDiscovered', 'All resources successfully discovered'],
    bad: ({ discoveryFailure }) => (discoveryFailure === undefined ? undefined : ['DiscoveryFailed', discoveryFailure]),
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    good: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'],
    // Discovery returns types in structured form here, so no text has to be parsed and nothing can fail.
    bad: () => undefined,
  },
  {
    type: 'NamespaceDeletionContentFailure',
    good: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
    bad: ({ failures }) =>
      failures.length === 0
        ? undefined
        : [
            'ContentDeletionFailed',
            `Failed to delete all resource types, ${failures.length} remaining: ${[...failures].sort().join(', ')}`,
          ],
  },
  {
    type: 'NamespaceContentRemaining',
    good: ['ContentRemoved', 'All content successfully removed'],
    bad: ({ remaining }) =>
      remaining.size === 0
        ? undefined
        : [
            'SomeResourcesRemain',
            `Some resources are remaining: ${counted(remaining, (type, count) => `${type} has ${count} resource instances`)}`,
          ],
  },
  {
    type: 'NamespaceFinalizersRemaining',
    good: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
    bad: ({ finalizers }) =>
      finalizers.size === 0
        ? undefined
        : [
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${counted(finalizers, (name, count) => `${name} in ${count} resource instances`)}`,
          ],
  },
]

const counted = (counts: ReadonlyMap<string, number>, say: (name: string, count: number) => string): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => say(name, count))
    .join(', ')

/**
 * Computes the conditions of a namespace from the latest findings.
 *
 * @param before - The present conditions; others among them are kept.
 * @param findings - The findings.
 * @param nowMs - The time.
 * @returns The very same list when nothing has changed.
 */
export function conditionsAfter(before: readonly Condition[], findings: Findings, nowMs: number): readonly Condition[] {
  let changed = false
  const next = [...before]
  for (const { type, good, bad } of RULES) {
    const wrong = bad(findings)
    const [reason, message] = wrong ?? good
    const status = wrong ? 'True' : 'False'
    const at = next.findIndex((condition) => condition.type === type)
    const old = next[at]
    if (old?.status === status && old.reason === reason && old.message === message) continue
    changed = true
    const since = old?.status === status ? old.lastTransitionTime : undefined
    const condition: Condition = { type, status, lastTransitionTime: since ?? formatTime(nowMs), reason, message }
    if (at < 0) next.push(condition)
    else next[at] = condition
  }
  return changed ? next : before
}
