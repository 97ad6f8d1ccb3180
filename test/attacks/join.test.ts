import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { join } from '../../src/cli/commands/join.js'
import { createSelfSignedCertificate, signDetached } from '../../src/crypto/index.js'
import { build, killAll, runCommand } from '../cli/run-command.js'

/** A server that wants to be taken for the plane of those who join. */
const TOKEN = 'abcdef.0123456789abcdef'
const [ID, JWS] = ['abcdef', 'jws-kubeconfig-abcdef']
const CONTENT = 'clusters: [{ name: a, cluster: { server: "https://127.0.0.1:1" } }]'
let answer: (response: ServerResponse) => void
let server: https.Server
let url: string

beforeAll(async () => {
  await build()
  const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  server = https.createServer({ cert: certificatePem, key: privateKeyPem }, (_request, response) => {
    response.on('error', () => {})
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 120_000)

afterAll(() => {
  killAll()
  server.closeAllConnections()
  server.close()
})

const refusal = () =>
  join([url, '--token', TOKEN, '--dialect', 'platform', '--timeout', '1s']).then(
    () => 'joined',
    (error: Error) => error.message.replace(url, 'URL'),
  )

const clusterInfo = (data: object) => (response: ServerResponse) =>
  void response.end(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'cluster-info' }, data }))
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('binnacle join does not trust a server whose cluster-info', () => {
  test.each<[about: string, data: () => Promise<object>]>([
    ['is not signed', async () => ({ kubeconfig: CONTENT })],
    ['is signed by nobody', async () => ({ kubeconfig: CONTENT, [JWS]: `${encoded({ alg: 'none', kid: ID })}..` })],
    [
      'is signed with another secret',
      async () => ({ kubeconfig: CONTENT, [JWS]: await signDetached(CONTENT, { id: ID, secret: 'abcdef.1111111111111111' }) }),
    ],
    [
      'is signed, and another text is given',
      async () => ({ kubeconfig: `${CONTENT} `, [JWS]: await signDetached(CONTENT, { id: ID, secret: TOKEN }) }),
    ],
    [
      'brings the text that was signed along',
      async () => {
        const [header, , proof] = (await signDetached(CONTENT, { id: ID, secret: TOKEN })).split('.')
        return { kubeconfig: `${CONTENT} `, [JWS]: `${header}.${Buffer.from(CONTENT).toString('base64url')}.${proof}` }
      },
    ],
    [
      'is signed in the name of another token',
      async () => ({ kubeconfig: CONTENT, [JWS]: await signDetached(CONTENT, { id: 'ghijkl', secret: TOKEN }) }),
    ],
    ['has a signature that is no text', async () => ({ kubeconfig: CONTENT, [JWS]: { a: 1 } })],
    ['has a signature of a megabyte', async () => ({ kubeconfig: CONTENT, [JWS]: `${'.'.repeat(1_000_000)}` })],
  ])('%s', async (_, data) => {
    answer = clusterInfo(await data())
    expect(await refusal()).toMatch(/^URL: cluster-info of this plane is not signed with this token/)
  })

  test('names a server without TLS, which would get the token in plain text', async () => {
    const kubeconfig = CONTENT.replace('https', 'http')
    answer = clusterInfo({ kubeconfig, [JWS]: await signDetached(kubeconfig, { id: ID, secret: TOKEN }) })
    expect(await refusal()).toBe('URL: cluster-info names a server without https://')
  })

  test('is endless', async () => {
    answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write('['.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    expect(await refusal()).toBe('the answer is longer than 4194304 bytes')
  })

  test('is a redirect', async () => {
    answer = (response) => void response.writeHead(302, { location: '/elsewhere' }).end()
    expect(await refusal()).toBe('the server answered with status 302, and did not say why')
  })
})

test('the message of a refusal cannot control the terminal', async () => {
  answer = (response) => void response.writeHead(403).end(JSON.stringify({ kind: 'Status', message: 'no\u001b[2J\u009b' }))
  expect(await runCommand(['join', url, '--token', TOKEN])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'binnacle: no\ufffd[2J\ufffd\n',
  })
})
