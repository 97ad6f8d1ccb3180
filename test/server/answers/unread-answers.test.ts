import { describe, expect, test } from '@jest/globals'
import { ApiError, TurnShare } from '../../../src/meta/index.js'
import { ListStream } from '../../../src/server/answers/list-stream.js'
import { UnreadAnswers } from '../../../src/server/answers/unread-answers.js'
import type { BodySink, ServerResponse } from '../../../src/server/http.js'
import { ManualClock } from '../../support/manual-clock.js'
import { streamOf } from '../requests.js'

const KIB = 1024
const clock = new ManualClock()
const unreadAnswers = (maxBytes: number) => new UnreadAnswers({ maxBytes, timeoutMs: 60_000, clock })
const answer = (bytes: number): ServerResponse => ({ status: 200, headers: [], body: new Uint8Array(bytes).fill(0x20) })

/** A client that reads when it is told to. */
function client(response: ServerResponse) {
  const seen = { bytes: 0, outcome: 'open', read: () => {} }
  const sink: BodySink = {
    write(chunk) {
      seen.bytes += chunk.length
      return chunk.length
    },
    onDrained(callback) {
      seen.read = callback
    },
    end() {
      seen.outcome = 'ended'
    },
    abort() {
      seen.outcome = 'aborted'
    },
  }
  return { seen, over: streamOf(response).start(sink) }
}

function refusalOf(hold: () => unknown): ApiError {
  try {
    hold()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('a short answer is sent as it is, however many there are', () => {
  const unread = unreadAnswers(0)
  const short = answer(64 * KIB)
  expect(unread.hold(short, 'ann', true)).toBe(short)
})

test('a large answer is written whole, and ends once it is read', () => {
  const { seen } = client(unreadAnswers(1024 * KIB).hold(answer(200 * KIB), 'ann', true))
  expect(seen).toMatchObject({ bytes: 200 * KIB, outcome: 'open' })
  seen.read()
  expect(seen.outcome).toBe('ended')
})

test('an answer of many mebibytes is written in parts, each when those before are read', () => {
  const { seen } = client(unreadAnswers(64 * 1024 * KIB).hold(answer(9 * 1024 * KIB), 'ann', true))
  const written = () => seen.bytes / KIB / 1024
  expect(written()).toBe(4)
  seen.read()
  expect(written()).toBe(8)
  seen.read()
  expect([written(), seen.outcome]).toEqual([9, 'open'])
  seen.read()
  expect(seen.outcome).toBe('ended')
})

test('a client that reads nothing gets half of the memory, and then 429; others still get answers', () => {
  const unread = unreadAnswers(1000 * KIB)
  for (let i = 0; i < 5; i += 1) unread.hold(answer(100 * KIB), 'ann', true)
  const { status } = refusalOf(() => unread.hold(answer(100 * KIB), 'ann', true))
  expect(status).toMatchObject({ code: 429, details: { retryAfterSeconds: 1 } })
  expect(() => unread.hold(answer(100 * KIB), 'ben', true)).not.toThrow()
})

test('a read without room is refused before it is encoded, a short one never', () => {
  const unread = unreadAnswers(150 * KIB)
  unread.hold(answer(100 * KIB), 'ann', true)
  expect(refusalOf(() => unread.requireRoom('ann', 100 * KIB)).status).toMatchObject({
    code: 429,
    details: { retryAfterSeconds: 1 },
  })
  expect(() => unread.requireRoom('ann', 64 * KIB)).not.toThrow()
})

test('memory is released when an answer ends, whether it was read or its client disconnected', () => {
  const unread = unreadAnswers(200 * KIB)
  const { over } = client(unread.hold(answer(100 * KIB), 'ann', true))
  expect(() => unread.hold(answer(100 * KIB), 'ann', true)).toThrow(ApiError)
  over()
  expect(() => unread.hold(answer(100 * KIB), 'ann', true)).not.toThrow()
})

test('a completed write is not refused: without memory its connection is closed', () => {
  const { seen } = client(unreadAnswers(50 * KIB).hold(answer(100 * KIB), 'ann', false))
  expect(seen).toMatchObject({ bytes: 0, outcome: 'aborted' })
})

test.each([
  ['is broken off', true, 'aborted'],
  ['that its host has dropped is forgotten', false, undefined],
])('one that is not read in the time of requests %s, and there is room again', async (_, isStarted, outcome) => {
  const unread = unreadAnswers(200 * KIB)
  const held = unread.hold(answer(100 * KIB), 'ann', true)
  const seen = isStarted ? client(held).seen : undefined
  await clock.advance(59_999)
  expect(() => unread.hold(answer(100 * KIB), 'ann', true)).toThrow(ApiError)
  await clock.advance(1)
  expect(seen?.outcome).toBe(outcome)
  expect(() => unread.hold(answer(100 * KIB), 'ann', true)).not.toThrow()
})

test('answers that share a connection count however short they are, apart from large ones, until they are over', () => {
  const unread = unreadAnswers(100 * KIB)
  const short = answer(2 * KIB)
  const held = Array.from({ length: 5 }, () => unread.holdStream(short, 'ann'))
  expect(held.map(({ body }) => body)).toEqual(held.map(() => short.body))
  expect(client(unread.holdStream(short, 'ann')).seen.outcome).toBe('aborted')
  expect(unread.holdStream(short, 'ben').body).toBe(short.body)
  expect(() => unread.hold(answer(65 * KIB), 'ann', true)).not.toThrow()
  held[0]?.onOver?.()
  expect(unread.holdStream(short, 'ann').body).toBe(short.body)
})

describe('a list that is made while it is read', () => {
  const listOf = (slices: readonly number[]): ServerResponse => ({
    status: 200,
    headers: [],
    // Of a turn that a busy machine does not use up.
    body: new ListStream(
      { slices: slices.map((bytes) => new Uint8Array(bytes)).values() },
      () => {},
      new TurnShare({ now: () => 0 }),
    ),
  })

  test('counts with what may wait of it, until it is over', () => {
    const unread = unreadAnswers(2048 * KIB)
    const lists = [1, 2].map(() => client(unread.hold(listOf([300 * KIB]), 'ann', true)))
    expect(refusalOf(() => unread.hold(listOf([300 * KIB]), 'ann', true)).status.code).toBe(429)
    expect(client(unread.hold(listOf([300 * KIB]), 'ann', false)).seen.outcome).toBe('aborted')
    lists[0]?.over()
    expect(() => unread.hold(listOf([300 * KIB]), 'ann', true)).not.toThrow()
  })

  test('is not over before its end was read', () => {
    const { seen } = client(unreadAnswers(2048 * KIB).hold(listOf([10]), 'ann', true))
    expect(seen).toMatchObject({ bytes: 10, outcome: 'open' })
    seen.read()
    expect(seen.outcome).toBe('ended')
  })

  test('may take longer than a request, and is broken off when its client does not read on in that time', async () => {
    const unread = unreadAnswers(2048 * KIB)
    const { seen } = client(unread.hold(listOf(Array.from({ length: 9 }, () => 300 * KIB)), 'ann', true))
    for (let i = 0; i < 3; i++) {
      await clock.advance(59_999)
      expect(seen.outcome).toBe('open')
      seen.read()
    }
    await clock.advance(60_000)
    expect(seen).toMatchObject({ bytes: 1200 * KIB, outcome: 'aborted' })
  })
})
