/**
 * Keeps `process.nextTick` fast: a request through Node's HTTP server takes about ten ticks.
 *
 * Node makes the object of each tick with a literal that has computed keys. V8 (seen in Node 20) compiles such a literal to fast
 * code only if all objects that it ever made had the same hidden class. Only ticks have that class, so a full garbage collection
 * at a moment without a pending tick, which is common while a process starts, discards it. The next tick gets a new class, and
 * from then on every tick of the process takes 0.2 µs more, a request about 2 µs. An object with the same members that stays in
 * memory keeps the class.
 *
 * @module
 */

import { AsyncResource } from 'node:async_hooks'

const kept: object[] = []

/** Keeps the hidden class of ticks. To be called early, as what is discarded cannot be restored. */
export function keepTickClass(): void {
  if (kept.length === 0) kept.push(likeTick())
}

/** An object with the members of a tick, in the same order. In other runtimes, which have no such ticks, it does no harm. */
export function likeTick(): object {
  const resource: Partial<Record<symbol, unknown>> = new AsyncResource('BinnacleTick') as object
  const [asyncId = Symbol(), triggerId = Symbol()] = Object.getOwnPropertySymbols(resource)
  const callback = (): void => {}
  const args = undefined
  return { [asyncId]: resource[asyncId], [triggerId]: resource[triggerId], callback, args }
}
