/**
 * Writes requests down: decides by the policy, and hands events to every backend.
 *
 * @module
 */

import { type Clock, type Dialect, pause, type Random } from '../meta/index.js'
import { type AuditBackend, type AuditFunction, functionBackend } from './backend.js'
import type { AuditEvent, AuditLevel } from './event.js'
import { type AuditPolicy, compileAuditPolicy, defaultAuditPolicy } from './policy.js'
import { type AuditedRequest, AuditRecord } from './record.js'

/** What is written down, and where. */
export interface AuditOptions {
  /** How much of which requests; without one everything at level `Metadata`, when it is over. */
  readonly policy?: AuditPolicy
  /** Where events go: functions of yours, `createAuditLog`, `createAuditWebhook`. */
  readonly backends: readonly (AuditBackend | AuditFunction)[]
}

/** Counts what is written down. */
export interface AuditMetrics {
  /** An event was made. */
  audited(): void
  /** The level of a request was decided. */
  auditLevel(level: AuditLevel): void
  /** Events were lost. */
  auditLost(backend: string, count: number): void
  /** A request was refused, as it could not be written down. */
  auditRejected(): void
}

/** What an auditor is made from. */
export interface AuditorParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly metrics: AuditMetrics
  /** Told of events that are lost, not too often. */
  readonly onLost: (backend: string, error: unknown) => void
  /** Called with the failure that left the answer out of an event, not too often. */
  readonly onIncomplete: (error: unknown) => void
}

/** Writes requests down. */
export interface Auditor {
  /** Begins to write a request down; undefined when the policy wants nothing of it. */
  begin(request: AuditedRequest): AuditRecord | undefined
  /** A request was refused, as it could not be written down. */
  rejected(): void
  /** Writes what waits in buffers, for {@link CLOSING_MS} at most, and ends. Never rejects. */
  close(): Promise<void>
}

/** The time limit of backends to flush when a plane closes: a dead one must not hold it up. */
const CLOSING_MS = 10_000

/**
 * Makes what writes requests down.
 *
 * @param options - What is written down, and where.
 * @param parts - Words, time, and what counts.
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
