import { describe, expect, test } from '@jest/globals'
import { Observable, of } from 'rxjs'
import { OrderedBatches } from '../../src/registry/ordered-batches.js'
import type { WatchPace } from '../../src/store/index.js'
import { settle } from '../support/manual-clock.js'

/** A source of so many numbers that heeds a pace, and work on them that is done when it is told to. */
function scene(count: number, outer?: WatchPace) {
  const batches: number[][] = []
  const results: number[] = []
  const finish: (() => void)[] = []
  const seen = { made: 0 }
  const ordered = new OrderedBatches<number, number>(async (batch) => {
    batches.push([...batch])
    await new Promise<void>((resolve) => finish.push(resolve))
    return batch
  }, outer)
  const source = new Observable<number>((subscriber) => {
    const goOn = () => {
      while (seen.made < count && ordered.hasRoom) subscriber.next(seen.made++)
      if (seen.made < count) ordered.whenRoom(goOn)
      else subscriber.complete()
    }
    goOn()
  })
  let outcome = 'open'
  source.pipe(ordered.operator).subscribe({
    next: (value) => results.push(value),
    complete: () => {
      outcome = 'complete'
    },
  })
  const work = async () => {
    finish.shift()?.()
    await settle()
    await new Promise<void>((resolve) => setImmediate(resolve))
    await settle()
  }
  return { batches, results, seen, work, outcome: () => outcome }
}

describe('events with asynchronous work', () => {
  test('are processed a bounded number at a time, however slow the work is', async () => {
    const { batches, results, seen, work, outcome } = scene(600)
    await settle()
    expect([seen.made, batches.length, results.length]).toEqual([256, 1, 0])
    await work()
    expect([seen.made, results.length]).toEqual([512, 256])
    await work()
    await work()
    expect(results).toEqual(Array.from({ length: 600 }, (_, i) => i))
    expect([batches.map((batch) => batch.length), outcome()]).toEqual([[256, 256, 88], 'complete'])
  })

  test('wait for the consumer of their results, too', async () => {
    let room = true
    let goOn: (() => void) | undefined
    const outer: WatchPace = {
      get hasRoom() {
        return room
      },
      whenRoom(callback) {
        goOn = callback
      },
    }
    const { seen, work } = scene(600, outer)
    await settle()
    room = false
    await work()
    expect(seen.made).toBe(256)
    room = true
    goOn?.()
    expect(seen.made).toBe(512)
  })
})

test('a slow consumer of results yields to the event loop', async () => {
  const ordered = new OrderedBatches<number, number>(async (batch) => batch, undefined)
  const seen: string[] = []
  setImmediate(() => seen.push('others'))
  const done = new Promise<void>((resolve) => {
    of(1, 2, 3)
      .pipe(ordered.operator)
      .subscribe({
        next(value) {
          // More than the share of a turn.
          const end = performance.now() + 5
          while (performance.now() < end);
          seen.push(`result ${value}`)
        },
        complete: resolve,
      })
  })
  await done
  expect(seen).toEqual(['result 1', 'others', 'result 2', 'result 3'])
})
