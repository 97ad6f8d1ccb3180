/**
 * Backends that write batches: in the background from a bounded buffer, or before the request continues.
 *
 * @module
 */

import { check, type OptionCheck, pause } from '../../meta/index.js'
import type { AuditBackend, AuditBackendParts, OpenAuditBackend } from '../backend.js'
import type { AuditEvent } from '../event.js'
import { longPartsOf, membersText } from '../event-text.js'
import { type AuditTruncation, truncated } from './truncate.js'

/** Options of delivery to a backend. */
export interface AuditBuffering {
  /**
   * `batch`: in the background, in batches; an event that finds the buffer full is lost, and counted. `blocking`: each request
   * waits until its event is stored. `blocking-strict`: also, a request is refused if its `RequestReceived` event cannot be
   * stored. Default `batch`.
   */
  readonly mode?: 'batch' | 'blocking' | 'blocking-strict'
  /** Maximum waiting events. Default 10,000, and never more than 64 MiB of them. */
  readonly bufferSize?: number
  /** Maximum events of one batch. Default 400, and 100 for a file. */
  readonly maxBatchSize?: number
  /** How long an event waits for a batch, in milliseconds. */
  readonly maxWaitMs?: number
  /** Batches per second on average, and the maximum burst; no limit by default. */
  readonly throttle?: { readonly qps: number; readonly burst: number } | undefined
  /** Truncates large events and batches; disabled by default. */
  readonly truncate?: AuditTruncation | undefined
}

/** Checks of the delivery options. */
export const auditBuffering: Readonly<Record<keyof AuditBuffering, OptionCheck>> = {
  mode: check.oneOf(['batch', 'blocking', 'blocking-strict']),
  bufferSize: check.amount,
  maxBatchSize: check.amount,
  maxWaitMs: check.amount,
  throttle: check.members({ qps: check.amount, burst: check.amount }, ['qps', 'burst']),
  truncate: check.members<keyof AuditTruncation>({ maxEventBytes: check.amount, maxBatchBytes: check.amount }, [
    'maxEventBytes',
    'maxBatchBytes',
  ]),
}

/** A backend that writes batches. */
export interface BatchWriter {
  /**
   * Writes events.
   *
   * @param events - The members of each as JSON, without the braces around them, or the result of {@link BatchWriter.textOf}.
   */
  write(events: readonly string[]): Promise<void>
  /** Formats an event in another format than JSON, which is not truncated. */
  textOf?(event: AuditEvent): string
  close?(): Promise<void>
}

/** Maximum characters of waiting events, whatever their number. */
const MAX_WAITING = 64 * 1024 * 1024
/** Maximum characters of a batch of several events, which is joined and encoded in one turn. */
const MAX_BATCH = 4 * 1024 * 1024

/**
 * Adds a buffer to a writer.
 *
 * @param name - Name of the backend.
 * @param buffering - Options of delivery.
 * @param open - Makes the writer.
 */
export const bufferedBackend = (
  name: string,
  buffering: AuditBuffering,
  open: (parts: AuditBackendParts) => BatchWriter,
): AuditBackend => ({
  name,
  open(parts) {
    const writer = open(parts)
    const textOf = (event: AuditEvent) => {
      if (writer.textOf) return writer.textOf(event)
      const text = membersText(event)
      return buffering.truncate ? truncated(event, text, buffering.truncate, parts.dialect) : text
    }
    const { mode = 'batch' } = buffering
    if (mode === 'batch') return new Batches(writer, textOf, buffering, parts)
    return {
      take: async (event) => {
        try {
          await writer.write([textOf(event)])
        } catch (error) {
          parts.onLost(1, error)
          if (mode === 'blocking-strict') throw error
        }
      },
      close: async () => writer.close?.(),
    }
  },
})

/** Events that are encoded together: encoded one by one, between requests, each would find cold caches. */
const MAX_UNWRITTEN = 100
/**
 * Maximum characters of those of their parts that may be long: they are encoded in one turn, and count toward the limit of the buffer
 * only then.
 */
const MAX_UNWRITTEN_LENGTH = 256 * 1024

