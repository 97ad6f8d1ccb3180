import { expect, test } from '@jest/globals'
import { withAccessLog } from '../../../src/cli/serve/access-log.js'
import type { RequestHandler, ServerRequest, ServerResponse } from '../../../src/server/index.js'
import { ManualClock } from '../../support/manual-clock.js'

const request: ServerRequest = {
  method: 'GET',
  url: '/api/v1/namespaces?limit=5',
  headers: [
    ['authorization', 'Bearer secret'],
    ['user-agent', 'kubectl/v1.30 (linux)'],
  ],
  remoteAddress: '10.0.0.7',
  readBody: async () => new Uint8Array(),
  peerCertificates: [],
  signal: new AbortController().signal,
}
const answer = (body: ServerResponse['body'] = new Uint8Array(3)): ServerResponse => ({
  status: 200,
  headers: [['audit-id', 'e1d5']],
  body,
})

/** A handler that takes a fifth of a second, and the lines about its requests. */
function logged(format: 'text' | 'json', made = answer()) {
  const clock = new ManualClock()
  const lines: string[] = []
  const handler: RequestHandler = {
    async handle() {
      clock.advance(200)
      return made
    },
  }
  return { clock, lines, handler: withAccessLog(handler, format, { clock, write: (line) => void lines.push(line) }) }
}

test('a line has the user, the request and its result, and no credential', async () => {
  const { handler, lines, clock } = logged('text')
  await handler.handle(request)
  expect(lines).toEqual([
    `${new Date(clock.now()).toISOString()} access GET /api/v1/namespaces?limit=5 from 10.0.0.7: 200 in 200 ms by "kubectl/v1.30 (linux)" [e1d5]`,
  ])
})

test('a line of JSON has the same fields', async () => {
  const { handler, lines, clock } = logged('json')
  await handler.handle(request)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: new Date(clock.now()).toISOString(),
      level: 'info',
      message: 'request',
      method: 'GET',
      path: '/api/v1/namespaces?limit=5',
      status: 200,
      durationMs: 200,
      remoteAddress: '10.0.0.7',
      userAgent: 'kubectl/v1.30 (linux)',
      auditId: 'e1d5',
    },
  ])
})

test('a stream is logged when it ends', async () => {
  let released = 0
  const { handler, lines, clock } = logged('json', answer({ isLarge: true, start: () => () => void released++ }))
  const { body } = await handler.handle(request)
  if (body instanceof Uint8Array) throw new Error('the stream is gone')
  expect(body.isLarge).toBe(true)
  const release = body.start({ write: () => 0, onDrained() {}, end() {}, abort() {} })
  expect(lines).toEqual([])
  clock.advance(60_000)
  release()
  expect(released).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ durationMs: 60_200 })
})

test('text from clients cannot start a new line, nor make one of unbounded length', async () => {
  const { handler, lines } = logged('text')
  await handler.handle({ ...request, url: `/\u2028\u0007\n${'x'.repeat(5000)}`, headers: [['user-agent', 'a\nb"c']] })
  expect(lines[0]).not.toMatch(/\p{Cc}/u)
  expect(lines[0]?.length).toBeLessThan(1200)
  expect(lines[0]).toContain('by "a\\nb\\"c"')
})
