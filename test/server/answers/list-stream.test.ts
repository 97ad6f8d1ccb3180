import { describe, expect, test } from '@jest/globals'
import { TurnShare } from '../../../src/meta/index.js'
import { ListStream } from '../../../src/server/answers/list-stream.js'
import type { BodySink } from '../../../src/server/index.js'
import { until } from './until.js'

const KIB = 1024

/** A share that no turn uses up, however busy the machine is. */
const endless = () => new TurnShare({ now: () => 0 })

/** A client that reads when told. */
class SlowSink implements BodySink {
  waiting = 0
  received = 0
  outcome = 'open'
  #drained: (() => void) | undefined
  write(chunk: Uint8Array, _onSent?: () => void): number {
    this.waiting += chunk.length
    this.received += chunk.length
    return this.waiting
  }
  onDrained(callback: () => void): void {
    this.#drained = callback
  }
  read(): void {
    this.waiting = 0
    const callback = this.#drained
    this.#drained = undefined
    callback?.()
  }
  end(): void {
    this.outcome = 'ended'
  }
  abort(): void {
    this.outcome = 'aborted'
  }
}

function* slices(count: number, length = 128 * KIB, failAt = -1): Generator<Uint8Array, void> {
  for (let i = 0; i < count; i += 1) {
    if (i === failAt) throw new Error('cannot be read')
    yield new Uint8Array(length)
  }
}
const never = () => {
  throw new Error('no fault was expected')
}

describe('a body of slices', () => {
  test('waits while the client does not read', () => {
    const sink = new SlowSink()
    new ListStream({ slices: slices(100) }, never, endless()).start(sink)
    expect(sink.received).toBe(384 * KIB)
    sink.read()
    expect([sink.received, sink.outcome]).toEqual([768 * KIB, 'open'])
  })

  test('continues to its end as it is read', async () => {
    const sink = new SlowSink()
    new ListStream({ slices: slices(100) }, never).start(sink)
    while (sink.outcome === 'open') {
      sink.read()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    expect([sink.received, sink.outcome]).toEqual([100 * 128 * KIB, 'ended'])
  })

  test('yields to the event loop, however fast the client is', () => {
    const turns: (() => void)[] = []
    let ms = 0
    // Each look at the time finds a millisecond gone.
    const share = new TurnShare({ schedule: (turn) => turns.push(turn), now: () => ms++ })
    const sink = new SlowSink()
    sink.write = (chunk) => {
      sink.received += chunk.length
      return 0
    }
    new ListStream({ slices: slices(100) }, never, share).start(sink)
    expect([sink.received, turns.length]).toEqual([256 * KIB, 1])
    let most = 0
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const before = sink.received
      turn()
      most = Math.max(most, sink.received - before)
    }
    expect([most, sink.received, sink.outcome]).toEqual([256 * KIB, 100 * 128 * KIB, 'ended'])
  })

  test('yields to the event loop, even if the host has sent all immediately', () => {
    const turns: (() => void)[] = []
    let ms = 0
    const share = new TurnShare({ schedule: (turn) => turns.push(turn), now: () => ms++, ms: 9 })
    const sink = new SlowSink()
    sink.onDrained = (callback) => {
      sink.waiting = 0
      callback()
    }
    new ListStream({ slices: slices(100) }, never, share).start(sink)
    expect(turns.length).toBe(1)
    expect(sink.received).toBeLessThanOrEqual(10 * 128 * KIB)
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const before = sink.received
      turn()
      expect(sink.received - before).toBeLessThanOrEqual(10 * 128 * KIB)
    }
    expect([sink.received, sink.outcome]).toEqual([100 * 128 * KIB, 'ended'])
  })

  test('is not produced any further after the client has disconnected', () => {
    const sink = new SlowSink()
    const source = slices(100)
    const release = new ListStream({ slices: source }, never, endless()).start(sink)
    release()
    sink.read()
    expect([sink.received, source.next().done]).toEqual([384 * KIB, true])
  })

  test('releases the memory of a slice after the host has sent it, and not before', () => {
    const sent: (() => void)[] = []
    const freed: Uint8Array[] = []
    const made = [new Uint8Array(KIB), new Uint8Array(KIB)]
    const sink = new SlowSink()
    sink.write = (_, onSent) => sent.push(onSent as () => void)
    new ListStream({ slices: made.values(), free: (slice) => freed.push(slice) }, never, endless()).start(sink)
    expect([sent.length, freed]).toEqual([2, []])
    sent[1]?.()
    expect(freed).toEqual([made[1]])
  })

  test('is broken off when a slice cannot be made', async () => {
    const sink = new SlowSink()
    const faults: unknown[] = []
    new ListStream({ slices: slices(5, KIB, 3) }, (error) => faults.push(error)).start(sink)
    await until(() => sink.outcome !== 'open')
    expect([sink.outcome, sink.received, faults]).toEqual(['aborted', 3 * KIB, [new Error('cannot be read')]])
  })
})
