/**
 * The mutating phase of one write: one pass through the plugins, or two if a late change may affect an early plugin.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'

/** Processes the result of a plugin like a client's object: pruned, typed, and defaulted; over several turns if it is large. */
export type CompleteObject = (object: ApiObject) => ApiObject | Promise<ApiObject>

/** The mutating phase of one write, as its plugins see it. */
export interface MutatingPhase {
  /** 0 in the first pass, 1 in the second. There is no third. */
  readonly round: number
  readonly complete: CompleteObject
  /**
   * The state of a plugin for the second pass.
   *
   * @param plugin - Name of the plugin.
   */
  reinvocation(plugin: string): Reinvocation
}

/**
 * Webhooks or policies of one plugin that are reinvoked in the second pass: those with `IfNeeded` that were called before another
 * one changed the object.
 *
 * @see Kubernetes, reinvocation policy
 */
export class Reinvocation {
  readonly #requestPass: () => void
  readonly #called = new Set<string>()
  readonly #again = new Set<string>()
  #left: ApiObject | undefined

  /** @param requestPass - Requests a second pass. */
  constructor(requestPass: () => void) {
    this.#requestPass = requestPass
  }

  /** Whether a plugin is called in this pass. */
  includes(id: string, round: number): boolean {
    return round === 0 || this.#again.has(id)
  }

  /** Begins the plugin's pass: changes by others since its previous pass count. */
  begin(object: ApiObject | undefined, round: number): void {
    if (round > 0 && object !== this.#left) this.#expectAgain()
  }

  /** Records that a webhook or policy changed the object. */
  changed(): void {
    this.#expectAgain()
    this.#requestPass()
  }

  /** Records that a webhook or policy with reinvocation was called. */
  called(id: string): void {
    this.#called.add(id)
  }

  /** Ends the plugin's pass. */
  end(object: ApiObject | undefined): void {
    this.#left = object
  }

  #expectAgain(): void {
    for (const id of this.#called) this.#again.add(id)
    this.#called.clear()
  }
}
