/**
 * Leader election by a Lease.
 *
 * @module
 */

import { type ApiObject, type Clock, check, formatMicroTime, fraction, notify, pause, steadyClock } from '../../meta/index.js'
import { abortSignal } from '../check-arguments.js'
import { isAlreadyExists, isConflict, isNotFound, isTransient } from '../errors.js'
import type { ResourceClient } from '../resource-client.js'

/** Fields of a Lease beside its metadata. */
export interface LeaseFields {
  readonly spec?: {
    readonly holderIdentity?: string
    readonly leaseDurationSeconds?: number
    readonly acquireTime?: string
    readonly renewTime?: string
    readonly leaseTransitions?: number
  }
}

/** The candidate and its Lease. */
export interface LeaderElectionOptions {
  /**
   * Leases of the namespace that holds the Lease, in any dialect:
   * `client.resource({ group: 'coordination.', version: 'v1', kind: 'Lease' }).namespace('default')`.
   */
  readonly leases: Pick<ResourceClient<object>, 'get' | 'create' | 'update' | 'runtime'>
  /** Name of the Lease; the same for all candidates. */
  readonly name: string
  /** Identity of this candidate; unique. */
  readonly identity: string
  /** How long the Lease lasts without renewal, in milliseconds. Default 15,000. */
  readonly leaseDurationMs?: number
  /**
   * How long a leader that cannot renew continues, in milliseconds: shorter than the Lease lasts, and more than 1.2 times `retryMs`.
   * Default 10,000.
   */
  readonly renewDeadlineMs?: number
  /** Time between attempts, in milliseconds; up to a fifth is added at random. Default 2,000. */
  readonly retryMs?: number
  /**
   * Called when the Lease cannot be read or written, such as without permission (403). The candidate tries again. Conflicts with
   * other candidates are not reported. Controllers report to their own `onError` by default; without any, a failure that is not
   * transient is printed by `console.error`, until the next attempt fails differently.
   */
  readonly onError?: (error: unknown) => void
}

const leasesOfNamespace = check.fits(
  "the Leases of a namespace, such as client.resource({ group: 'coordination.platform.io', version: 'v1', kind: 'Lease' }).namespace('default')",
  (value) => check.has(value, 'update') && check.isObject(value) && check.isObject(value.runtime),
)

/** By how much of itself the time between attempts grows at most, at random, as in Kubernetes. */
const JITTER = 0.2

/** Checks of a leader election's options. */
export const electionOptions = check.members<keyof LeaderElectionOptions>(
  {
    leases: leasesOfNamespace,
    name: check.text,
    identity: check.text,
    leaseDurationMs: check.amount,
    renewDeadlineMs: check.amount,
    retryMs: check.amount,
    onError: check.callable,
  },
  ['leases', 'name', 'identity'],
)

/**
 * Runs work while leading, and becomes a candidate again when the work ends. At most one candidate leads at a time, provided that
 * their clocks run at the same rate; the clocks need not show the same time.
 *
 * @param options - The election.
 * @param work - Starts when the election is won. Its signal aborts when leadership is lost: the work has to end soon after.
 * @param signal - Ends the election: the work is aborted, and the Lease is released so that another candidate can lead at once.
 * @returns Resolves when the work and the election have ended.
 * @throws TypeError with one line for each invalid option, RangeError for durations that contradict each other.
 * @throws The error of the work; the Lease is released then, too.
 */
export async function lead(
  options: LeaderElectionOptions,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  check.refuse('lead', electionOptions(options, ''))
  check.refuse('lead', [...check.callable(work, 'work'), ...abortSignal(signal, 'signal')])
  const candidate = new Candidate(options, signal)
  const { clock } = options.leases.runtime
  while (!signal.aborted) {
    const since = await candidate.tryToHold()
    if (typeof since !== 'number') {
      await pause(clock, candidate.retryMs, signal)
      continue
    }
    const term = new AbortController()
    const end = () => term.abort()
    signal.addEventListener('abort', end)
    const held = candidate.holdOn(since, term.signal).finally(end)
    let isFailed = true
    try {
      if (!signal.aborted) await work(term.signal)
      isFailed = false
    } finally {
      end()
      signal.removeEventListener('abort', end)
      await held
      // A candidate whose work has ended releases the Lease.
      if (signal.aborted || isFailed) await candidate.giveUp()
    }
  }
}

/**
 * Runs the work of a control loop: while leading with a leader election, else at once.
 *
 * @param options - The election, and the loop's own `onError`, which also receives failures of the election unless it has one.
 * @param work - See {@link lead}.
 * @param signal - See {@link lead}.
 */
