import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { nodeHandler } from '../../../src/adapters/index.js'
import { createClientCertificateAuthenticator, createStaticTokenAuthenticator } from '../../../src/authn/index.js'
import { join } from '../../../src/cli/commands/join.js'
import { token } from '../../../src/cli/commands/token.js'
import { platformDialect } from '../../../src/meta/index.js'
import { builtInSigners, createCertificateAuthority, readCertificateAuthority } from '../../../src/public/certificates.js'
import { connect, loadKubeconfig } from '../../../src/public/client/node.js'
import { createSelfSignedCertificate } from '../../../src/public/crypto.js'
import { type ControlPlane, createControlPlane } from '../../../src/public/index.js'

const ADMIN = 'the-token-of-the-admin'
let folder: string
let plane: ControlPlane
let server: https.Server
let url: string
let asAdmin: readonly string[]
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-join-'))
  const files = await createCertificateAuthority({ commonName: 'nodes' })
  const authority = await readCertificateAuthority(files)
  plane = await createControlPlane({
    authorizer: 'RBAC',
    bootstrapTokens: true,
    authenticators: [
      await createClientCertificateAuthenticator({ authorities: files.certificatePem }),
      createStaticTokenAuthenticator([{ token: ADMIN, user: { username: 'admin', groups: ['system:masters'] } }]),
    ],
    controllers: ['bootstrapsigner', 'csrapproving', 'csrsigning'],
    signers: builtInSigners({ dialect: platformDialect, authorityOf: () => () => authority }),
  })
  const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1', 'localhost'] })
  const tls = { cert, key, ca: files.certificatePem, requestCert: true, rejectUnauthorized: false }
  server = https.createServer(tls, nodeHandler(plane)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  asAdmin = ['--server', url, '--token', ADMIN, '--insecure-skip-tls-verify', '--dialect', 'platform']
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await plane.close()
  rmSync(folder, { recursive: true })
})

/** What a command prints. */
async function printed(command: (args: readonly string[]) => Promise<void>, ...args: readonly string[]): Promise<string[]> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {})
  await command(args)
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  return lines
}
const create = async (...more: readonly string[]) => (await printed(token, 'create', ...asAdmin, ...more))[0]?.split('\n') ?? []

describe('joining', () => {
  test('takes two commands: the holder of the token becomes a node, which authenticates by its certificate', async () => {
    const [made = '', , next] = await create('--description', 'for the rack')
    expect(next).toBe(`npx binnacle join ${url} --token ${made} --dialect platform`)
    const out = path.join(folder, 'kubeconfig')
    const warn = jest.spyOn(console, 'error').mockImplementation(() => {})
    expect(await printed(join, url, '--token', made, '--name', 'n1', '--out', out, '--dialect', 'platform')).toEqual([
      `${out} makes you system:node:n1 of ${url}`,
    ])
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
    expect(statSync(out).mode & 0o077).toBe(0)
    expect(readFileSync(out, 'utf8')).not.toContain(made)
    const client = connect(await loadKubeconfig({ paths: [out] }))
    const reviews = client.resource({ group: 'authentication.platform.io', version: 'v1', resource: 'selfsubjectreviews' })
    const { status } = await reviews.create({ metadata: {} })
    expect(status).toMatchObject({ userInfo: { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] } })
    client.close()
  })

  test('warns the holder of a certificate that the plane does not accept', async () => {
    const strange = await createControlPlane({
      authorizer: 'RBAC',
      bootstrapTokens: true,
      authenticators: [
        createStaticTokenAuthenticator([{ token: ADMIN, user: { username: 'admin', groups: ['system:masters'] } }]),
      ],
      controllers: ['bootstrapsigner', 'csrapproving', 'csrsigning'],
    })
    const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const listener = https.createServer({ cert, key }, nodeHandler(strange)).listen(0, '127.0.0.1')
    const warn = jest.spyOn(console, 'error').mockImplementation(() => {})
    try {
      await once(listener, 'listening')
      const address = `https://127.0.0.1:${(listener.address() as AddressInfo).port}`
      const asIts = ['--server', address, '--token', ADMIN, '--insecure-skip-tls-verify', '--dialect', 'platform']
      const [made = ''] = (await printed(token, 'create', ...asIts))[0]?.split('\n') ?? []
      const out = path.join(folder, 'unknown')
      await printed(join, address, '--token', made, '--name', 'n1', '--out', out, '--dialect', 'platform')
      expect(readFileSync(out, 'utf8')).toContain('client-key-data')
      expect(warn.mock.calls.flat()).toEqual([
        'warning: the plane does not accept this certificate: it has to run with --client-ca-file of the authority that signs certificates of nodes',
      ])
    } finally {
      warn.mockRestore()
      listener.closeAllConnections()
      listener.close()
      await strange.close()
    }
  })

  test('replaces no file with another user, and does not ask for a certificate then', async () => {
    const out = path.join(folder, 'of-the-admin')
    writeFileSync(out, JSON.stringify({ users: [{ name: 'binnacle', user: { token: ADMIN } }] }))
    const args = [url, '--token', 'aaaaaa.0123456789abcdef', '--name', 'n1', '--out', out]
    await expect(join(args)).rejects.toThrow(`--out ${out}: it has the user "binnacle", which would be lost: name another file`)
    expect(readFileSync(out, 'utf8')).toContain(ADMIN)
  })

  test('times out without an approval', async () => {
    const [made = ''] = await create()
    const bindings = plane
      .client()
      .resource({ group: 'rbac.authorization.platform.io', version: 'v1', resource: 'clusterrolebindings' })
    await bindings.delete('binnacle:bootstrappers-approved')
    const args = [
      url,
      '--token',
      made,
      '--name',
      'n2',
      '--timeout',
      '200ms',
      '--dialect',
      'platform',
      '--out',
      path.join(folder, 'none'),
    ]
    await expect(join(args)).rejects.toThrow('no certificate within 0.2 s: the request has to be approved')
  })

  test.each<[string, () => readonly string[], string]>([
    [
      'another token',
      () => [url, '--token', 'aaaaaa.0123456789abcdef', '--dialect', 'platform'],
      'is not signed with this token',
    ],
    ['half a token', () => [url, '--token', 'aaaaaa'], '--token aaaaaa: expected six letters or digits, a dot, and sixteen more'],
    ['no token', () => [url], 'join needs a token'],
    ['no address', () => [], 'join needs the address of a plane'],
    [
      'an address without TLS',
      () => ['http://127.0.0.1:1'],
      'join http://127.0.0.1:1: expected the address of a plane, https://HOST:PORT',
    ],
  ])('is refused with %s, in one line', async (_, args, message) => {
    const refusal = await join(args()).catch((error: Error) => error.message)
    expect(refusal).toContain(message)
    expect(refusal).not.toContain('\n')
  })
})

