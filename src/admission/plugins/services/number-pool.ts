/**
 * Allocation of unique numbers from a range to objects.
 *
 * @module
 */

import { type ScalarKey, scalarKey } from '../../../meta/index.js'
import type { SharedLocks } from '../../../store/index.js'
import type { AdmissionAttributes } from '../../attributes.js'

/** Maximum number of locks of other processes that a search meets before it gives up (ours). */
const MAX_TRIES = 64

/** A range of numbers. */
export interface NumberPoolOptions {
  /** Both ends are included. */
  readonly first: bigint
  readonly last: bigint
  /** The first number for dynamic allocation; lower ones are reserved for explicit requests. */
  readonly givenFrom: bigint
  /** Locks, which keep other processes from taking the same number until a write is over. */
  readonly locks: Pick<SharedLocks, 'acquire'>
  /** Prefix of the lock names. */
  readonly name: string
}

/** The owner of an allocation: a write of a new or existing object. */
export interface NumberTaker extends Pick<AdmissionAttributes, 'dryRun' | 'onEnd'> {
  /** The object, as {@link NumberPool.set} knows it; empty for a new one. */
  readonly owner: string
}

/** Allocated numbers of a range with their owners, and those reserved by writes in progress. */
export class NumberPool {
  readonly #first: bigint
  readonly #last: bigint
  readonly #givenFrom: bigint
  readonly #locks: NumberPoolOptions['locks']
  readonly #name: string
  readonly #owners = new Map<ScalarKey, string>()
  readonly #held = new Map<string, readonly bigint[]>()
  /** Keyed by the identity of a write: the function that registers its end. */
  readonly #promised = new Map<ScalarKey, NumberTaker['onEnd']>()
  #next: bigint

  constructor({ first, last, givenFrom, locks, name }: NumberPoolOptions) {
    this.#first = first
    this.#last = last
    this.#locks = locks
    this.#name = name
    this.#givenFrom = givenFrom
    this.#next = givenFrom
  }

  /** Records the numbers that an object has now. */
  set(owner: string, numbers: readonly bigint[]): void {
    for (const number of this.#held.get(owner) ?? [])
      if (this.#owners.get(scalarKey(number)) === owner) this.#owners.delete(scalarKey(number))
    for (const number of numbers) this.#owners.set(scalarKey(number), owner)
    if (numbers.length > 0) this.#held.set(owner, numbers)
    else this.#held.delete(owner)
  }

  isIn(number: bigint): boolean {
    return number >= this.#first && number <= this.#last
  }

  /**
   * Allocates a number for a write. A number that the write has reserved already is its own; a trial reserves nothing.
   *
   * @returns False when another object has the number, or another write has reserved it.
   */
  async take(number: bigint, { owner, dryRun, onEnd }: NumberTaker): Promise<boolean> {
    const promised = this.#promised.get(scalarKey(number))
    if (promised === onEnd) return true
    if (promised) return false
    if (dryRun) return this.#isOwn(number, owner)
    this.#promised.set(scalarKey(number), onEnd)
    const forget = () => {
      if (this.#promised.get(scalarKey(number)) === onEnd) this.#promised.delete(scalarKey(number))
    }
    onEnd(forget)
    const release = await this.#locks.acquire(`${this.#name}-${number}`)
    if (!release) {
      // The holder of the lock may still release the number, so it must not be recorded as taken.
      forget()
      return false
    }
    onEnd((isUncertain) => {
      // A write that may still be stored keeps the lock until it expires.
      if (!isUncertain) release()
    })
    // Writes of other processes are known only now that the lock is held, so check again.
    return this.#isOwn(number, owner)
  }

  /** Allocates any free number, starting after the last one; undefined when there is none. */
  async takeAny(taker: NumberTaker): Promise<bigint | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const number = this.#find()
      if (number === undefined || (await this.take(number, taker))) return number
    }
    return undefined
  }

  #isOwn(number: bigint, owner: string): boolean {
    const holder = this.#owners.get(scalarKey(number))
    return holder === undefined || holder === owner
  }

  #find(): bigint | undefined {
    const taken = BigInt(this.#owners.size + this.#promised.size) + 1n
    for (let tried = 0n; tried <= taken; tried++) {
      const number = this.#next
      this.#next = number >= this.#last ? this.#givenFrom : number + 1n
      if (number <= this.#last && this.#isOwn(number, '') && !this.#promised.has(scalarKey(number))) return number
    }
    return undefined
  }
}