export const leadOrWork = (
  { leaderElection, onError }: ElectedOptions,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> =>
  leaderElection
    ? lead({ ...(onError && { onError: (error) => onError(error, '') }), ...leaderElection }, work, signal)
    : work(signal)

interface ElectedOptions {
  readonly leaderElection?: LeaderElectionOptions | undefined
  readonly onError?: ((error: unknown, key: string) => void) | undefined
}

class Candidate {
  readonly #options: LeaderElectionOptions
  readonly #signal: AbortSignal
  readonly #leaseDurationMs: number
  readonly #renewDeadlineMs: number
  readonly #retryMs: number
  /** For durations, which a machine's new time of the day must not change. */
  readonly #clock: Clock
  #printed: string | undefined
  /** The last change of the Lease that we saw, and when by our own clock: the times in the Lease are from other clocks. */
  #seen: { readonly version: string | undefined; readonly at: number } | undefined

  constructor(options: LeaderElectionOptions, signal: AbortSignal) {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryMs = 2_000 } = options
    if (renewDeadlineMs >= leaseDurationMs) throw new RangeError('renewDeadlineMs has to be less than leaseDurationMs')
    if (retryMs * (1 + JITTER) >= renewDeadlineMs) throw new RangeError('renewDeadlineMs has to be more than 1.2 times retryMs')
    this.#options = options
    this.#signal = signal
    this.#leaseDurationMs = leaseDurationMs
    this.#renewDeadlineMs = renewDeadlineMs
    this.#retryMs = retryMs
    this.#clock = steadyClock(options.leases.runtime.clock)
  }

  /** Time to the next attempt, with jitter so that candidates do not try at the same moment. */
  get retryMs(): number {
    return this.#retryMs * (1 + JITTER * fraction(this.#options.leases.runtime.random))
  }

  /**
   * One attempt to get or renew the Lease. It fails when the plane does not answer, or answers so late that other candidates may
   * have taken the Lease over.
   *
   * @returns The start of the Lease's duration: before the request, as other candidates cannot have seen it earlier; `taken` while
   *   another candidate holds the Lease; undefined after a failure.
   */
  async tryToHold(): Promise<number | 'taken' | undefined> {
    const triedAt = this.#clock.now()
    try {
      if (!(await this.#hold())) return 'taken'
      return this.#clock.now() - triedAt < this.#renewDeadlineMs ? triedAt : undefined
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  /** Reports why the Lease could not be read or written. Lost races and a closed client are expected, and not reported. */
  #report(error: unknown): void {
    const { onError = this.#print } = this.#options
    if (!this.#signal.aborted && !isConflict(error) && !isAlreadyExists(error)) notify('onError', onError, error)
  }

  /** Prints a failure where a program does not take it: a candidate without permission would wait silently. Each is printed once. */
  readonly #print = (error: unknown): void => {
    const { message } = error as Error
    if (isTransient(error) || message === this.#printed) return
    this.#printed = message
    console.error(`the Lease ${this.#options.name} cannot be read or written, and the candidate tries again:`, error)
  }

  /**
   * Renews until the signal aborts, renewal has failed for too long, or another candidate holds the Lease.
   *
   * @param since - Start of the Lease's duration.
   * @param signal - Ends it.
   */
  async holdOn(since: number, signal: AbortSignal): Promise<void> {
    const clock = this.#clock
    let renewedAt = since
    const leftMs = () => renewedAt + this.#renewDeadlineMs - clock.now()
    while (leftMs() > 0) {
      await pause(clock, Math.min(this.retryMs, leftMs()), signal)
      if (signal.aborted || leftMs() <= 0) return
      const answered = new AbortController()
      const deadline = pause(clock, leftMs(), answered.signal).then(() => undefined)
      const held = await Promise.race([this.tryToHold(), deadline])
      answered.abort()
      // It can be taken before the deadline when this machine was suspended, and its clock with it.
      if (held === 'taken') return
      renewedAt = held ?? renewedAt
    }
  }

  /** Releases the Lease, so that another candidate leads at once. Where that fails, the others wait until it expires. */
  async giveUp(): Promise<void> {
    const { name, identity } = this.#options
    const leases = this.#leases
    try {
      const lease = await leases.get(name)
      if (lease.spec?.holderIdentity !== identity) return
      await leases.update({ ...lease, spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 } })
    } catch (error) {
      this.#report(error)
    }
  }

  /** Any client of the type will do for a caller, one without types too. */
  get #leases(): ResourceClient<LeaseFields> {
    return this.#options.leases as ResourceClient<LeaseFields>
  }

  async #hold(): Promise<boolean> {
    const { name, identity } = this.#options
    const leases = this.#leases
    const lease = await this.#read()
    if (!lease) {
      await leases.create({ metadata: { name }, spec: this.#term(undefined) })
      return true
    }
    const holder = lease.spec?.holderIdentity ?? ''
    if (holder !== '' && holder !== identity && !this.#isOver(lease)) return false
    // The resourceVersion makes the update fail when another candidate was faster.
    await leases.update({ ...lease, spec: { ...lease.spec, ...this.#term(lease.spec) } })
    return true
  }

  async #read(): Promise<(ApiObject & LeaseFields) | undefined> {
    try {
      return await this.#leases.get(this.#options.name)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** Whether the Lease has expired: its holder has not renewed it for its whole duration, measured by our own clock. */
  #isOver({ metadata: { resourceVersion: version }, spec }: ApiObject & LeaseFields): boolean {
    const now = this.#clock.now()
    if (!this.#seen || this.#seen.version !== version) this.#seen = { version, at: now }
    const lastsMs = spec?.leaseDurationSeconds === undefined ? this.#leaseDurationMs : spec.leaseDurationSeconds * 1_000
    return now - this.#seen.at >= lastsMs
  }

  #term(before: LeaseFields['spec']): NonNullable<LeaseFields['spec']> {
    const { identity, leases } = this.#options
    const now = formatMicroTime(leases.runtime.clock.now())
    const mine = before?.holderIdentity === identity ? before : undefined
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(this.#leaseDurationMs / 1_000),
      renewTime: now,
      acquireTime: mine?.acquireTime ?? now,
      leaseTransitions: (before?.leaseTransitions ?? 0) + (before && !mine ? 1 : 0),
    }
  }
}
