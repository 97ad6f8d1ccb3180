/**
 * Usage that writes in progress have reserved, of the objects of one type, where several processes write to one storage.
 *
 * @module
 */

import { isRecord, Quantity, type QuantityFormat, type Random } from '../../meta/index.js'
import type { SharedReservations } from '../../store/index.js'
import type { Usage } from './usage.js'

/** What a write would use. */
export interface ReservedUsage {
  readonly namespace: string
  /** Of the object. */
  readonly name: string
  readonly usage: Usage
}

/** What {@link SharedUsage} needs. */
export interface SharedUsageOptions {
  readonly reservations: Pick<SharedReservations, 'follow' | 'add' | 'catchUp'>
  readonly random: Random
  /** Counts a reservation. */
  readonly reserve: (reserved: ReservedUsage) => void
  /** Counts it no longer. */
  readonly release: (reserved: ReservedUsage) => void
  readonly reportError: (error: unknown) => void
}

/** An own reservation that is not committed yet. */
interface Request {
  /** Throws when there is no room. */
  readonly check: () => void
  refusal?: { readonly error: unknown }
}

/** The reservations of one type. */
export class SharedUsage {
  readonly #options: SharedUsageOptions
  /** Own reservations that are not committed yet, by name. */
  readonly #requests = new Map<string, Request>()
  /** What is reserved, by the name of the reservation. */
  readonly #reserved = new Map<string, ReservedUsage>()

  constructor(options: SharedUsageOptions) {
    this.#options = options
  }

  /**
   * Follows the reservations of all processes.
   *
   * @returns A function that stops.
   */
  start(): () => void {
    const { reservations, release, reportError } = this.#options
    return reservations.follow({
      add: (name, spec) => {
        try {
          this.#add(name, readReserved(spec))
        } catch (error) {
          reportError(error)
        }
      },
      remove: (name) => {
        const reserved = this.#reserved.get(name)
        this.#reserved.delete(name)
        if (reserved) release(reserved)
      },
      error: reportError,
    })
  }

  /**
   * Reserves what a write would use.
   *
   * @param reserved - The object and its usage.
   * @param check - Throws when there is no room. Its last call is when all earlier reservations are counted, and no later one.
   * @returns A function that releases it.
   */
  async reserve({ namespace, name: objectName, usage }: ReservedUsage, check: () => void): Promise<() => void> {
    const { reservations, random } = this.#options
    await this.#checkFirst(check)
    const name = random.uuid()
    const request: Request = { check }
    this.#requests.set(name, request)
    try {
      const release = await reservations.add(name, { namespace, name: objectName, ...specOf(usage) })
      if (!request.refusal) return release
      release()
      throw request.refusal.error
    } finally {
      this.#requests.delete(name)
    }
  }

  /** Refuses a write without a word to the other processes; there may be more room than this one knows yet. */
  async #checkFirst(check: () => void): Promise<void> {
    try {
      check()
    } catch {
      await this.#options.reservations.catchUp()
      check()
    }
  }

  #add(name: string, reserved: ReservedUsage): void {
    const request = this.#requests.get(name)
    if (request && !this.#isGranted(request)) return
    this.#reserved.set(name, reserved)
    this.#options.reserve(reserved)
  }

  /** Other processes count a refused one until it is removed, this one does not. */
  #isGranted(request: Request): boolean {
    try {
      request.check()
      return true
    } catch (error) {
      request.refusal = { error }
      return false
    }
  }
}

const specOf = ({ amounts, scopes }: Usage) => ({
  amounts: [...amounts].map(([resource, { nanos, format }]) => [resource, String(nanos), format]),
  ...(scopes && { scopes }),
})

function readReserved(spec: Readonly<Record<string, unknown>>): ReservedUsage {
  const { namespace, name, amounts, scopes } = spec
  const read = (amounts as readonly [string, string, QuantityFormat][]).map(
    ([resource, nanos, format]) => [resource, new Quantity(BigInt(nanos), format)] as const,
  )
  return {
    namespace: String(namespace),
    name: String(name),
    usage: { amounts: new Map(read), scopes: isRecord(scopes) ? (scopes as Usage['scopes']) : undefined },
  }
}
