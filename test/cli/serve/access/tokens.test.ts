import { type ChildProcess, execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { createSelfSignedCertificate } from '../../../../src/crypto/index.js'
import { ecKey } from '../../../crypto/tokens.js'
import { startProvider, type TestProvider } from '../../../support/oidc-provider.js'
import { build, freePort, killAll, runCommand, startCommand } from '../../run-command.js'

declare const missingPrograms: readonly string[]

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-tokens-'))
const put = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
const STATIC = 'secret,admin,admin-uid,"system:masters"\n'
const tokens = put('tokens.csv', STATIC)

interface Answer {
  readonly status: number | undefined
  readonly body: { readonly status: Readonly<Record<string, unknown>>; readonly [name: string]: unknown }
}

/** A server on a free port, and a way to ask it. */
async function startServer(...args: string[]) {
  const port = await freePort()
  const given = ['--secure-port', String(port), '--dialect', 'kubernetes', '--authorization-mode', 'RBAC', ...args]
  const command = startCommand(['serve', ...given, ...(args.includes('--token-auth-file') ? [] : ['--token-auth-file', tokens])])
  await command.printed('binnacle is ready on')
  const url = `https://127.0.0.1:${port}`
  const send = (method: string, where: string, token: string | undefined, body?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { ...(token && { authorization: `Bearer ${token}` }), accept: '*/*', 'content-type': 'application/json' }
      const request = https.request(
        `${url}${where}`,
        { method, headers, rejectUnauthorized: false, agent: false },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          response.on('end', () => resolve({ status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text }))
        },
      )
      request.on('error', reject)
      request.end(body && JSON.stringify(body))
    })
  const whoIs = async (token: string | undefined) => {
    const { status, body } = await send('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', token, {})
    const { userInfo } = body.status as { userInfo?: { username: string; groups: readonly string[] } }
    return userInfo ?? status
  }
  return { ...command, url, send, whoIs }
}

