import { beforeEach, describe, expect, test } from '@jest/globals'
import { type AuditBuffering, type AuditEvent, bufferedBackend, type OpenAuditBackend } from '../../../src/audit/index.js'
import { platformDialect, systemRandom } from '../../../src/meta/index.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const eventOf = (name: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  level: 'Request',
  auditID: name,
  stage: 'ResponseComplete',
  requestURI: '/version',
  verb: 'get',
  user: {},
  requestReceivedTimestamp: '',
  stageTimestamp: '',
  ...more,
})

let clock: ManualClock
/** What was written, batch by batch: ids of the events. */
let batches: string[][]
let events: AuditEvent[]
let lost: { count: number; error: unknown }[]
/** Whether writing waits, or fails. */
let disk: { wait?: Promise<void>; error?: Error }

beforeEach(() => {
  clock = new ManualClock()
  batches = []
  events = []
  lost = []
  disk = {}
})

function open(buffering: AuditBuffering): OpenAuditBackend {
  const backend = bufferedBackend('test', buffering, () => ({
    async write(texts) {
      await disk.wait
      if (disk.error) throw disk.error
      const written = texts.map((text) => JSON.parse(`{${text}}`) as AuditEvent)
      events.push(...written)
      batches.push(written.map(({ auditID }) => auditID))
    },
  }))
  return backend.open({
    dialect: platformDialect,
    clock,
    random: systemRandom,
    onLost: (count, error) => lost.push({ count, error }),
  })
}

