/**
 * What takes note of a request on its way, where somebody wants to know.
 *
 * @module
 */

/** What somebody concluded about a request. */
export interface TraceDecision {
  /** Who: `authorization`, or an admission plugin by its name. */
  readonly by: string
  readonly outcome: 'allowed' | 'changed' | 'refused'
  /** Why, such as the binding that allowed it. */
  readonly reason?: string
  /** Paths of the fields that were changed, such as `spec.replicas`. */
  readonly fields?: readonly string[]
}

/** Takes note of what happens to one request. */
export interface Tracer {
  /**
   * A stage or a step begins.
   *
   * @param name - Its name.
   * @returns A function to call when it has ended. It is not called when the stage or step fails.
   */
  begin(name: string): () => void
  /** Somebody has concluded something. */
  decided(decision: TraceDecision): void
}
