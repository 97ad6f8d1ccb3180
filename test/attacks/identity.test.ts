import net from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { createStaticTokenAuthenticator } from '../../src/authn/index.js'
import { send } from '../adapters/clients.js'
import type { Host } from '../adapters/hosts.js'
import { mounted } from '../adapters/mounted.js'

const REVIEW = '/apis/authentication.platform.io/v1/selfsubjectreviews'
const SECRETS = '/api/v1/secrets'
const tokens = [
  { token: 'root', user: { username: 'root', groups: ['system:masters'] } },
  { token: 'jane', user: { username: 'jane', groups: [] } },
]
const options = { authenticators: [createStaticTokenAuthenticator(tokens)], authorizer: 'RBAC' as const }

/** The answer to lines as they are. */
async function answerTo(host: Host, lines: readonly string[]): Promise<string> {
  const socket = net.connect(host.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

describe.each(['http', 'http2'])('the user of a request, over %s', (name) => {
  test.each([
    { 'x-remote-user': 'root', 'x-remote-group': 'system:masters' },
    { 'x-forwarded-user': 'root', 'x-forwarded-groups': 'system:masters', 'x-forwarded-for': '127.0.0.1' },
    { 'x-remote-extra-scopes': 'all', 'x-client-cert': 'MIIB', 'x-ssl-client-s-dn': 'CN=root,O=system:masters' },
    { cookie: 'token=root', 'proxy-authorization': 'Bearer root', 'x-api-key': 'root', 'www-authenticate': 'Bearer root' },
    { 'sec-websocket-protocol': 'base64url.bearer.authorization.k8s.io.cm9vdA' },
  ])('is not taken from headers of proxies: %j', async (headers) => {
    const { host } = await mounted(name, options)
    const anonymous = await send(host, { path: SECRETS, headers })
    const jane = await send(host, { path: SECRETS, headers: { ...headers, authorization: 'Bearer jane' } })
    expect([anonymous.status, JSON.parse(anonymous.text).message]).toEqual([
      403,
      expect.stringContaining('User "system:anonymous"'),
    ])
    expect([jane.status, JSON.parse(jane.text).message]).toEqual([403, expect.stringContaining('User "jane"')])
  })

  test.each(['?access_token=root', '?token=root', '?Authorization=Bearer%20root', '?impersonate-user=root', '?user=root'])(
    'is not taken from the address: %s',
    async (query) => {
      const { host } = await mounted(name, options)
      expect((await send(host, { path: SECRETS + query, headers: { authorization: 'Bearer jane' } })).status).toBe(403)
    },
  )

  test('is the user that an administrator impersonates, in whatever case the headers are written', async () => {
    const { host } = await mounted(name, options)
    for (const header of ['Impersonate-User', 'IMPERSONATE-USER', 'impersonate-user']) {
      const { status } = await send(host, { path: SECRETS, headers: { authorization: 'Bearer root', [header]: 'jane' } })
      expect([header, status]).toEqual([header, 403])
    }
  })
})

test('a header that is named in Connection still counts: the plane is not a proxy', async () => {
  const { host } = await mounted('http', options)
  const lines = [`GET ${SECRETS} HTTP/1.1`, 'host: plane', 'authorization: Bearer root', 'impersonate-user: jane']
  expect(await answerTo(host, [...lines, 'connection: close, impersonate-user'])).toMatch(/^HTTP\/1\.1 403 /)
  expect(await answerTo(host, [...lines, 'connection: close, authorization'])).toMatch(/^HTTP\/1\.1 403 /)
})

test('trailers after the body do not count as headers', async () => {
  const { host } = await mounted('http', options)
  const head = [
    `POST ${REVIEW} HTTP/1.1`,
    'host: plane',
    'authorization: Bearer jane',
    'content-type: application/json',
    'connection: close',
  ]
  const chunked = ['transfer-encoding: chunked', '', '2', '{}', '0', 'authorization: Bearer root', 'impersonate-user: root']
  const answer = await answerTo(host, [...head, ...chunked])
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(answer).toContain('"username":"jane"')
})

test.each([
  '/readyz/../api/v1/secrets',
  '/readyz/%2e%2e/api/v1/secrets',
  '//readyz',
  '/readyz//',
  '/readyz;',
  '/readyz%00',
  '/readyz%2f..%2fapi%2fv1%2fsecrets',
  '/READYZ',
  '/api/v1/secrets?/readyz',
  '/api/v1/secrets#/readyz',
  '/api/v1/namespaces/readyz',
  'http://plane/api/v1/secrets',
])('requests without a credential are refused where only /readyz is open: %s', async (address) => {
  const { host } = await mounted('http', { ...options, anonymous: { paths: ['/readyz'] } })
  const answer = (path: string) => answerTo(host, [`GET ${path} HTTP/1.1`, 'host: plane', 'connection: close'])
  expect(await answer('/readyz')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await answer(address)).toMatch(/^HTTP\/1\.1 40[01] /)
})