describe('in the background', () => {
  test('events are collected, and sent together', async () => {
    const backend = open({ maxWaitMs: 100 })
    expect(backend.take(eventOf('a'))).toBeUndefined()
    backend.take(eventOf('b'))
    await clock.advanceAndSettle(99)
    expect(batches).toEqual([])
    await clock.advanceAndSettle(1)
    expect(batches).toEqual([['a', 'b']])
    backend.take(eventOf('c'))
    await clock.advanceAndSettle(100)
    expect(batches).toEqual([['a', 'b'], ['c']])
  })

  test('a full batch is sent at once, and the rest is collected again', async () => {
    const backend = open({ maxBatchSize: 2, maxWaitMs: 100 })
    for (const name of ['a', 'b', 'c']) backend.take(eventOf(name))
    await settle()
    expect(batches).toEqual([['a', 'b']])
    await clock.advanceAndSettle(100)
    expect(batches).toEqual([['a', 'b'], ['c']])
  })

  test('events with large bodies make batches of a few mebibytes, one after the other', async () => {
    const backend = open({ maxBatchSize: 400, maxWaitMs: 100 })
    const requestObject = { data: 'x'.repeat(3 * 1024 * 1024) }
    for (const name of ['a', 'b', 'c']) backend.take(eventOf(name, { requestObject }))
    await settle()
    expect(batches).toEqual([['a'], ['b']])
    await clock.advanceAndSettle(100)
    expect(batches).toEqual([['a'], ['b'], ['c']])
  })

  test('the buffer is full at its bound, while no request waits for a backend that hangs', () => {
    disk.wait = new Promise(() => {})
    const backend = open({ maxBatchSize: 1, bufferSize: 2 })
    const isFull = ['a', 'b', 'c'].map((name) => {
      const before = backend.isFull?.()
      backend.take(eventOf(name))
      return before
    })
    // The first one is being written.
    expect([...isFull, backend.isFull?.()]).toEqual([false, false, false, true])
  })

  test('events with bodies and without come in the order that they were taken in, and no body is held', async () => {
    const backend = open({ maxWaitMs: 100 })
    let isWritten = false
    const toJSON = () => {
      isWritten = true
      return {}
    }
    backend.take(eventOf('a'))
    backend.take(eventOf('b', { requestObject: { toJSON } }))
    expect(isWritten).toBe(true)
    backend.take(eventOf('c'))
    await clock.advanceAndSettle(100)
    expect(batches).toEqual([['a', 'b', 'c']])
  })

  test.each<[what: string, more: Partial<AuditEvent>]>([
    ['annotations', { annotations: { a: 'x'.repeat(200_000) } }],
    ['groups', { user: { username: 'jane', groups: Array.from({ length: 50_000 }, () => 'g') } }],
    ['values about its user', { impersonatedUser: { username: 'jane', groups: [], extra: { a: ['x'.repeat(200_000)] } } }],
  ])('events with long %s are not encoded by the hundred in one turn, and count toward the buffer', (_, more) => {
    const backend = open({ maxWaitMs: 100, maxBatchSize: 10_000 })
    disk = { wait: new Promise(() => {}) }
    // 64 MiB at most wait, beside a batch that is being written and what is not encoded yet.
    for (let i = 0; i < 390 && !backend.isFull?.(); i++) backend.take(eventOf('a', more))
    expect(backend.isFull?.()).toBe(true)
  })

  test('an event that cannot be written is lost and counted, and those beside it are written', async () => {
    const backend = open({ maxWaitMs: 100 })
    const toJSON = () => {
      throw new Error('no text')
    }
    backend.take(eventOf('a'))
    backend.take(eventOf('b', { responseObject: { toJSON } }))
    backend.take(eventOf('c'))
    await clock.advanceAndSettle(100)
    expect(batches).toEqual([['a', 'c']])
    expect(lost).toEqual([{ count: 1, error: new Error('no text') }])
  })

  test('a batch that fails is lost and counted, and the next one is written', async () => {
    disk.error = new Error('disk full')
    const backend = open({ maxBatchSize: 2 })
    for (const name of ['a', 'b']) backend.take(eventOf(name))
    await settle()
    expect(lost).toEqual([{ count: 2, error: disk.error }])
    disk = {}
    for (const name of ['c', 'd']) backend.take(eventOf(name))
    await settle()
    expect(batches).toEqual([['c', 'd']])
  })

  test('batches beyond the burst come at the rate that is allowed', async () => {
    const backend = open({ maxBatchSize: 1, throttle: { qps: 2, burst: 2 } })
    for (const name of ['a', 'b', 'c', 'd']) backend.take(eventOf(name))
    await settle()
    expect(batches.flat()).toEqual(['a', 'b'])
    await clock.advanceAndSettle(500)
    expect(batches.flat()).toEqual(['a', 'b', 'c'])
    await clock.advanceAndSettle(500)
    expect(batches.flat()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('closing writes what waits, and takes nothing more', async () => {
    const backend = open({ maxBatchSize: 2, maxWaitMs: 60_000, throttle: { qps: 0.001, burst: 1 } })
    for (const name of ['a', 'b', 'c']) backend.take(eventOf(name))
    await backend.close()
    expect(batches).toEqual([['a', 'b'], ['c']])
    expect(backend.isFull?.()).toBe(true)
  })
})

describe('blocking', () => {
  test('a request waits until its event is written', async () => {
    let release = () => {}
    disk.wait = new Promise((resolve) => {
      release = resolve
    })
    let isKept = false
    open({ mode: 'blocking' })
      .take(eventOf('a'))
      ?.then(() => {
        isKept = true
      })
    await settle()
    expect(isKept).toBe(false)
    release()
    await settle()
    expect([isKept, batches]).toEqual([true, [['a']]])
  })

  test('a failure is counted; only in strict mode the request fails', async () => {
    disk.error = new Error('disk full')
    await open({ mode: 'blocking' }).take(eventOf('a'))
    await expect(open({ mode: 'blocking-strict' }).take(eventOf('a'))).rejects.toThrow('disk full')
    expect(lost).toHaveLength(2)
  })
})

describe('truncation', () => {
  const truncate = { maxEventBytes: 400, maxBatchBytes: 500 }

  test('a large event loses its bodies, with an annotation', async () => {
    const body = 'x'.repeat(1000)
    const backend = open({ mode: 'blocking', truncate })
    await backend.take(eventOf('a', { requestObject: body, responseObject: body, annotations: { k: 'v' } }))
    expect(events).toEqual([eventOf('a', { annotations: { k: 'v', 'audit.platform.io/truncated': 'true' } })])
  })

  test('one that is too large without them is lost', async () => {
    await open({ mode: 'blocking', truncate }).take(eventOf('a', { requestURI: 'x'.repeat(1000) }))
    expect([events.length, lost.length]).toEqual([0, 1])
  })

  test('a batch is no larger than allowed', async () => {
    const backend = open({ truncate, maxWaitMs: 100 })
    for (const name of ['a', 'b', 'c']) backend.take(eventOf(name, { requestURI: 'x'.repeat(200) }))
    await backend.close()
    expect(batches).toEqual([['a'], ['b'], ['c']])
  })
})