/** Writes batches sequentially, while new events are collected. */
class Batches implements OpenAuditBackend {
  readonly #writer: BatchWriter
  readonly #textOf: (event: AuditEvent) => string
  readonly #parts: AuditBackendParts
  readonly #options: Required<Pick<AuditBuffering, 'bufferSize' | 'maxBatchSize' | 'maxWaitMs'>> & AuditBuffering
  /** Events newer than those of `#waiting`. */
  readonly #unwritten: AuditEvent[] = []
  #unwrittenLength = 0
  #waiting: string[] = []
  #length = 0
  #cancelTimer: (() => void) | undefined
  #writing: Promise<void> | undefined
  #closing = false
  /** Number of batches that may be written at once, and the time of that number. */
  #allowance: number
  #allowedAtMs: number

  constructor(writer: BatchWriter, textOf: (event: AuditEvent) => string, buffering: AuditBuffering, parts: AuditBackendParts) {
    this.#writer = writer
    this.#textOf = textOf
    this.#parts = parts
    this.#options = { bufferSize: 10_000, maxBatchSize: 400, maxWaitMs: 30_000, ...buffering }
    this.#allowance = buffering.throttle?.burst ?? 0
    this.#allowedAtMs = parts.clock.now()
  }

  get #count(): number {
    return this.#waiting.length + this.#unwritten.length
  }

  isFull(): boolean {
    return this.#closing || this.#count >= this.#options.bufferSize || this.#length >= MAX_WAITING
  }

  take(event: AuditEvent): undefined {
    const { maxBatchSize, maxWaitMs } = this.#options
    this.#unwritten.push(event)
    this.#unwrittenLength += longPartsOf(event)
    if (this.#unwritten.length >= MAX_UNWRITTEN || this.#unwrittenLength >= MAX_UNWRITTEN_LENGTH) this.#writeOut()
    if (this.#count >= maxBatchSize || this.#length >= MAX_BATCH) this.#begin()
    else if (!this.#writing) this.#cancelTimer ??= this.#parts.clock.setTimeout(() => this.#begin(), maxWaitMs)
    return undefined
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#begin()
    await this.#writing
    await this.#writer.close?.()
  }

  #begin(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      // Events that arrived during the last batch wait for more again.
      if (this.#count > 0) this.#cancelTimer ??= this.#parts.clock.setTimeout(() => this.#begin(), this.#options.maxWaitMs)
    })
  }

  /** Writes the waiting events, and full batches collected meanwhile. */
  async #writeAll(): Promise<void> {
    do {
      this.#writeOut()
      if (this.#waiting.length === 0) return
      if (this.#options.throttle) await this.#allowed(this.#options.throttle)
      await this.#write(this.#nextBatch())
    } while (this.#count >= this.#options.maxBatchSize || this.#length >= MAX_BATCH || this.#closing)
  }

  /** Keeps no reference to the text while it waits: the garbage collector would copy all texts until the disk has them. */
  #write(batch: readonly string[]): Promise<void> {
    const { length } = batch
    return this.#writer.write(batch).catch((error: unknown) => this.#parts.onLost(length, error))
  }

  /** Encodes events. */
  #writeOut(): void {
    for (const event of this.#unwritten) {
      try {
        const text = this.#textOf(event)
        this.#waiting.push(text)
        this.#length += text.length
      } catch (error) {
        this.#parts.onLost(1, error)
      }
    }
    this.#unwritten.length = 0
    this.#unwrittenLength = 0
  }

  #nextBatch(): readonly string[] {
    const { maxBatchSize, truncate } = this.#options
    const most = Math.min(truncate?.maxBatchBytes ?? MAX_BATCH, MAX_BATCH)
    let [count, length] = [0, 0]
    while (count < Math.min(maxBatchSize, this.#waiting.length)) {
      length += (this.#waiting[count] as string).length
      if (count > 0 && length > most) break
      count += 1
    }
    const batch = this.#waiting.splice(0, count)
    for (const text of batch) this.#length -= text.length
    return batch
  }

  /** Waits until another batch may be written; the last ones do not wait. */
  async #allowed(throttle: NonNullable<AuditBuffering['throttle']>): Promise<void> {
    if (this.#closing) return
    const { clock } = this.#parts
    const nowMs = clock.now()
    this.#allowance = Math.min(throttle.burst, this.#allowance + ((nowMs - this.#allowedAtMs) * throttle.qps) / 1000)
    this.#allowedAtMs = nowMs
    this.#allowance -= 1
    if (this.#allowance < 0) await pause(clock, (-this.#allowance * 1000) / throttle.qps)
  }
}
