/**
 * The shape of one group's messages.
 *
 * @module
 */

import type { MessageSource } from '../../message-table.js'

/** The messages of one version of a group, with their published field numbers. */
export interface GroupMessages {
  /**
   * The group's version in `apiVersion`.
   *
   * @param domain - The dialect's domain of built-in groups.
   */
  readonly apiVersion: (domain: string) => string
  /**
   * Messages that are kinds. Two groups may have kinds of the same name; the part before the last dot of a message's name
   * distinguishes them, and is not part of the kind.
   */
  readonly kinds: readonly string[]
  /** Definitions of these kinds and of their parts; parts of other groups are referenced by name. */
  readonly messages: MessageSource
}
