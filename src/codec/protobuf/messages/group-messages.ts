/**
 * The shape of one group's messages.
 *
 * @module
 */

import type { MessageSource } from '../../message-table.js'

/** The messages of one version of a group, with their published field numbers. */
export interface GroupMessages {
  /**
   * The group's version as `apiVersion` names it.
   *
   * @param domain - The dialect's domain of built-in groups.
   */
  readonly apiVersion: (domain: string) => string
  /**
   * Messages that are kinds. Two groups may have a kind of one name; what stands before the last dot of a message's name
   * tells those apart, and is no part of the kind.
   */
  readonly kinds: readonly string[]
  /** Definitions of these kinds and of their parts; parts of other groups are referred to by name. */
  readonly messages: MessageSource
}
