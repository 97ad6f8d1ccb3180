/**
 * The mutating phase of one write: one pass through the plugins, or two when a late change may matter to an early plugin.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'

/** Reads what a plugin has made of an object like what a client sends: pruned, typed, and complete with its defaults. */
export type CompleteObject = (object: ApiObject) => ApiObject

/** The mutating phase of one write, as the plugins in it see it. */
export interface MutatingPhase {
  /** 0 in the first pass, 1 in the second. There is no third. */
  readonly round: number
  readonly complete: CompleteObject
  /**
   * What a plugin has to know again in the second pass.
   *
   * @param plugin - Name of the plugin.
   */
  reinvocation(plugin: string): Reinvocation
}

/**
 * Which webhooks, or policies, of one plugin are called again in the second pass: those with `IfNeeded` that were called
 * before something else changed the object.
 *
 * @see Kubernetes, reinvocation policy
 */
export class Reinvocation {
  readonly #requestPass: () => void
  readonly #called = new Set<string>()
  readonly #again = new Set<string>()
  #left: ApiObject | undefined

  /** @param requestPass - Asks for a second pass. */
  constructor(requestPass: () => void) {
    this.#requestPass = requestPass
  }

  /** Whether a plugin is called in this pass. */
  includes(id: string, round: number): boolean {
    return round === 0 || this.#again.has(id)
  }

  /** Begins a pass of the plugin: what others have changed since its last one counts. */
  begin(object: ApiObject | undefined, round: number): void {
    if (round > 0 && object !== this.#left) this.#expectAgain()
  }

  /** One has changed the object. */
  changed(): void {
    this.#expectAgain()
    this.#requestPass()
  }

  /** One was called that wants to be called again when something changes after it. */
  called(id: string): void {
    this.#called.add(id)
  }

  /** Ends a pass of the plugin. */
  end(object: ApiObject | undefined): void {
    this.#left = object
  }

  #expectAgain(): void {
    for (const id of this.#called) this.#again.add(id)
    this.#called.clear()
  }
}
