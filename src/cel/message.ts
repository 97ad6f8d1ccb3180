/**
 * Messages: values that expressions construct, such as `Object{…}`.
 *
 * @module
 */

import { charge } from './budget.js'

/** A message. The CEL package identifies types by class, so each type has its own subclass. */
export abstract class Message {
  readonly members: ReadonlyMap<string, unknown>

  /** @param members - A map of its fields. */
  constructor(members: unknown) {
    const entries = members instanceof Map ? [...members.entries()] : Object.entries(members as object)
    charge(entries.length)
    this.members = new Map(entries)
  }
}
