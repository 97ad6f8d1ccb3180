import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from '@jest/globals'
import type { Authenticator } from '../../src/authn/index.js'
import { FLOW_RULES } from '../../src/meta/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import { CONFIG_MAPS } from './plane.js'
import { headersOf, requestOf } from './requests.js'

let plane: ControlPlane
afterEach(() => plane.close())

/** Knows users by a header. */
const byHeader: Authenticator = {
  authenticate(request) {
    const [username] = request.header('x-user')
    if (username === undefined) return { outcome: 'noOpinion' }
    if (username === 'bad') return { outcome: 'rejected', reason: 'no' }
    return { outcome: 'authenticated', user: { username, groups: username === 'root' ? ['system:masters'] : [] } }
  },
}

async function levelsOf(url: string, headers: Record<string, string>, options: ControlPlaneOptions = {}) {
  plane = await createControlPlane({ authenticators: [byHeader], anonymous: true, ...options })
  const response = await plane.handle(requestOf(url, { headers }))
  const prefix = `x-${plane.dialect.name}-pf`
  return [...headersOf(response, `${prefix}-prioritylevel-uid`), ...headersOf(response, `${prefix}-flowschema-uid`)]
}
const uidsOf = (name: string) =>
  FLOW_RULES.filter(({ schema }) => schema === name).flatMap(({ levelUid, schemaUid }) => [levelUid, schemaUid])

test.each([
  { who: 'an administrator', url: CONFIG_MAPS, headers: { 'x-user': 'root' }, level: 'exempt' },
  { who: 'any user', url: CONFIG_MAPS, headers: { 'x-user': 'jane' }, level: 'global-default' },
  { who: 'an anonymous client', url: CONFIG_MAPS, headers: {}, level: 'global-default' },
  {
    who: 'an administrator with impersonation',
    url: CONFIG_MAPS,
    headers: { 'x-user': 'root', 'impersonate-user': 'jane' },
    level: 'global-default',
  },
  { who: 'a user who requests an unknown path', url: '/nowhere', headers: { 'x-user': 'jane' }, level: 'global-default' },
  { who: 'a health check', url: '/readyz/ping', headers: { 'x-user': 'root' }, level: 'probes' },
  { who: 'a client with a bad credential', url: CONFIG_MAPS, headers: { 'x-user': 'bad' }, level: 'none' },
])('the answer to a request of $who names the level $level', async ({ url, headers, level }) => {
  expect(await levelsOf(url, headers as Record<string, string>)).toEqual(uidsOf(level))
})

test('the headers are named as the dialect says', async () => {
  expect(await levelsOf(CONFIG_MAPS, { 'x-user': 'jane' }, { dialect: 'kubernetes' })).toEqual(uidsOf('global-default'))
  expect(plane.dialect.name).toBe('kubernetes')
})

test('a request that is refused for lack of a seat has the headers of its level', async () => {
  expect(await levelsOf(CONFIG_MAPS, { 'x-user': 'jane' }, { limits: { maxReadsInFlight: 0, maxQueuedRequests: 0 } })).toEqual(
    uidsOf('global-default'),
  )
})

test('the levels are those of the documentation', async () => {
  plane = await createControlPlane()
  const text = await readFile(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  for (const { schema, schemaUid, level, levelUid } of FLOW_RULES) {
    expect(text).toMatch(new RegExp(`\\| \`${schema}\` \\| \`${level}\` \\|.*\`${schemaUid}\` \\| \`${levelUid}\` \\|`))
  }
  expect(new Set(FLOW_RULES.flatMap(({ levelUid, schemaUid }) => [levelUid, schemaUid])).size).toBe(7)
})