const until = async (check: () => Promise<boolean>): Promise<void> => {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Resolves when a server says something on standard error. */
const complaint = ({ stderr }: ChildProcess, text: string) =>
  new Promise<void>((resolve) => stderr?.on('data', (part) => String(part).includes(text) && resolve()))

beforeAll(build, 120_000)
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

describe('errors of the flags of tokens are reported in one line', () => {
  const rsa = put(
    'short.pem',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  )
  const url = ['--oidc-issuer-url', 'https://login.example']
  test.each([
    {
      args: ['--service-account-issuer', ''],
      line: '--service-account-issuer "": expected a name, or an address such as https://issuer.example',
    },
    {
      args: ['--service-account-issuer', 'https://a b'],
      line: '--service-account-issuer "https://a b": expected a name, or an address such as https://issuer.example',
    },
    {
      args: ['--service-account-key-file', rsa],
      line: `--service-account-key-file ${rsa}: expected RSA keys of 2048 bits or more, or ECDSA keys on P-256, P-384 or P-521`,
    },
    {
      args: ['--service-account-signing-key-file', `${folder}/none`],
      line: `--service-account-signing-key-file ${folder}/none: there is no such file`,
    },
    {
      args: ['--service-account-max-token-expiration', '10m'],
      line: '--service-account-max-token-expiration 10m: expected a duration from 1h to 2^32 seconds',
    },
    { args: ['--service-account-lookup=maybe'], line: '--service-account-lookup maybe: expected true or false' },
    {
      args: ['--service-account-jwks-uri', 'http://x'],
      line: '--service-account-jwks-uri http://x: expected an address that begins with https://',
    },
    {
      args: ['--runtime-config', 'v1=maybe'],
      line: '--runtime-config "v1=maybe": expected a comma list of KEY, KEY=true or KEY=false, where KEY is GROUP/VERSION, GROUP/VERSION/RESOURCE or api/LEVEL',
    },
    { args: ['--api-audiences', 'a,,b'], line: '--api-audiences a,,b: expected a comma list of names' },
    { args: url, line: '--oidc-issuer-url https://login.example: needs --oidc-client-id as well' },
    { args: ['--oidc-client-id', 'app'], line: '--oidc-client-id needs --oidc-issuer-url as well' },
    { args: ['--oidc-required-claim', 'a=b'], line: '--oidc-required-claim needs --oidc-issuer-url as well' },
    { args: ['--oidc-username-claim', 'email'], line: '--oidc-username-claim needs --oidc-issuer-url as well' },
    { args: ['--oidc-signing-algs', 'ES256'], line: '--oidc-signing-algs needs --oidc-issuer-url as well' },
    {
      args: [...url, '--oidc-client-id', 'app', '--oidc-required-claim', 'a'],
      line: '--oidc-required-claim a: expected CLAIM=VALUE',
    },
    {
      args: [...url, '--oidc-client-id', 'app', '--oidc-signing-algs', 'RS256,none'],
      line: '--oidc-signing-algs RS256,none: expected a comma list of RS256, RS384, RS512, ES256, ES384, ES512, PS256, PS384, PS512',
    },
    {
      args: ['--oidc-issuer-url', 'http://login.example', '--oidc-client-id', 'app'],
      line: '--oidc-issuer-url http://login.example: expected an address that begins with https://',
    },
    {
      args: [...url, '--oidc-client-id', 'app', '--authentication-config', 'x'],
      line: '--authentication-config x: cannot go with --oidc-issuer-url: name the issuer in the file',
    },
    {
      args: [
        '--dialect',
        'platform',
        '--authentication-config',
        put('odd.yaml', 'apiVersion: x\nkind: AuthenticationConfiguration\n'),
      ],
      line: `--authentication-config ${folder}/odd.yaml: line 1: apiVersion: expected apiserver.config.platform.io/v1, apiserver.config.platform.io/v1beta1, apiserver.config.platform.io/v1alpha1, found "x"`,
    },
    {
      args: ['--token-auth-file', put('twice.csv', 'a,b,c\n\na,d,e\n')],
      line: `--token-auth-file ${folder}/twice.csv: line 3: the token is the same as that of line 1`,
    },
  ])('$args', async ({ args, line }) => {
    expect(await runCommand(['serve', ...args])).toEqual({ exitCode: 2, stdout: '', stderr: `binnacle: ${line}\n` })
  })

  test('a certificate that is not a CA', async () => {
    const file = path.join(folder, 'leaf.pem')
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '/dev/null', '-subj', '/CN=a', '-out', file]
    await promisify(execFile)('openssl', [...made, '-addext', 'basicConstraints=critical,CA:FALSE'])
    const port = String(await freePort())
    const args = ['--secure-port', port, '--oidc-issuer-url', 'https://a', '--oidc-client-id', 'b', '--oidc-ca-file', file]

    expect((await runCommand(['serve', ...args])).stderr).toBe(
      `binnacle: --oidc-ca-file ${file}: a certificate in it is not that of an authority (CA flag)\n`,
    )
  })
})

describe('service accounts on the command line', () => {
  const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts'
  const ask = async ({ send }: Awaited<ReturnType<typeof startServer>>) => {
    await send('POST', ACCOUNT, 'secret', { metadata: { name: 'robot' } })
    const { body } = await send('POST', `${ACCOUNT}/robot/token`, 'secret', { spec: {} })
    return String(body.status.token)
  }

  test('a token is signed with the key of the server’s certificate when no other is named', async () => {
    const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const files = ['--tls-cert-file', put('tls.pem', certificatePem), '--tls-private-key-file', put('tls.key', privateKeyPem)]
    const server = await startServer(...files)
    const token = await ask(server)
    expect(decodeProtectedHeader(token).alg).toBe('ES256')
    expect(await server.whoIs(token)).toMatchObject({ username: 'system:serviceaccount:default:robot' })
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ exitCode: 0 })
  })

  test('a token lives on through a restart with a new key, when the old one still verifies', async () => {
    const [before, after] = [put('old.pem', ecKey()), put('new.pem', ecKey())]
    const common = ['--storage', `lmdb:${folder}/state`, '--service-account-issuer', 'https://issuer.example']
    const first = await startServer(...common, '--service-account-key-file', before)
    const token = await ask(first)
    first.child.kill('SIGTERM')
    await first.ended
    const second = await startServer(...common, '--service-account-signing-key-file', after, '--service-account-key-file', before)
    expect(await second.whoIs(token)).toMatchObject({ username: 'system:serviceaccount:default:robot' })
    const renewed = await ask(second)
    expect(decodeProtectedHeader(renewed).kid).not.toBe(decodeProtectedHeader(token).kid)
    expect(decodeJwt(renewed).iss).toBe('https://issuer.example')
    const { body } = await second.send('GET', '/openid/v1/jwks', 'secret')
    expect(body.keys).toHaveLength(2)
    second.child.kill('SIGTERM')
    expect((await second.ended).stderr).not.toContain(token)
  })
})

