/**
 * Limits what requests take of a plane at once, so that no user takes all of it: the idea of Kubernetes' API priority
 * and fairness, without its configuration.
 *
 * A request is authenticated first, among a bounded number of others. From then on it belongs to its user, and has a seat
 * while it is worked on: also while authorizers and webhooks are asked for it. It gives its seat back while its body
 * arrives, so that slow clients hold none. A request without a free seat waits for one, for a quarter of its time limit.
 *
 * Administrators (`system:masters`) have as many seats of their own, which stay free when all others are taken.
 *
 * @module
 */

import {
  type ApiError,
  type Clock,
  FairSeats,
  type Flow,
  SharedTimeout,
  tooManyRequests,
  type UserInfo,
  type Waiter,
} from '../../meta/index.js'
import type { ServerLimits } from '../limits.js'
import type { RequestInfo } from '../request-info.js'
import type { RequestKind } from '../request-metrics.js'
import { isAdministrator } from './levels.js'
import { SharedBytes } from './shared-bytes.js'

/** Source of a body's bytes. */
export interface BodySource {
  /**
   * Reads the whole body.
   *
   * @param maxBytes - Reading stops there.
   * @param onBytes - Called as bytes arrive, with the number of new ones. When it throws, reading fails with that error.
   */
  readBody(maxBytes: number, onBytes?: (count: number) => void): Promise<Uint8Array | 'too-large'>
  /** Stops reading the body. */
  abandonBody?(): void
}

/** The client of a request. */
export interface Client {
  /** Aborts when the client disconnects; undefined for a client without a signal. */
  readonly signal: AbortSignal | undefined
}

/** What a request holds of its plane's capacity. */
export interface RequestSlot {
  /**
   * Takes a seat of a user, or moves to that user's seats.
   *
   * @returns Undefined when it has one; else a promise of it.
   * @throws {@link ApiError} 429 when the queue is full; later, when it has waited for too long.
   */
  takeSeat(user: UserInfo): Promise<void> | undefined
  /**
   * Reads the request's body, without a seat meanwhile.
   *
   * @param source - The body.
   * @param maxBytes - Reading stops there.
   * @throws {@link ApiError} 429 when other bodies take up the memory for bodies, or all seats are taken afterwards.
   */
  readBody(source: BodySource, maxBytes: number): Promise<Uint8Array | 'too-large'>
  /** Stops waiting for a seat or for the body, and releases all. Work that has begun keeps its seat and bytes. */
  stopWaiting(): void
  /** Releases all after the longest wait for a seat, unless `release` is called earlier. */
  releaseLater(): void
  /** Releases all that it holds; does nothing the second time. */
  release(): void
}

/** What a {@link FlowControl} is made from. */
export interface FlowControlOptions {
  readonly limits: Pick<
    ServerLimits,
    | 'maxReadsInFlight'
    | 'maxWritesInFlight'
    | 'maxQueuedRequests'
    | 'maxUnauthenticatedInFlight'
    | 'maxBodyBytesInFlight'
    | 'requestTimeoutMs'
  >
  readonly clock: Clock
  /** How many seats a request takes. The limit is a tenth of all. */
  readonly seatsOf: (request: RequestInfo) => number
}

/** What an unread body counts for: hosts read that much ahead. */
const SMALLEST_BODY_BYTES = 16 * 1024
/** Part of the time of requests that may be spent on waiting for a seat, as in Kubernetes. */
const WAITING_PART = 4
/** The heaviest request takes this part of all seats. */
const HEAVIEST_PART = 10

const tooMany = (): ApiError => tooManyRequests('too many requests at once, please try again later', 1)

/** Keeps count of seats and memory, and assigns them. */
export class FlowControl {
  readonly bodies: SharedBytes
  readonly maxUnauthenticated: number
  /** The longest wait for a seat, and the longest time until {@link RequestSlot.releaseLater} releases one. */
  readonly waits: SharedTimeout
  readonly seatsOf: (request: RequestInfo) => number
  /** Requests that are being authenticated. */
  unauthenticated = 0
  readonly #maxSeats: Readonly<Record<RequestKind, number>>
  readonly #everybody: Readonly<Record<RequestKind, FairSeats>>
  readonly #administrators: Readonly<Record<RequestKind, FairSeats>>

  /** @param options - See {@link FlowControlOptions}. */
  constructor({ limits, clock, seatsOf }: FlowControlOptions) {
    const places = limits.maxQueuedRequests
    this.#maxSeats = { readOnly: limits.maxReadsInFlight, mutating: limits.maxWritesInFlight }
    const { readOnly, mutating } = this.#maxSeats
    const seats = () => ({
      readOnly: new FairSeats({ seats: readOnly, places }),
      mutating: new FairSeats({ seats: mutating, places }),
    })
    this.#everybody = seats()
    this.#administrators = seats()
    this.bodies = new SharedBytes(limits.maxBodyBytesInFlight)
    this.maxUnauthenticated = limits.maxUnauthenticatedInFlight
    this.waits = new SharedTimeout(clock, limits.requestTimeoutMs / WAITING_PART)
    this.seatsOf = seatsOf
  }

  /**
   * Lets a request in, to be authenticated.
   *
   * @param client - Signals when the client disconnects.
   */
  acquire(request: RequestInfo, kind: RequestKind, client: Client): RequestSlot {
    return new Slot(this, request, kind, client)
  }

