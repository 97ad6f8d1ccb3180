/**
 * Whether this process has a directory open already, in any of its threads and by any copy of this package.
 *
 * An owner keeps a file of the directory open. All threads of a process have the same descriptors, and the system closes them when
 * it ends, so that an owner which died never blocks the next one, even one with the same process id. Node closes those of a thread
 * when the thread ends. Where the system does not list descriptors (Windows), only owners of the same thread are found.
 *
 * @module
 */

import { type BigIntStats, closeSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'

/** Lists the descriptors of the process that reads it. */
const DESCRIPTORS = '/dev/fd'

const HELD = Symbol.for('binnacle.lmdb.held')
const shared = globalThis as { [HELD]?: Set<string> }
/** The files that owners of this thread hold. */
shared[HELD] ??= new Set()
const held = shared[HELD]

/** Whether an owner of this process holds a file. One that does not exist is not held. */
export function isHeld(file: string): boolean {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (!found) return false
  const id = idOf(found)
  return held.has(id) || descriptors().some((descriptor) => idOfOpen(descriptor) === id)
}

/**
 * Marks a file as in use by an owner of this process, by keeping it open. {@link isHeld} must be false for it.
 *
 * @returns A function that releases it, to be called once.
 */
export function hold(file: string): () => void {
  const descriptor = openSync(file, 'r')
  const id = idOf(fstatSync(descriptor, { bigint: true }))
  held.add(id)
  return () => {
    held.delete(id)
    closeSync(descriptor)
  }
}

function descriptors(): readonly number[] {
  try {
    return readdirSync(DESCRIPTORS).map(Number)
  } catch {
    return []
  }
}

function idOfOpen(descriptor: number): string | undefined {
  try {
    return idOf(fstatSync(descriptor, { bigint: true }))
  } catch {
    // It is closed by now.
    return undefined
  }
}

/** The same for all paths to a file. */
const idOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`
