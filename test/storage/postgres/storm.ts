/**
 * Many writers over several replicas, and what has to be true afterwards, whatever happened meanwhile.
 *
 * @module
 */

import { expect } from '@jest/globals'
import type { ApiError } from '../../../src/meta/index.js'
import { lcg, pause } from '../../faults/scene.js'
import { bytes, type Replica, text, until } from './support.js'

const SHARED = '/shared'

/** What the writers know. */
export interface Storm {
  /** Values that were acknowledged, by their revisions. */
  readonly acknowledged: ReadonlyMap<number, string>
  /** Values of which it was said that they were not written. */
  readonly refused: ReadonlySet<string>
  /** Codes of refusals, and how often each came. */
  readonly codes: ReadonlyMap<number, number>
  /** Ends the writers, and waits until everybody has heard of everything. */
  end(): Promise<void>
}

/**
 * Starts writers: each writes a key of its own again and again, and now and then one that all share.
 *
 * @param replicas - Over one log.
 * @param seed - Repeats the choices, though not their timing.
 * @param writers - How many.
 */
export function startStorm(replicas: readonly Replica[], seed: number, writers = 12): Storm {
  const random = lcg(seed)
  const acknowledged = new Map<number, string>()
  const refused = new Set<string>()
  const codes = new Map<number, number>()
  let isOver = false
  const newest = (replica: Replica, key: string) => {
    const change = replica.changes.findLast((one) => one.key === key)
    return change?.value === undefined ? 0 : change.revision
  }
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count += 1) {
      const replica = replicas[(writer + (random() < 0.1 ? 1 : 0)) % replicas.length] as Replica
      const key = random() < 0.1 ? SHARED : `/w${writer}`
      const value = `${writer}-${count}`
      const expectedRevision = newest(replica, key)
      const isRemoval = expectedRevision > 0 && random() < 0.1
      try {
        const request = { key, expectedRevision, value: isRemoval ? undefined : bytes(value) }
        const result = await replica.storage.commit(request)
        if (result.outcome === 'committed') acknowledged.set(result.revision, isRemoval ? `${key} removed` : value)
      } catch (error) {
        const { code } = (error as ApiError).status
        codes.set(code, (codes.get(code) ?? 0) + 1)
        if (code === 503) refused.add(value)
        await pause(5)
      }
    }
  }
  const all = Array.from({ length: writers }, (_, at) => write(at))
  return {
    acknowledged,
    refused,
    codes,
    async end() {
      isOver = true
      await Promise.all(all)
      await until(async () => {
        const heads = await Promise.all(replicas.map(({ storage }) => storage.revision().catch(() => -1)))
        return heads.every((head) => head > 0 && head === heads[0])
      })
    },
  }
}

/** Nothing that was acknowledged is missing, nothing refused is there, and all replicas heard the same, without a hole, once. */
export function expectOneHistory(replicas: readonly Replica[], { acknowledged, refused }: Storm): void {
  expect(replicas.map(({ lost }) => lost)).toEqual(replicas.map(() => 0))
  const [first] = replicas as [Replica]
  const heard = first.changes.map(({ key, revision, value }) => [revision, value ? text(value) : `${key} removed`] as const)
  for (const { changes } of replicas.slice(1)) {
    expect(changes.map(({ key, revision, value }) => [revision, value ? text(value) : `${key} removed`])).toEqual(heard)
  }
  const [[start] = [0]] = heard
  expect(heard.map(([revision]) => revision)).toEqual(heard.map((_, at) => start + at))
  const byRevision = new Map(heard)
  expect([...acknowledged].filter(([revision, value]) => byRevision.get(revision) !== value)).toEqual([])
  const values = heard.map(([, value]) => value).filter((value) => !value?.endsWith('removed'))
  expect(new Set(values).size).toBe(values.length)
  expect(values.filter((value) => refused.has(value as string))).toEqual([])
}
