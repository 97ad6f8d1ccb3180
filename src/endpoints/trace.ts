/**
 * Traces: what happened to a request, stage by stage and step by step.
 *
 * @module
 */

import type { ApiError, TraceDecision, Tracer } from '../meta/index.js'
import type { Exchange } from './exchange.js'
import type { Stage } from './stage.js'

/** One stage or step of a request. */
export interface TraceSpan {
  /** Name of the stage, or of the step of a write. */
  readonly name: string
  /** When it began, in milliseconds after the request. */
  readonly startMs: number
  /** Its duration in milliseconds, without that of later stages; of a failed one, until the failure. */
  readonly durationMs: number
}

/** What happened to a request. */
export interface RequestTrace {
  readonly auditId: string
  /** Name of the user; empty when not authenticated. */
  readonly user: string
  /** As an authorizer sees it, such as `create` and `patch`. */
  readonly verb: string
  readonly path: string
  /** HTTP status of the answer. */
  readonly code: number
  /** Milliseconds to the answer; of a watch to its beginning. */
  readonly durationMs: number
  /** Stages, and steps of a write, in the order in which they began. */
  readonly spans: readonly TraceSpan[]
  /** Decisions: the binding that allowed it, the plugins that changed fields, the one that refused. */
  readonly decisions: readonly TraceDecision[]
  /** `resourceVersion` of the object that was answered. */
  readonly resourceVersion?: string
}

/** Maximum recorded spans, and decisions: a write repeats its steps after each conflict with another one. */
const MAX_SPANS = 200

/** Records one request. @internal */
export class RequestTracer implements Tracer {
  readonly #started = performance.now()
  readonly #spans: { name: string; startMs: number; durationMs: number }[] = []
  readonly #open: { name: string; startMs: number; durationMs: number }[] = []
  readonly #decisions: TraceDecision[] = []

  begin(name: string): () => void {
    const span = { name, startMs: this.#now(), durationMs: 0 }
    if (this.#spans.length >= MAX_SPANS) return () => {}
    this.#spans.push(span)
    this.#open.push(span)
    return () => {
      span.durationMs = this.#now() - span.startMs
      const at = this.#open.indexOf(span)
      if (at >= 0) this.#open.splice(at, 1)
    }
  }

  decided(decision: TraceDecision): void {
    if (this.#decisions.length < MAX_SPANS) this.#decisions.push(decision)
  }

  /** Records the stage or step that refused. */
  refused({ status }: ApiError): void {
    const by = this.#open.at(-1)?.name ?? 'verb'
    this.decided({ by, outcome: 'refused', ...(status.message !== undefined && { reason: status.message }) })
  }

  /** The trace of the answered request. */
  finish({ auditId, user, request, code, outcome }: Exchange): RequestTrace {
    const durationMs = this.#now()
    const resourceVersion = outcome?.kind === 'object' ? outcome.answer.object.metadata.resourceVersion : undefined
    for (const span of this.#open) span.durationMs = durationMs - span.startMs
    return {
      auditId,
      user: user?.username ?? '',
      verb: request.verb,
      path: request.path,
      code,
      durationMs,
      spans: this.#spans,
      decisions: this.#decisions,
      ...(resourceVersion !== undefined && { resourceVersion }),
    }
  }

  #now(): number {
    return performance.now() - this.#started
  }
}

/**
 * A stage that is measured, without the stages after it.
 *
 * @internal
 * @param stage - The stage.
 */
export const traced = (stage: Stage): Stage => ({
  name: stage.name,
  handle(exchange, next) {
    const end = exchange.tracer?.begin(stage.name)
    return stage.handle(exchange, (later) => {
      end?.()
      return next(later)
    })
  },
})
