/**
 * The rule that covers all others together: random writes, compared with a plain map.
 *
 * @module
 */

import type { Storage } from '../../storage/index.js'
import { SeededRandom } from '../seeded-random.js'
import { bytesOf, EngineUnderTest, expectGreater, expectSame, type Rule, revisionOf, shown } from './engine-under-test.js'

const RUNS = 4
const STEPS = 50
const KEYS = ['/a', '/b', '/c'] as const
const EXPECTATIONS = ['right', 'none', 'stale'] as const

export const modelRules: readonly Rule[] = [
  [
    'whatever is written, the engine agrees with a plain map',
    async (_engine, open) => {
      for (let seed = 1; seed <= RUNS; seed++) await runByChance(open, seed)
    },
  ],
]

/** Errors name the seed: the same seed makes the same writes. */
async function runByChance(open: () => Storage | Promise<Storage>, seed: number): Promise<void> {
  const random = new SeededRandom(seed)
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[random.integer(choices.length)] ?? choices[0]
  const engine = new EngineUnderTest(await open())
  try {
    const model = new Map<string, { readonly value: string; readonly revision: number }>()
    let { revision: latest } = await engine.load()
    const { heard } = engine.follow(latest)
    const log: unknown[] = []
    for (let step = 1; step <= STEPS; step++) {
      const at = `step ${step} of the writes with seed ${seed}`
      const key = pick(KEYS)
      const held = model.get(key)?.revision ?? 0
      const expectedRevision = { right: held, none: 0, stale: Math.max(0, held - 1) }[pick(EXPECTATIONS)]
      const value = random.integer(5) === 0 ? undefined : random.uuid().slice(0, random.integer(9))
      const commit = { key, expectedRevision, value: value === undefined ? undefined : bytesOf(value) }
      const result = await engine.storage.commit(commit)
      if (expectedRevision !== held || (value === undefined && held === 0)) {
        expectSame(at, result.outcome, 'conflict')
        continue
      }
      const revision = revisionOf(result)
      expectGreater(at, revision, latest)
      latest = revision
      log.push([key, revision, value])
      if (value === undefined) model.delete(key)
      else model.set(key, { value, revision })
    }
    const entries = [...model].map(([key, { value, revision }]) => [key, value, revision]).sort()
    expectSame(`what was loaded after the writes with seed ${seed}`, await engine.load(), { revision: latest, entries })
    expectSame(`what a follower heard of the writes with seed ${seed}`, shown(heard), log)
  } finally {
    await engine.storage.close()
  }
}
