import { expect, test } from '@jest/globals'
import { ApiError } from '../../../src/meta/index.js'
import { UnreadAnswers } from '../../../src/server/answers/unread-answers.js'
import type { BodySink, ServerResponse } from '../../../src/server/http.js'
import { streamOf } from '../requests.js'

const KIB = 1024
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
  const unread = new UnreadAnswers(0)
  const short = answer(64 * KIB)
  expect(unread.hold(short, 'ann', true)).toBe(short)
})

test('a large answer is written whole, and ends once it is read', () => {
  const { seen } = client(new UnreadAnswers(1024 * KIB).hold(answer(200 * KIB), 'ann', true))
  expect(seen).toMatchObject({ bytes: 200 * KIB, outcome: 'open' })
  seen.read()
  expect(seen.outcome).toBe('ended')
})

test('who reads nothing gets half of the room, and is asked to wait then; others still get answers', () => {
  const unread = new UnreadAnswers(1000 * KIB)
  for (let i = 0; i < 5; i += 1) unread.hold(answer(100 * KIB), 'ann', true)
  const { status } = refusalOf(() => unread.hold(answer(100 * KIB), 'ann', true))
  expect(status).toMatchObject({ code: 429, details: { retryAfterSeconds: 1 } })
  expect(() => unread.hold(answer(100 * KIB), 'ben', true)).not.toThrow()
})

test('there is room again when an answer is over, whether it was read or its client left', () => {
  const unread = new UnreadAnswers(200 * KIB)
  const { over } = client(unread.hold(answer(100 * KIB), 'ann', true))
  expect(() => unread.hold(answer(100 * KIB), 'ann', true)).toThrow(ApiError)
  over()
  expect(() => unread.hold(answer(100 * KIB), 'ann', true)).not.toThrow()
})

test('a write that was done is not refused: without room its answer breaks off', () => {
  const { seen } = client(new UnreadAnswers(50 * KIB).hold(answer(100 * KIB), 'ann', false))
  expect(seen).toMatchObject({ bytes: 0, outcome: 'aborted' })
})
