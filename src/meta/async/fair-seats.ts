/**
 * Seats that flows of requests share: requests with a seat are worked on, the others wait. Also what seats stand for: memory.
 *
 * One rule keeps flows from starving each other, whatever they do: a flow holds no more seats than are left for all
 * others. A single flow has half of them at most, two have a third each, and a new flow finds a free one at once, also
 * when the others keep theirs for long. Places in the queue are shared by the same rule. Waiting flows are served round-robin.
 *
 * @module
 */

/** The requests of one user. */
export interface Flow {
  readonly name: string
  /** Requests that belong to it, wherever they are. */
  members: number
  held: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiter>
}

/** A request that waits. */
export interface Waiter {
  readonly seats: number
  /** Called once, when it has its seats. */
  readonly grant: () => void
}

/** How much there is to share. */
export interface FairSeatsOptions {
  readonly seats: number
  /** Places to wait in. */
  readonly places: number
}

/** Flows that are remembered without a request, so that a frequent user's flow is not created for each request. */
const IDLE_FLOWS = 1000

/** Shares seats. Without contention, taking one costs two additions. */
export class FairSeats {
  readonly #places: number
  readonly #flows = new Map<string, Flow>()
  /** Flows with requests that wait; the one whose turn it is comes first. */
  readonly #turns = new Set<Flow>()
  #free: number
  #waiting = 0
  /** True while a flow without any seat waits for more than are free: other flows get none meanwhile. */
  #isSavingUp = false

  /** @param options - See {@link FairSeatsOptions}. */
  constructor({ seats, places }: FairSeatsOptions) {
    this.#free = seats
    this.#places = places
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** How many flows are known. */
  get flows(): number {
    return this.#flows.size
  }

  /** Adds a request to a flow. Each call needs one {@link leave}. */
  join(name: string): Flow {
    let flow = this.#flows.get(name)
    if (!flow) {
      flow = { name, members: 0, held: 0, waiting: new Set() }
      this.#flows.set(name, flow)
    }
    flow.members += 1
    return flow
  }

  /** Removes a request from its flow. It must hold no seats and not wait. */
  leave(flow: Flow): void {
    flow.members -= 1
    if (flow.members === 0 && this.#flows.size > IDLE_FLOWS) this.#flows.delete(flow.name)
  }

  /** Takes seats if they are free. */
  take(flow: Flow, seats: number): boolean {
    if (this.#isSavingUp || flow.waiting.size > 0 || flow.held + seats > this.#free) return false
    flow.held += seats
    this.#free -= seats
    return true
  }

  /** Queues for seats; false when the queue is full. */
  wait(flow: Flow, waiter: Waiter): boolean {
    if (flow.waiting.size >= this.#places - this.#waiting) return false
    flow.waiting.add(waiter)
    this.#waiting += 1
    this.#turns.add(flow)
    if (flow.held === 0) this.#isSavingUp = true
    return true
  }

  /** Stops waiting. */
  withdraw(flow: Flow, waiter: Waiter): void {
    if (!flow.waiting.delete(waiter)) return
    this.#waiting -= 1
    if (flow.waiting.size === 0) this.#turns.delete(flow)
    this.#serve()
  }

  /** Gives seats back. */
  giveBack(flow: Flow, seats: number): void {
    flow.held -= seats
    this.#free += seats
    if (this.#waiting > 0) this.#serve()
  }

  #serve(): void {
    this.#isSavingUp = false
    // A flow that has been served and still waits is added again at the end, where this loop reaches it once more.
    for (const flow of this.#turns) {
      const [next] = flow.waiting
      if (!next) continue
      if (flow.held + next.seats > this.#free) {
        this.#isSavingUp = flow.held === 0
        if (this.#isSavingUp) return
        continue
      }
      this.#turns.delete(flow)
      flow.waiting.delete(next)
      this.#waiting -= 1
      if (flow.waiting.size > 0) this.#turns.add(flow)
      flow.held += next.seats
      this.#free -= next.seats
      next.grant()
    }
  }
}
