import { describe, expect, test } from '@jest/globals'
import { systemRandom } from '../../src/meta/index.js'
import {
  createWebhookClient,
  type WebhookCall,
  type WebhookCallReport,
  WebhookError,
  type WebhookReply,
  type WebhookTransport,
} from '../../src/webhook/index.js'
import { ManualClock, settle } from '../support/manual-clock.js'

const target = { server: { url: 'https://hook.example/' } }

/** A client whose webhook answers with these in turn, and always with the last. */
function client(answers: readonly (WebhookReply | Error)[], options: { attempts?: number; transport?: WebhookTransport } = {}) {
  const clock = new ManualClock()
  const calls: WebhookCall[] = []
  const reports: WebhookCallReport[] = []
  const transport: WebhookTransport = async (call) => {
    calls.push(call)
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    if (answer instanceof Error || !answer) throw answer
    return answer
  }
  const { post } = createWebhookClient({
    transport,
    target,
    timeoutMs: 30_000,
    parse: JSON.parse,
    clock,
    random: systemRandom,
    onCall: (report) => reports.push(report),
    ...options,
  })
  /** Moves time until the call is over. */
  const postThroughTime = async (document: unknown = {}) => {
    let over = false
    const result = post(document).finally(() => {
      over = true
    })
    result.catch(() => {})
    for (let second = 0; second < 60 && !over; second += 1) await clock.advanceAndSettle(1000)
    return result
  }
  return { clock, calls, reports, post, postThroughTime }
}

const ok = (body: string): WebhookReply => ({ status: 200, body })
const failed = (status: number): WebhookReply => ({ status, body: 'secret of the server' })
const cutOff = () => new WebhookError('connection', 'socket hang up', { isTransient: true })

describe('a call of a webhook', () => {
  test('posts JSON to the target and gives the document that is answered', async () => {
    const { post, calls, reports } = client([ok('{"a":[1]}')])
    expect(await post({ kind: 'Review' })).toEqual({ a: [1] })
    expect(calls).toMatchObject([{ ...target, body: '{"kind":"Review"}' }])
    expect(reports).toMatchObject([{ outcome: 'success', status: 200, attempts: 1 }])
  })

  test.each([
    { about: 'status 404', answer: failed(404), failure: 'status', says: 'the server answered with status 404' },
    { about: 'a redirect', answer: failed(302), failure: 'status', says: 'the server answered with status 302' },
    { about: 'no JSON', answer: ok('<html>'), failure: 'reply', says: 'the answer is not JSON' },
    { about: 'no answer', answer: new Error('certificate has expired'), failure: 'connection', says: 'certificate has expired' },
  ])('that ends with $about fails at once, without content of the answer in the error', async ({ answer, failure, says }) => {
    const { post, calls, reports } = client([answer], { attempts: 5 })
    await expect(post({})).rejects.toMatchObject({ name: 'WebhookError', failure, message: says })
    expect(calls).toHaveLength(1)
    expect(reports).toMatchObject([{ outcome: failure, attempts: 1 }])
  })

  test.each([
    { about: 'status 500', answer: failed(500) },
    { about: 'status 503', answer: failed(503) },
    { about: 'status 429', answer: failed(429) },
    { about: 'a connection that is cut off', answer: cutOff() },
  ])('is tried again after $about', async ({ answer }) => {
    const { postThroughTime, calls, reports } = client([answer, answer, ok('1')], { attempts: 5 })
    expect(await postThroughTime()).toBe(1)
    expect(calls).toHaveLength(3)
    expect(reports).toMatchObject([{ outcome: 'success', status: 200, attempts: 3 }])
  })

  test('is attempted as often as configured, once by default', async () => {
    const several = client([failed(500)], { attempts: 5 })
    await expect(several.postThroughTime()).rejects.toThrow('status 500')
    expect(several.calls).toHaveLength(5)
    const once = client([failed(500)])
    await expect(once.postThroughTime()).rejects.toThrow('status 500')
    expect(once.calls).toHaveLength(1)
  })

  test('resolves the target before each attempt, and fails when there is none', async () => {
    let asked = 0
    const clock = new ManualClock()
    const seen: (string | undefined)[] = []
    const { post } = createWebhookClient({
      transport: async ({ authorization }) => {
        seen.push(authorization)
        return failed(500)
      },
      target: async () => {
        asked += 1
        if (asked === 3) throw new Error('token file: cannot be read')
        return { ...target, authorization: `Bearer ${asked}` }
      },
      timeoutMs: 30_000,
      attempts: 5,
      parse: JSON.parse,
      clock,
      random: systemRandom,
    })
    const result = post({})
    result.catch(() => {})
    for (let second = 0; second < 10; second += 1) await clock.advanceAndSettle(1000)
    await expect(result).rejects.toThrow('token file: cannot be read')
    expect(seen).toEqual(['Bearer 1', 'Bearer 2'])
  })

  test('ends when its time is over, also with a transport that looks at no signal', async () => {
    const { post, clock, reports } = client([], { transport: () => new Promise(() => {}) })
    const result = post({})
    result.catch(() => {})
    await clock.advanceAndSettle(29_999)
    expect(reports).toEqual([])
    await clock.advanceAndSettle(1)
    await expect(result).rejects.toMatchObject({ failure: 'timeout', message: 'there was no answer within 30 seconds' })
    expect(reports).toMatchObject([{ outcome: 'timeout', status: undefined, attempts: 1, seconds: 30 }])
  })

  test('that waits for its next attempt ends when its time is over', async () => {
    const { post, clock, calls } = client([failed(500)], { attempts: 1000 })
    const result = post({})
    result.catch(() => {})
    for (let second = 0; second < 31; second += 1) await clock.advanceAndSettle(1000)
    await expect(result).rejects.toMatchObject({ failure: 'timeout' })
    const before = calls.length
    await clock.advanceAndSettle(600_000)
    expect(calls).toHaveLength(before)
  })

  test('ends when its caller gives up, before and while it waits', async () => {
    const gone = new AbortController()
    const { post, calls } = client([], { transport: () => new Promise(() => {}) })
    const result = post({}, gone.signal)
    result.catch(() => {})
    await settle()
    gone.abort()
    await expect(result).rejects.toMatchObject({ failure: 'aborted' })
    await expect(post({}, AbortSignal.abort())).rejects.toMatchObject({ failure: 'aborted' })
    expect(calls).toEqual([])
  })
})