describe('users of an OIDC provider', () => {
  let provider: TestProvider
  let ca: string
  beforeAll(async () => {
    provider = await startProvider()
    ca = put('provider.pem', provider.ca)
  })
  afterAll(() => provider.stop())
  const ada = { sub: 'ada', groups: ['dev'], email: 'ada@example.com', email_verified: true }

  test('are known by their id_token, to kubectl too', async () => {
    const flags = ['--oidc-issuer-url', provider.issuer, '--oidc-client-id', 'app', '--oidc-ca-file', ca]
    const server = await startServer(...flags, '--oidc-groups-claim', 'groups', '--oidc-groups-prefix', 'oidc:')
    const token = await provider.logIn(ada)
    expect(await server.whoIs(token)).toEqual({
      username: `${provider.issuer}#ada`,
      groups: ['oidc:dev', 'system:authenticated'],
    })
    const group = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'oidc:dev' }
    const binding = {
      metadata: { name: 'dev' },
      subjects: [group],
      roleRef: { apiGroup: group.apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
    }
    await server.send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', 'secret', binding)
    if (!missingPrograms.includes('kubectl')) {
      const args = ['--server', server.url, '--token', token, '--insecure-skip-tls-verify', 'get', 'namespaces', '-o', 'name']
      const { stdout } = await promisify(execFile)('kubectl', args, {
        env: { ...process.env, KUBECONFIG: '/dev/null', HOME: folder },
      })
      expect(stdout).toContain('namespace/default')
    }
    server.child.kill('SIGTERM')
    expect((await server.ended).stderr).toBe('')
  }, 60_000)

  test('are authenticated by a file of issuers, until the file does not name their issuer any more', async () => {
    const config = (jwt: string) => `
apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
anonymous: { enabled: true, conditions: [{ path: /livez }] }
jwt:
${jwt}`
    const issuer = `
- issuer:
    url: ${provider.issuer}
    audiences: [app]
    certificateAuthority: |
${provider.ca.replace(/^/gm, '      ')}
  claimMappings:
    username: { expression: "'people:' + claims.sub" }
`
    const file = put('authentication.yaml', config(issuer))
    const server = await startServer('--authentication-config', file)
    const token = await provider.logIn(ada)
    expect(await server.whoIs(token)).toMatchObject({ username: 'people:ada' })
    const open = await Promise.all(
      ['/livez', '/readyz'].map(async (where) => (await server.send('GET', where, undefined)).status),
    )
    expect(open).toEqual([200, 401])
    writeFileSync(file, config('- {}'))
    await complaint(server.child, 'jwt[0].issuer')
    expect(await server.whoIs(token)).toMatchObject({ username: 'people:ada' })
    writeFileSync(file, config('[]').replace('jwt:\n', 'jwt: '))
    await until(async () => (await server.whoIs(token)) === 401)
    server.child.kill('SIGTERM')
    expect((await server.ended).stderr).toContain(`--authentication-config ${file}: line 6: jwt[0].issuer`)
  }, 60_000)
})

test('a file of static tokens is read again when it changes; an invalid one is reported and not used', async () => {
  const file = put('changing.csv', STATIC)
  const server = await startServer('--token-auth-file', file)
  expect(await server.whoIs('other')).toBe(401)
  writeFileSync(file, `${STATIC}other,jane,jane-uid\n`)
  await until(async () => (await server.whoIs('other')) !== 401)
  writeFileSync(file, `${STATIC}broken\n`)
  await complaint(server.child, 'line 2')
  expect(await server.whoIs('other')).toMatchObject({ username: 'jane' })
  server.child.kill('SIGTERM')
  const { stderr } = await server.ended
  expect(stderr).toContain('line 2: expected at least 3 columns')
  expect(stderr).not.toContain('broken')
}, 60_000)
