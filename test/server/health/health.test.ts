import { describe, expect, test } from '@jest/globals'
import { createHealth } from '../../../src/server/health/index.js'
import { ask, refusal, request } from '../discovery/fake-plane.js'

const good = { name: 'storage', check: async () => true }
const bad = { name: 'hook/start', check: () => false }

describe('all checks of an endpoint', () => {
  test.each(['/healthz', '/livez', '/readyz', '/readyz/ping', '/livez/storage', '/readyz/shutdown', '/readyz?exclude=ping'])(
    '%s is ok as plain text',
    async (path) => {
      const { status, headers, text } = await ask(createHealth({ checks: () => [good] }), request(path))
      expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', 'ok'])
    },
  )

  test.each([
    ['/healthz?verbose', '[+]ping ok\n[+]storage ok\nhealthz check passed\n'],
    ['/livez?verbose=true', '[+]ping ok\n[+]storage ok\nhealthz check passed\n'],
    ['/readyz?verbose', '[+]ping ok\n[+]storage ok\n[+]shutdown ok\nhealthz check passed\n'],
    ['/livez?verbose&exclude=ping', '[+]ping excluded: ok\n[+]storage ok\nhealthz check passed\n'],
    ['/livez?exclude=ping&verbose&exclude=storage', '[+]ping excluded: ok\n[+]storage excluded: ok\nhealthz check passed\n'],
    [
      '/livez?verbose&exclude=b&exclude=a&exclude=ping',
      '[+]ping excluded: ok\n[+]storage ok\nwarn: some health checks cannot be excluded: no matches for "a", "b"\nhealthz check passed\n',
    ],
  ])('%s lists each of them', async (path, text) => {
    expect((await ask(createHealth({ checks: () => [good] }), request(path))).text).toBe(text)
  })

  test('a check that passes may have a message, which does not make it fail', async () => {
    const noted = [
      { ...good, note: () => 'it polls' },
      { ...bad, note: () => 'nothing' },
    ]
    const health = createHealth({ readyChecks: () => noted })
    expect((await ask(health, request('/readyz?verbose&exclude=hook/start'))).text).toBe(
      '[+]ping ok\n[+]storage ok: it polls\n[+]hook/start excluded: ok\n[+]shutdown ok\nhealthz check passed\n',
    )
    expect((await ask(health, request('/readyz'))).text).toContain('[-]hook/start failed: reason withheld\n')
  })

  test('a failing check fails the endpoint and is named without its reason', async () => {
    const { status, text } = await ask(createHealth({ checks: () => [bad, good] }), request('/livez'))
    expect([status, text]).toEqual([
      500,
      '[+]ping ok\n[-]hook/start failed: reason withheld\n[+]storage ok\nlivez check failed\n',
    ])
  })

  test('an excluded check may fail', async () => {
    expect((await ask(createHealth({ checks: () => [bad] }), request('/readyz?exclude=hook/start'))).status).toBe(200)
  })

  test.each([
    { name: 'throws', check: (): boolean => fail() },
    { name: 'rejects', check: () => Promise.reject(new Error('a secret')) },
  ])('a check that $name counts as failed, and the reason is only logged', async (check) => {
    const told: unknown[] = []
    const health = createHealth({ checks: () => [check], onError: (name, error) => told.push([name, (error as Error).message]) })
    const { status, text } = await ask(health, request('/livez'))
    expect(status).toBe(500)
    expect(text).not.toContain('secret')
    expect(told).toEqual([[check.name, 'a secret']])
  })

  test('/readyz alone fails while the plane shuts down, and has checks of its own', async () => {
    let draining = false
    const health = createHealth({ isDraining: () => draining, readyChecks: () => [{ name: 'informers', check: () => true }] })
    expect((await ask(health, request('/readyz/informers'))).status).toBe(200)
    expect((await ask(health, request('/livez/informers'))).status).toBe(404)
    draining = true
    const { status, text } = await ask(health, request('/readyz'))
    expect([status, text]).toEqual([
      500,
      '[+]ping ok\n[+]informers ok\n[-]shutdown failed: reason withheld\nreadyz check failed\n',
    ])
    expect((await ask(health, request('/livez'))).status).toBe(200)
  })
})

describe('a single check', () => {
  test('is named by the rest of the path, slashes included', async () => {
    const { status, text } = await ask(createHealth({ checks: () => [bad] }), request('/livez/hook/start'))
    expect([status, text]).toEqual([500, 'internal server error: hook/start failed: reason withheld\n'])
  })

  test.each(['/livez/absent', '/livez/shutdown', '/readyz/__proto__'])('%s is 404 as plain text', async (path) => {
    const { status, headers } = await ask(createHealth(), request(path))
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  })
})

test('the result of each check is observed, except of excluded ones', async () => {
  const told: string[] = []
  const health = createHealth({
    checks: () => [good, bad],
    observe: (name, endpoint, passed) => told.push(`${endpoint} ${name} ${passed}`),
  })
  await ask(health, request('/livez?exclude=storage'))
  await ask(health, request('/readyz/storage'))
  expect(told.sort()).toEqual(['livez hook/start false', 'livez ping true', 'readyz storage true'])
})

test('other paths are left to others, other methods refused', async () => {
  const health = createHealth()
  expect(health.handle(request('/health'))).toBeUndefined()
  expect(health.handle(request('/'))).toBeUndefined()
  expect(await refusal(health, request('/livez', {}, { method: 'POST' }))).toBe(405)
})

function fail(): boolean {
  throw new Error('a secret')
}