  /** Requests that wait for a seat. */
  waiting(kind: RequestKind): number {
    return this.#everybody[kind].waiting + this.#administrators[kind].waiting
  }

  /** The seats that a user's requests take. */
  poolOf(user: UserInfo, kind: RequestKind): FairSeats {
    return (isAdministrator(user) ? this.#administrators : this.#everybody)[kind]
  }

  /** How many seats a request takes. */
  seatsFor(request: RequestInfo, kind: RequestKind): number {
    return Math.max(1, Math.min(this.seatsOf(request), Math.floor(this.#maxSeats[kind] / HEAVIEST_PART)))
  }
}

class Slot implements RequestSlot {
  readonly #control: FlowControl
  readonly #request: RequestInfo
  readonly #client: Client
  readonly #kind: RequestKind
  #state: 'unauthenticated' | 'unseated' | 'seated' | 'released' = 'unauthenticated'
  #user = ''
  #pool: FairSeats | undefined
  #flow: Flow | undefined
  #seats = 0
  /** Gives up waiting; undefined unless it waits. */
  #giveUp: ((error: ApiError) => void) | undefined
  /** Stops reading the body; undefined unless one is being read. */
  #stopReading: (() => void) | undefined
  /** Bytes of the body, and how many of them are accounted for. */
  #bodyBytes = 0
  #heldBytes = 0
  /** Ends the timer of `releaseLater`. */
  #endTimer: (() => void) | undefined

  constructor(control: FlowControl, request: RequestInfo, kind: RequestKind, client: Client) {
    this.#control = control
    this.#request = request
    this.#client = client
    this.#kind = kind
    if (control.unauthenticated >= control.maxUnauthenticated) throw tooMany()
    control.unauthenticated += 1
  }

  takeSeat(user: UserInfo): Promise<void> | undefined {
    if (this.#state === 'released') throw tooMany()
    this.#releaseSeats()
    if (this.#pool && this.#flow) this.#pool.leave(this.#flow)
    this.#user = user.username
    this.#pool = this.#control.poolOf(user, this.#kind)
    this.#flow = this.#pool.join(user.username)
    if (this.#seats === 0) this.#seats = this.#control.seatsFor(this.#request, this.#kind)
    return this.#acquireSeats()
  }

  async readBody(source: BodySource, maxBytes: number): Promise<Uint8Array | 'too-large'> {
    this.#releaseSeats()
    this.#hold(SMALLEST_BODY_BYTES)
    try {
      return await new Promise((resolve, reject) => {
        this.#stopReading = () => {
          source.abandonBody?.()
          reject(tooMany())
        }
        source.readBody(maxBytes, (count) => this.#arrived(count)).then(resolve, reject)
      })
    } finally {
      this.#stopReading = undefined
      await this.#acquireSeats()
    }
  }

  stopWaiting(): void {
    if (this.#giveUp || this.#stopReading) this.release()
  }

  releaseLater(): void {
    if (this.#state !== 'released') this.#endTimer = this.#control.waits.start(() => this.release())
  }

  release(): void {
    if (this.#state === 'released') return
    this.#releaseSeats()
    this.#state = 'released'
    this.#endTimer?.()
    this.#giveUp?.(tooMany())
    if (this.#pool && this.#flow) this.#pool.leave(this.#flow)
    if (this.#heldBytes > 0) this.#control.bodies.giveBack(this.#user, this.#heldBytes)
    this.#stopReading?.()
  }

  /** Gives up what the state holds: a place among the requests being authenticated, or seats. */
  #releaseSeats(): void {
    if (this.#state === 'unauthenticated') this.#control.unauthenticated -= 1
    else if (this.#state === 'seated' && this.#flow) this.#pool?.giveBack(this.#flow, this.#seats)
    if (this.#state !== 'released') this.#state = 'unseated'
  }

  #acquireSeats(): Promise<void> | undefined {
    const [pool, flow] = [this.#pool, this.#flow]
    // Answered meanwhile, because its time limit was over.
    if (this.#state === 'released' || !pool || !flow) throw tooMany()
    if (!pool.take(flow, this.#seats)) return this.#wait(pool, flow)
    this.#state = 'seated'
    return undefined
  }

  #wait(pool: FairSeats, flow: Flow): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = this.#client
      const endWait = () => {
        this.#giveUp = undefined
        endTimer()
        signal?.removeEventListener('abort', refuse)
      }
      const waiter: Waiter = {
        seats: this.#seats,
        grant: () => {
          endWait()
          this.#state = 'seated'
          resolve()
        },
      }
      const giveUp = (error: ApiError) => {
        endWait()
        pool.withdraw(flow, waiter)
        reject(error)
      }
      const refuse = () => giveUp(tooMany())
      if (signal?.aborted || !pool.wait(flow, waiter)) {
        reject(tooMany())
        return
      }
      const endTimer = this.#control.waits.start(refuse)
      signal?.addEventListener('abort', refuse)
      this.#giveUp = giveUp
    })
  }

  #arrived(count: number): void {
    this.#bodyBytes += count
    if (this.#bodyBytes > this.#heldBytes) this.#hold(this.#bodyBytes - this.#heldBytes)
  }

  #hold(bytes: number): void {
    // Bytes that arrive after the client has disconnected are not accounted.
    if (this.#state === 'released') throw tooMany()
    if (!this.#control.bodies.take(this.#user, bytes)) {
      throw tooManyRequests('too many bytes are being sent at once, please try again later', 1)
    }
    this.#heldBytes += bytes
  }
}
