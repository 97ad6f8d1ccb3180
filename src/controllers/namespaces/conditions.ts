/**
 * Conditions of a terminating namespace: five, which are always set together.
 *
 * @module
 */

import { formatTime } from '../../meta/index.js'
import { andMore, type Tally } from './tally.js'

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
  /** Number of types whose objects could not be deleted. */
  readonly failed: number
  /** The errors of the first ones. */
  readonly failures: readonly string[]
  /** Number of remaining objects, by type name. */
  readonly remaining: Tally
  /** Number of remaining objects, by finalizer. */
  readonly finalizers: Tally
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
    bad: ({ failed, failures }) =>
      failed === 0
        ? undefined
        : [
            'ContentDeletionFailed',
            `Failed to delete all resource types, ${failed} remaining: ${andMore([...failures].sort(), failed)}`,
          ],
  },
  {
    type: 'NamespaceContentRemaining',
    good: ['ContentRemoved', 'All content successfully removed'],
    bad: ({ remaining }) =>
      remaining.isEmpty
        ? undefined
        : [
            'SomeResourcesRemain',
            `Some resources are remaining: ${remaining.text((type, count) => `${type} has ${count} resource instances`)}`,
          ],
  },
  {
    type: 'NamespaceFinalizersRemaining',
    good: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
    bad: ({ finalizers }) =>
      finalizers.isEmpty
        ? undefined
        : [
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${finalizers.text((name, count) => `${name} in ${count} resource instances`)}`,
          ],
  },
]

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
