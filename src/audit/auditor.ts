/**
 * The auditor: applies the policy to requests, and passes events to every backend.
 *
 * @module
 */

import { type Clock, type Dialect, pause, type Random } from '../meta/index.js'
import { type AuditBackend, type AuditFunction, functionBackend } from './backend.js'
import type { AuditEvent, AuditLevel } from './event.js'
import { type AuditPolicy, compileAuditPolicy, defaultAuditPolicy } from './policy.js'
import { type AuditedRequest, AuditRecord } from './record.js'

/** The policy and the backends. */
export interface AuditOptions {
  /** The policy; without one everything is recorded at level `Metadata`, when it is complete. */
  readonly policy?: AuditPolicy
  /** The backends: functions of yours, `createAuditLog`, `createAuditWebhook`. */
  readonly backends: readonly (AuditBackend | AuditFunction)[]
}

/** Metrics of auditing. */
export interface AuditMetrics {
  /** An event was made. */
  audited(): void
  /** The level of a request was decided. */
  auditLevel(level: AuditLevel): void
  /** Events were lost. */
  auditLost(backend: string, count: number): void
  /** A request was refused, as it could not be recorded. */
  auditRejected(): void
}

/** Dependencies of an auditor. */
export interface AuditorParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly metrics: AuditMetrics
  /** Called with lost events, rate-limited. */
  readonly onLost: (backend: string, error: unknown) => void
  /** Called with the failure that omitted the answer from an event, rate-limited. */
  readonly onIncomplete: (error: unknown) => void
}

/** Records requests. */
export interface Auditor {
  /** Starts the record of a request; undefined when the policy excludes it. */
  begin(request: AuditedRequest): AuditRecord | undefined
  /** A request was refused, as it could not be recorded. */
  rejected(): void
  /** Flushes the buffers, for {@link CLOSING_MS} at most, and closes. Never rejects. */
  close(): Promise<void>
}

/** Time limit for backends to flush when a plane closes, in case one does not respond. */
const CLOSING_MS = 10_000

/**
 * Makes an auditor.
 *
 * @param options - The policy and the backends.
 * @param parts - Dialect, clock and metrics.
 */
export function createAuditor({ policy = defaultAuditPolicy, backends }: AuditOptions, parts: AuditorParts): Auditor {
  const { clock, metrics, onLost } = parts
  const decide = compileAuditPolicy(policy)
  const open = backends.map((given) => {
    const backend = typeof given === 'function' ? functionBackend(given) : given
    const lose = (count: number, error: unknown) => {
      metrics.auditLost(backend.name, count)
      onLost(backend.name, error)
    }
    return { name: backend.name, backend: backend.open({ ...parts, onLost: lose }), lose }
  })
  const sink = (make: () => AuditEvent): Promise<void> | undefined => {
    metrics.audited()
    let event: AuditEvent | undefined
    let waits: Promise<void>[] | undefined
    for (const { backend, lose } of open) {
      if (backend.isFull?.()) {
        lose(1, new Error('the buffer of audit events is full'))
        continue
      }
      event ??= make()
      const wait = backend.take(event)
      if (wait) waits = [...(waits ?? []), wait]
    }
    return waits && Promise.all(waits).then(() => {})
  }
  const truncatedKey = `audit.${parts.dialect.groupDomain}/truncated`
  const recording = { sink, now: () => clock.now(), truncatedKey, onIncomplete: parts.onIncomplete }
  return {
    begin(request) {
      const decision = decide(request.attributes)
      metrics.auditLevel(decision.level)
      return decision.level === 'None' ? undefined : new AuditRecord(request, decision, recording)
    },
    rejected: () => metrics.auditRejected(),
    async close() {
      const isOver = new AbortController()
      const closed = open.map(({ name, backend }) => backend.close().catch((error: unknown) => onLost(name, error)))
      const all = Promise.all(closed).finally(() => isOver.abort())
      await Promise.race([all, pause(clock, CLOSING_MS, isOver.signal)])
    },
  }
}
