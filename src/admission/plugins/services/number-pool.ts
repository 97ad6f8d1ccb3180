/**
 * Allocation of unique numbers from a range to objects.
 *
 * @module
 */

import type { SharedLocks } from '../../../store/index.js'
import type { AdmissionAttributes } from '../../attributes.js'

/** Locks of other processes that a search runs into before it gives up (ours). */
const MAX_TRIES = 64

/** A range of numbers. */
export interface NumberPoolOptions {
  /** Both are part of the range. */
  readonly first: bigint
  readonly last: bigint
  /** The first number for dynamic allocation; lower ones are reserved for explicit requests. */
  readonly givenFrom: bigint
  /** Keep other processes from the same number until a write is over. */
  readonly locks: Pick<SharedLocks, 'acquire'>
  /** Begins the names of the locks. */
  readonly name: string
}

/** The taker of a number: a write, of an object that may exist already. */
export interface NumberTaker extends Pick<AdmissionAttributes, 'dryRun' | 'onEnd'> {
  /** The object, as {@link NumberPool.set} knows it; empty for a new one. */
  readonly owner: string
}

/** Allocated numbers of a range with their owners, and those promised to writes in flight. */
export class NumberPool {
  readonly #first: bigint
  readonly #last: bigint
  readonly #givenFrom: bigint
  readonly #locks: NumberPoolOptions['locks']
  readonly #name: string
  readonly #owners = new Map<bigint, string>()
  readonly #held = new Map<string, readonly bigint[]>()
  /** By an identity of each write: the function that signals its end. */
  readonly #promised = new Map<bigint, NumberTaker['onEnd']>()
  #next: bigint

  constructor({ first, last, givenFrom, locks, name }: NumberPoolOptions) {
    this.#first = first
    this.#last = last
    this.#locks = locks
    this.#name = name
    this.#givenFrom = givenFrom
    this.#next = givenFrom
  }

  /** Says what an object has now. */
  set(owner: string, numbers: readonly bigint[]): void {
    for (const number of this.#held.get(owner) ?? []) if (this.#owners.get(number) === owner) this.#owners.delete(number)
    for (const number of numbers) this.#owners.set(number, owner)
    if (numbers.length > 0) this.#held.set(owner, numbers)
    else this.#held.delete(owner)
  }

  isIn(number: bigint): boolean {
    return number >= this.#first && number <= this.#last
  }

  /**
   * Takes a number for a write. What the write has been promised already is its own; what is only tried takes nothing.
   *
   * @returns False when another object has it, or another write is about to.
   */
  async take(number: bigint, { owner, dryRun, onEnd }: NumberTaker): Promise<boolean> {
    const promised = this.#promised.get(number)
    if (promised === onEnd) return true
    if (promised) return false
    if (dryRun) return this.#isOwn(number, owner)
    this.#promised.set(number, onEnd)
    const forget = () => {
      if (this.#promised.get(number) === onEnd) this.#promised.delete(number)
    }
    onEnd(forget)
    const release = await this.#locks.acquire(`${this.#name}-${number}`)
    if (!release) {
      // The holder of the lock may yet release the number, so it must not be remembered as taken.
      forget()
      return false
    }
    onEnd((isUncertain) => {
      // A write that may yet be stored keeps the lock until that lapses.
      if (!isUncertain) release()
    })
    // What other processes wrote before the lock was taken is known by now, and not earlier.
    return this.#isOwn(number, owner)
  }

  /** Takes any number that is free, going round; undefined when there is none. */
  async takeAny(taker: NumberTaker): Promise<bigint | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const number = this.#find()
      if (number === undefined || (await this.take(number, taker))) return number
    }
    return undefined
  }

  #isOwn(number: bigint, owner: string): boolean {
    const holder = this.#owners.get(number)
    return holder === undefined || holder === owner
  }

  #find(): bigint | undefined {
    const taken = BigInt(this.#owners.size + this.#promised.size) + 1n
    for (let tried = 0n; tried <= taken; tried++) {
      const number = this.#next
      this.#next = number >= this.#last ? this.#givenFrom : number + 1n
      if (number <= this.#last && this.#isOwn(number, '') && !this.#promised.has(number)) return number
    }
    return undefined
  }
}
