/**
 * Priority classes that every cluster has.
 *
 * @module
 */

/** Maximum priority of user-defined classes. */
export const MAX_USER_PRIORITY = 1_000_000_000

/** The classes for critical parts of a cluster, by name. */
export const SYSTEM_PRIORITIES: ReadonlyMap<string, { readonly value: number; readonly description: string }> = new Map([
  [
    'system-cluster-critical',
    {
      value: 2 * MAX_USER_PRIORITY,
      description: 'For system pods that the cluster cannot do without, though they may move to another node.',
    },
  ],
  [
    'system-node-critical',
    {
      value: 2 * MAX_USER_PRIORITY + 1000,
      description: 'For system pods that their node cannot do without, and that must not be moved from it.',
    },
  ],
])
