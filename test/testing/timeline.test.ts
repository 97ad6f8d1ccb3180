import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Timeline } from '../../src/testing/timeline.js'
import { describeStorage } from '../storage/describe-storage.js'

describeStorage('timeline', () => new Timeline())

const value = (n: number) => Uint8Array.of(n)
const keysOf = (timeline: Timeline, revision: number) =>
  [...timeline.stateAt(revision)].map(([key, entry]) => [key, entry.revision, entry.value[0]]).sort()

describe('a timeline', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ op: fc.constant('put' as const), key: fc.constantFrom('/a//x', '/a//y', '/b//z'), n: fc.nat(255) }),
      fc.record({ op: fc.constant('remove' as const), key: fc.constantFrom('/a//x', '/a//y', '/b//z') }),
      fc.record({ op: fc.constant('rewind' as const), back: fc.nat(8) }),
    ),
    { maxLength: 30 },
  )

  test('has every past state, whatever came after it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const timeline = new Timeline()
        const seen = new Map<number, unknown>([[1, []]])
        for (const step of steps) {
          if (step.op === 'rewind') {
            const target = Math.max(1, timeline.latest - step.back)
            await timeline.rewind(target)
            expect(keysOf(timeline, timeline.latest)).toEqual(seen.get(target))
          } else {
            const expectedRevision = timeline.stateAt(timeline.latest).get(step.key)?.revision ?? 0
            await timeline.commit({ key: step.key, expectedRevision, value: step.op === 'put' ? value(step.n) : undefined })
          }
          seen.set(timeline.latest, keysOf(timeline, timeline.latest))
        }
        for (const [revision, state] of seen) expect(keysOf(timeline, revision)).toEqual(state)
        expect((await timeline.load()).revision).toBe(timeline.latest)
      }),
    )
  })

  test('a copy has the same past and a future of its own', async () => {
    const timeline = new Timeline()
    timeline.put('/a//x', value(1))
    const copy = new Timeline(timeline)
    timeline.put('/a//x', value(2))
    copy.put('/a//x', value(3))
    expect([keysOf(timeline, 3), keysOf(copy, 3)]).toEqual([[['/a//x', 3, 2]], [['/a//x', 3, 3]]])
    expect(keysOf(timeline, 2)).toEqual(keysOf(copy, 2))
  })

  test('a rewind makes followers reload once, and waits until they have', async () => {
    const timeline = new Timeline()
    timeline.put('/a//x', value(1))
    const told: number[] = []
    const lost: number[] = []
    const follow = (from: number) => {
      const back = () => {
        lost.push(timeline.latest)
        queueMicrotask(() => follow(timeline.latest))
      }
      timeline.follow(from, ({ revision }) => told.push(revision), back)
    }
    follow(2)
    await timeline.rewind(1)
    timeline.put('/a//x', value(2))
    expect([told, lost]).toEqual([[4], [3]])
  })

  test('no follower starts from before a rewind: it was no commit', async () => {
    const timeline = new Timeline()
    timeline.put('/a//x', value(1))
    await timeline.rewind(1)
    expect(() => timeline.follow(2, () => {})).toThrow('set back after revision 2')
    timeline.follow(3, () => {})()
  })

  test('a rewind ends with the engine when there are no followers', async () => {
    const timeline = new Timeline()
    timeline.follow(
      1,
      () => {},
      () => void timeline.close(),
    )
    await timeline.rewind(1)
  })
})
