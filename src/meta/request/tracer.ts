/**
 * Records spans and decisions of a request, where tracing is on.
 *
 * @module
 */

/** A decision about a request. */
export interface TraceDecision {
  /** The decider: `authorization`, or an admission plugin by its name. */
  readonly by: string
  readonly outcome: 'allowed' | 'changed' | 'refused'
  /** Why, such as the binding that allowed it. */
  readonly reason?: string
  /** Paths of the fields that were changed, such as `spec.replicas`. */
  readonly fields?: readonly string[]
}

/** Records what happens to one request. */
export interface Tracer {
  /**
   * A stage or a step begins.
   *
   * @param name - Its name.
   * @returns A function to call when it has ended. It is not called when the stage or step fails.
   */
  begin(name: string): () => void
  /** Records a decision. */
  decided(decision: TraceDecision): void
}
