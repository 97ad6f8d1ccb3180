import { expect, test } from '@jest/globals'
import { createStartingHandler } from '../../../src/server/health/index.js'
import { ManualClock } from '../../support/manual-clock.js'
import { headersOf, jsonOf, requestOf, textOf } from '../requests.js'

test.each([
  { path: '/livez', graceMs: 0, afterMs: 0, status: 500 },
  { path: '/livez', graceMs: 5_000, afterMs: 4_999, status: 200 },
  { path: '/livez', graceMs: 5_000, afterMs: 5_000, status: 500 },
  { path: '/livez/poststarthook/start', graceMs: 5_000, afterMs: 0, status: 200 },
  { path: '/livez/ping', graceMs: 0, afterMs: 0, status: 200 },
  { path: '/readyz', graceMs: 5_000, afterMs: 0, status: 500 },
  { path: '/healthz', graceMs: 5_000, afterMs: 0, status: 500 },
])(
  '$path is $status $afterMs ms after a start with a grace period of $graceMs ms',
  async ({ path, graceMs, afterMs, status }) => {
    const clock = new ManualClock()
    const handler = createStartingHandler({ clock, livezGraceMs: graceMs })
    clock.advance(afterMs)
    expect((await handler.handle(requestOf(path))).status).toBe(status)
  },
)

test('unfinished start hooks are named', async () => {
  const handler = createStartingHandler({ clock: new ManualClock(), livezGraceMs: 0 })
  expect(textOf(await handler.handle(requestOf('/readyz?verbose')))).toBe(
    '[+]ping ok\n[-]poststarthook/start failed: reason withheld\n[+]shutdown ok\nreadyz check failed\n',
  )
})

test.each(['/api/v1/namespaces', '/metrics', '/', '/version', '/livezz', `/${'x'.repeat(100_000)}`])(
  'other requests are answered with Retry-After: %.30s',
  async (path) => {
    const handler = createStartingHandler({ clock: new ManualClock(), livezGraceMs: 60_000 })
    const response = await handler.handle(requestOf(path, { method: 'POST', body: {} }))
    expect([503, 414]).toContain(response.status)
    expect(jsonOf(response)).toMatchObject({ kind: 'Status', status: 'Failure' })
    if (response.status === 503) expect(headersOf(response, 'retry-after')).toEqual(['1'])
  },
)

test('other methods are refused', async () => {
  const handler = createStartingHandler({ clock: new ManualClock(), livezGraceMs: 0 })
  expect((await handler.handle(requestOf('/livez', { method: 'POST', body: {} }))).status).toBe(405)
})
