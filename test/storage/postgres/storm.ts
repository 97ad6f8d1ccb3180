/**
 * Many writers over several replicas, and the invariants that have to hold afterwards, despite all faults.
 *
 * @module
 */

import type { ApiError } from '../../../src/meta/index.js'
import type { StorageChange } from '../../../src/storage/index.js'
import { lcg, pause } from '../../faults/clients/scene.js'
import { bytes, type Replica, text, until } from './support.js'

const SHARED = '/shared'

/** The observations of the writers. */
export interface Storm {
  /** Acknowledged values, by revision. */
  readonly acknowledged: ReadonlyMap<number, string>
  /** Values that were reported as not written. */
  readonly refused: ReadonlySet<string>
  /** Revisions that were acknowledged for two writes. */
  readonly twice: ReadonlySet<number>
  /** Number of refusals by code. */
  readonly codes: ReadonlyMap<number, number>
  /** Stops the writers, and waits until all replicas have received all changes. */
  end(): Promise<void>
}

/**
 * Starts writers: each repeatedly writes its own key, and sometimes a shared one.
 *
 * @param replicas - Replicas over one log.
 * @param seed - Seed of the choices; the timing is not reproducible.
 * @param writers - Number of writers.
 */
export function startStorm(replicas: readonly Replica[], seed: number, writers = 12): Storm {
  const random = lcg(seed)
  const acknowledged = new Map<number, string>()
  const refused = new Set<string>()
  const twice = new Set<number>()
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
        if (result.outcome !== 'committed') continue
        if (acknowledged.has(result.revision)) twice.add(result.revision)
        acknowledged.set(result.revision, isRemoval ? `${key} removed` : value)
      } catch (error) {
        const { code } = (error as ApiError).status
        codes.set(code, (codes.get(code) ?? 0) + 1)
        if (code === 503 || code === 507) refused.add(value)
        await pause(5)
      }
    }
  }
  const all = Array.from({ length: writers }, (_, at) => write(at))
  return {
    acknowledged,
    refused,
    twice,
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

/**
 * Checks a storm, with a line for each problem: acknowledged values have to exist, refused ones must not, and all replicas have
 * received the same changes, once, without gaps.
 */
export function problemsOf(replicas: readonly Replica[], { acknowledged, refused, twice }: Storm): readonly string[] {
  const heard = replicas.map(({ changes }) => changes.map((change) => [change.revision, contentOf(change)] as const))
  const [first = []] = heard
  const told = new Map(first)
  const start = first[0]?.[0] ?? 0
  const values = first.flatMap(([, value]) => (value.endsWith('removed') ? [] : [value]))
  const seen = new Set<string>()
  const repeated = values.filter((value) => seen.size === seen.add(value).size)
  return [
    ...replicas.flatMap(({ lost }, at) => (lost > 0 ? [`replica ${at} lost its place ${lost} times`] : [])),
    ...heard.flatMap((changes, at) => {
      const differs = changes.findIndex(
        ([revision, value], place) => first[place]?.[0] !== revision || first[place]?.[1] !== value,
      )
      return differs >= 0 || changes.length !== first.length ? [`replica ${at} heard something else than replica 0`] : []
    }),
    ...first.flatMap(([revision], at) =>
      revision === start + at ? [] : [`revision ${revision} is told in the place of ${start + at}`],
    ),
    ...[...acknowledged].flatMap(([revision, value]) =>
      told.get(revision) === value ? [] : [`revision ${revision} was acknowledged as ${value}, and is ${told.get(revision)}`],
    ),
    ...[...twice].map((revision) => `revision ${revision} was given twice`),
    ...repeated.map((value) => `${value} was made twice`),
    ...values.flatMap((value) => (refused.has(value) ? [`${value} was refused, and is there`] : [])),
  ]
}

/** The value of a change, in the form that the writers record. */
export const contentOf = ({ key, value }: StorageChange): string => text(value) ?? `${key} removed`
