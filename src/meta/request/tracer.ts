/**
 * Records spans and decisions of a request, if tracing is enabled.
 *
 * @module
 */

/** A decision about a request. */
export interface TraceDecision {
  /** The decider: `authorization`, or an admission plugin by its name. */
  readonly by: string
  readonly outcome: 'allowed' | 'changed' | 'refused'
  /** The reason, such as the binding that allowed it. */
  readonly reason?: string
  /** Paths of the changed fields, such as `spec.replicas`. */
  readonly fields?: readonly string[]
}

/** Records what happens to one request. */
export interface Tracer {
  /**
   * Records the start of a stage or step.
   *
   * @param name - Its name.
   * @returns Records its end. It is not called when the stage or step fails.
   */
  begin(name: string): () => void
  /** Records a decision. */
  decided(decision: TraceDecision): void
}
