/**
 * Priority classes that every cluster has.
 *
 * @module
 */

/** Maximum priority of user-defined classes. */
export const MAX_USER_PRIORITY = 1_000_000_000

/** The classes for critical parts of a cluster, by name. Literal values, or bundlers would keep the table where nothing uses it. */
export const SYSTEM_PRIORITIES: ReadonlyMap<string, { readonly value: number; readonly description: string }> =
  /* @__PURE__ */ new Map([
    [
      'system-cluster-critical',
      {
        value: 2_000_000_000,
        description: 'For system pods that the cluster cannot do without, though they may move to another node.',
      },
    ],
    [
      'system-node-critical',
      {
        value: 2_000_001_000,
        description: 'For system pods that their node cannot do without, and that must not be moved from it.',
      },
    ],
  ])