test.each([
  ['does not accept anonymous requests', undefined],
  ['does not accept bootstrap tokens', 'RBAC' as const],
])('a plane that %s says so to those who make a token, and to those who would join', async (_, authorizer) => {
  const user = { username: 'admin', groups: ['system:masters'] }
  const lonely = await createControlPlane({
    ...(authorizer && { authorizer }),
    authenticators: [createStaticTokenAuthenticator([{ token: ADMIN, user }])],
    controllers: ['bootstrapsigner'],
  })
  const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const listener = https.createServer({ cert, key }, nodeHandler(lonely)).listen(0, '127.0.0.1')
  try {
    await once(listener, 'listening')
    const address = `https://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const asIts = ['--server', address, '--token', ADMIN, '--insecure-skip-tls-verify', '--dialect', 'platform']
    const warn = jest.spyOn(console, 'error').mockImplementation(() => {})
    const [made = ''] = (await printed(token, 'create', ...asIts))[0]?.split('\n') ?? []
    const warnings = warn.mock.calls.flat()
    warn.mockRestore()
    expect(warnings).toEqual([
      'warning: the plane refuses this token: it has to run with --authorization-mode RBAC --enable-bootstrap-token-auth',
    ])
    await expect(join([address, '--token', made, '--dialect', 'platform'])).rejects.toThrow(
      `${address}: the token is refused: it has ended, or the plane runs without --authorization-mode RBAC --enable-bootstrap-token-auth`,
    )
  } finally {
    listener.closeAllConnections()
    listener.close()
    await lonely.close()
  }
})

describe('tokens', () => {
  test('are listed without their secrets, and deleted', async () => {
    const [made = ''] = await create('--ttl', '0', '--description', 'spare\u001b[31m')
    const [id = '', secret = ''] = made.split('.')
    expect(made).toMatch(/^[a-z0-9]{6}\.[a-z0-9]{16}$/)
    const lines = await printed(token, 'list', ...asAdmin)
    expect(lines).toContain(`${id}  never ends  spare\ufffd[31m`)
    expect(lines.join()).not.toContain(secret)
    await printed(token, 'delete', made, ...asAdmin)
    expect((await printed(token, 'list', ...asAdmin)).join()).not.toContain(id)
  })

  test.each<[string, () => readonly string[], string]>([
    ['a word that there is not', () => ['make'], 'token make: expected create, list or delete'],
    ['no id', () => ['delete', ...asAdmin], 'token delete needs an id'],
    [
      'a group of others',
      () => ['create', ...asAdmin, '--groups', 'system:masters'],
      'expected names that begin with system:bootstrappers:',
    ],
    ['a plane that refuses', () => ['list', '--server', url, '--token', 'x', '--insecure-skip-tls-verify'], 'Unauthorized'],
    ['no configuration', () => ['list', '--kubeconfig', path.join(folder, 'missing')], 'there is no kubeconfig'],
  ])('are not handled with %s', async (_, args, message) => {
    await expect(token(args())).rejects.toThrow(message)
  })
})
