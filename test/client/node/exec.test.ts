import { existsSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import type { Client } from '../../../src/client/index.js'
import { runPlugin } from '../../../src/client/node/exec/run.js'
import type { ExecOptions } from '../../../src/client/node/index.js'
import { ExecPluginError } from '../../../src/client/node/index.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { platformDialect } from '../../../src/meta/index.js'
import { connect, parseKubeconfig } from '../../../src/public/client/node.js'
import { ManualClock } from '../../support/manual-clock.js'
import { afterwards, httpServer, httpsServer, seen, temporaryFolder } from './servers.js'

const PLUGIN = fileURLToPath(new URL('plugin.sh', import.meta.url))
const V1 = 'client.authentication.platform.io/v1'
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace' } as const

interface PluginSetup {
  readonly server: string
  readonly says?: Says
  readonly exec?: object
  readonly cluster?: object
  readonly options?: ExecOptions
  readonly clock?: ManualClock
  readonly folder?: string
}

/** A client whose user is known by the plugin beside this file. */
async function clientWith({
  server,
  says = {},
  exec = {},
  cluster = {},
  options = {},
  clock,
  folder,
}: PluginSetup): Promise<Client> {
  const text = JSON.stringify({
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'main', user: 'main' } }],
    clusters: [{ name: 'main', cluster: { server, ...cluster } }],
    users: [
      {
        name: 'main',
        user: { exec: { apiVersion: V1, command: '/bin/sh', args: [PLUGIN], interactiveMode: 'Never', ...exec } },
      },
    ],
  })
  const client = connect(await parseKubeconfig(text, folder === undefined ? {} : { folder }), {
    exec: { ...options, env: { ...process.env, ...environmentOf(says), ...options.env } },
    ...(clock && { clock }),
  })
  afterwards(() => client.close())
  return client
}

interface Says {
  readonly does?: string
  readonly text?: string
  readonly kind?: string
  readonly apiVersion?: string
  readonly status?: object
  /** What it gives in its first run, its second … */
  readonly list?: readonly object[]
}

/** What the plugin does and prints, in the variables that it reads. */
function environmentOf({ does, text, kind = 'ExecCredential', apiVersion = V1, status, list = [status ?? {}] }: Says) {
  const says = list.map((item, at) => [
    `PLUGIN_SAYS_${at + 1}`,
    text ?? JSON.stringify({ kind, apiVersion, ...((status || list.length > 1) && { status: item }) }),
  ])
  return { ...Object.fromEntries(says), ...(does && { PLUGIN_DOES: does }) } as Record<string, string>
}

/** Answers with the credential that it was shown; those that are not among the good ones get 401. */
const echo = (good?: () => readonly string[]) =>
  httpServer(({ url = '', headers: { authorization = 'none' } }, response) => {
    if (url === '/api/v1') {
      return response.end(JSON.stringify({ resources: [{ name: 'namespaces', kind: 'Namespace', namespaced: false }] }))
    }
    const refused = good && !good().includes(authorization)
    response.writeHead(refused ? 401 : 200, { 'content-type': 'application/json' }).end(refused ? '{}' : seen(authorization))
  })

/** Asks for something, and tells what the server saw. */
async function ask(client: Client): Promise<string | undefined> {
  const { metadata } = await client.resource({ group: '', version: 'v1', resource: NAMESPACES.resource }).get('default')
  return metadata.annotations?.note
}

const runsIn = async (file: string) => (await readFile(file, 'utf8')).length

describe('a credential plugin', () => {
  test('gives a token, which is shown', async () => {
    const client = await clientWith({ server: await echo(), says: { status: { token: 'secret' } } })
    expect(await ask(client)).toBe('Bearer secret')
  })

  test.each([
    { dialect: 'platform', apiVersion: V1 },
    { dialect: 'kubernetes', apiVersion: 'client.authentication.k8s.io/v1' },
    { dialect: 'platform', apiVersion: 'client.authentication.platform.io/v1beta1' },
  ])('gets the request in the variable of its dialect: $apiVersion', async ({ apiVersion }) => {
    const sees = path.join(await temporaryFolder(), 'sees')
    const client = await clientWith({
      server: await echo(),
      says: { apiVersion, status: { token: 't' } },
      exec: {
        apiVersion,
        args: [PLUGIN, 'one', 'two'],
        env: [
          { name: 'ADDED', value: 'yes' },
          { name: 'PLUGIN_SEES', value: sees },
        ],
      },
    })
    await ask(client)
    expect(JSON.parse(await readFile(sees, 'utf8'))).toEqual({
      args: 'one two',
      added: 'yes',
      info: { kind: 'ExecCredential', apiVersion, spec: { interactive: false } },
    })
  })

  test('gets the cluster when provideClusterInfo is set', async () => {
    const sees = path.join(await temporaryFolder(), 'sees')
    const server = await echo()
    const data = Buffer.from((await createSelfSignedCertificate({ hosts: ['x'] })).certificatePem).toString('base64')
    const client = await clientWith({
      server,
      says: { status: { token: 't' } },
      cluster: {
        'certificate-authority-data': data,
        'tls-server-name': 'plane.example.com',
        extensions: [{ name: 'client.authentication.platform.io/exec', extension: { audience: 'me' } }],
      },
      exec: { provideClusterInfo: true, env: [{ name: 'PLUGIN_SEES', value: sees }] },
    })
    await ask(client)
    expect(JSON.parse(await readFile(sees, 'utf8')).info.spec).toEqual({
      interactive: false,
      cluster: {
        server,
        'certificate-authority-data': data,
        'tls-server-name': 'plane.example.com',
        config: { audience: 'me' },
      },
    })
  })

  test('is sent the certificates of the cluster also when the configuration names the file that they are in', async () => {
    const folder = await temporaryFolder()
    const sees = path.join(folder, 'sees')
    const { certificatePem } = await createSelfSignedCertificate({ hosts: ['x'] })
    await writeFile(path.join(folder, 'ca.crt'), certificatePem)
    const client = await clientWith({
      server: await echo(),
      says: { status: { token: 't' } },
      cluster: { 'certificate-authority': 'ca.crt' },
      exec: { provideClusterInfo: true, env: [{ name: 'PLUGIN_SEES', value: sees }] },
      folder,
    })
    await ask(client)
    const { cluster } = JSON.parse(await readFile(sees, 'utf8')).info.spec
    expect(Buffer.from(cluster['certificate-authority-data'], 'base64').toString()).toBe(certificatePem)
    expect(cluster['certificate-authority']).toBeUndefined()
  })

  test.each([
    { mode: 'Never', stdin: true, interactive: false },
    { mode: 'Never', stdin: false, interactive: false },
    { mode: 'IfAvailable', stdin: true, interactive: true },
    { mode: 'IfAvailable', stdin: false, interactive: false },
    { mode: 'Always', stdin: true, interactive: true },
  ])(
    'with interactiveMode $mode and standard input $stdin it is interactive: $interactive',
    async ({ mode, stdin, interactive }) => {
      const sees = path.join(await temporaryFolder(), 'sees')
      const client = await clientWith({
        server: await echo(),
        says: { status: { token: 't' } },
        exec: { interactiveMode: mode, env: [{ name: 'PLUGIN_SEES', value: sees }] },
        options: { stdin },
      })
      await ask(client)
      expect(JSON.parse(await readFile(sees, 'utf8')).info.spec).toEqual({ interactive })
    },
  )

  test('v1beta1 needs no interactiveMode: IfAvailable is meant', async () => {
    const apiVersion = 'client.authentication.platform.io/v1beta1'
    const sees = path.join(await temporaryFolder(), 'sees')
    const client = await clientWith({
      server: await echo(),
      says: { apiVersion, status: { token: 't' } },
      exec: { apiVersion, interactiveMode: undefined, env: [{ name: 'PLUGIN_SEES', value: sees }] },
      options: { stdin: true },
    })
    await ask(client)
    expect(JSON.parse(await readFile(sees, 'utf8')).info.spec).toEqual({ interactive: true })
  })

  test('a relative command starts at the folder of the configuration', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'plugin'), `#!/bin/sh\nexec /bin/sh "$@"\n`, { mode: 0o755 })
    const client = await clientWith({
      server: await echo(),
      says: { status: { token: 'relative' } },
      exec: { command: './plugin' },
      folder,
    })
    expect(await ask(client)).toBe('Bearer relative')
  })

  test('a bare command is looked for in PATH', async () => {
    const folder = await temporaryFolder()
    await symlink('/bin/sh', path.join(folder, 'my-login'))
    const client = await clientWith({
      server: await echo(),
      says: { status: { token: 'path' } },
      exec: { command: 'my-login' },
      options: { env: { PATH: `${folder}:/usr/bin:/bin` } },
    })
    expect(await ask(client)).toBe('Bearer path')
  })
})

describe('a failure of a plugin', () => {
  test.each([
    { what: 'no JSON', says: { text: 'token: secret' }, message: 'printed what is no JSON' },
    { what: 'nothing', says: { text: '' }, message: 'printed what is no JSON' },
    { what: 'another kind', says: { kind: 'Secret', status: { token: 't' } }, message: 'kind "Secret" and not ExecCredential' },
    {
      what: 'another version',
      says: { apiVersion: 'client.authentication.platform.io/v1beta1', status: { token: 't' } },
      message: `printed apiVersion "client.authentication.platform.io/v1beta1", and is configured for ${V1}`,
    },
    { what: 'no status', says: {}, message: 'printed no status' },
    { what: 'an empty status', says: { status: {} }, message: 'neither a token nor a certificate' },
    { what: 'a token that is no text', says: { status: { token: 5 } }, message: 'status.token that is no text' },
    {
      what: 'half a pair',
      says: { status: { clientKeyData: 'x' } },
      message: 'only one of clientCertificateData and clientKeyData',
    },
    {
      what: 'a pair that is none',
      says: { status: { clientCertificateData: 'x', clientKeyData: 'y' } },
      message: 'a certificate and a key that are no pair',
    },
    {
      what: 'a bad expiry',
      says: { status: { token: 't', expirationTimestamp: 'soon' } },
      message: 'expirationTimestamp that is no time: "soon"',
    },
    { what: 'too much', says: { does: 'flood' }, message: 'printed more than 1048576 bytes' },
    {
      what: 'a failure',
      says: { does: 'fail' },
      message: 'failed with exit code 3: log in first',
    },
  ])('is reported in one line: $what', async ({ says, message }) => {
    const client = await clientWith({ server: 'http://127.0.0.1:1', says })
    const error = await ask(client).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ExecPluginError)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toContain('\n')
    expect((error as Error).message).not.toContain('secret')
  })

  test('shows the install hint when the command is missing', async () => {
    const client = await clientWith({
      server: 'http://127.0.0.1:1',
      exec: { command: 'no-such-command-anywhere', installHint: 'Get it at https://example.com/install' },
    })
    await expect(ask(client)).rejects.toThrow(
      'credential plugin "no-such-command-anywhere": is not there\nGet it at https://example.com/install',
    )
  })

  test('is not to be run at all: Always without standard input', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    const client = await clientWith({
      server: 'http://127.0.0.1:1',
      exec: { interactiveMode: 'Always', env: [{ name: 'PLUGIN_RUNS', value: runs }] },
      options: { stdin: false },
    })
    await expect(ask(client)).rejects.toThrow('interactiveMode is Always')
    await expect(readFile(runs)).rejects.toThrow('ENOENT')
  })

  test('of one that hangs ends it after its time limit', async () => {
    const clock = new ManualClock()
    const client = await clientWith({
      server: 'http://127.0.0.1:1',
      says: { does: 'hang' },
      clock,
      options: { timeoutMs: 1_000 },
    })
    const asked = ask(client)
    clock.advance(1_000)
    await expect(asked).rejects.toThrow('did not end within 1000 ms')
  })
})

test('a plugin is not waited for when it is ended, nor is what it has started itself', async () => {
  const runs = path.join(await temporaryFolder(), 'runs')
  const entry = { apiVersion: V1, command: '/bin/sh', args: [PLUGIN], env: [], provideClusterInfo: false }
  const env = { ...process.env, PLUGIN_RUNS: runs, PLUGIN_DOES: 'delegate' }
  const plugin = { entry, file: '/bin/sh', dialect: platformDialect, cluster: undefined, options: { stdin: false, env } }
  const run = runPlugin(plugin, undefined, new ManualClock())
  while (!existsSync(`${runs}.begun`)) await new Promise((resolve) => setImmediate(resolve))
  run.kill()
  await expect(run.output).rejects.toThrow('was ended by SIGKILL')
  expect(existsSync(`${runs}.late`)).toBe(false)
})

describe('a client with a plugin', () => {
  test('ends it when it is closed', async () => {
    const client = await clientWith({ server: 'http://127.0.0.1:1', says: { does: 'hang' } })
    const asked = ask(client).catch((error: unknown) => error)
    client.close()
    expect(String(await asked)).toMatch(/was ended by SIGKILL|the client is closed/)
  })

  test('watches on when a run fails, and fails other requests at once', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    const clock = new ManualClock()
    const client = await clientWith({
      server: 'http://127.0.0.1:1',
      says: { does: 'fail' },
      exec: { env: [{ name: 'PLUGIN_RUNS', value: runs }] },
      clock,
    })
    await expect(ask(client)).rejects.toBeInstanceOf(ExecPluginError)
    expect(await runsIn(runs)).toBe(1)
    const retried = new Promise((resolve) => {
      const options = { resourceVersion: '1', onRetry: resolve }
      const watch = client.resource({ ...NAMESPACES, namespaced: false }).watch(options)
      const subscription = watch.subscribe({ error: resolve })
      afterwards(() => subscription.unsubscribe())
    })
    expect(await retried).toBeInstanceOf(ExecPluginError)
    expect(await runsIn(runs)).toBe(2)
  })
})

describe('a credential of a plugin', () => {
  test('is kept without expiry, however long', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    const clock = new ManualClock()
    const client = await clientWith({
      server: await echo(),
      says: { list: [{ token: 'first' }, { token: 'second' }] },
      exec: { env: [{ name: 'PLUGIN_RUNS', value: runs }] },
      clock,
    })
    expect(await ask(client)).toBe('Bearer first')
    clock.advance(365 * 86_400_000)
    expect(await ask(client)).toBe('Bearer first')
    expect(await runsIn(runs)).toBe(1)
  })

  test('is dropped when it expires', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    const clock = new ManualClock()
    const expirationTimestamp = new Date(clock.now() + 60_000).toISOString().replace(/\.\d+/, '')
    const client = await clientWith({
      server: await echo(),
      says: { list: [{ token: 'first', expirationTimestamp }, { token: 'second' }] },
      exec: { env: [{ name: 'PLUGIN_RUNS', value: runs }] },
      clock,
    })
    expect(await ask(client)).toBe('Bearer first')
    clock.advance(59_000)
    expect(await ask(client)).toBe('Bearer first')
    clock.advance(1_000)
    expect(await ask(client)).toBe('Bearer second')
    expect(await runsIn(runs)).toBe(2)
  })

  test('is dropped when the server answers 401, and the request is repeated with the next one', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    let good = 'Bearer first'
    const client = await clientWith({
      server: await echo(() => [good]),
      says: { list: [{ token: 'first' }, { token: 'second' }, { token: 'third' }] },
      exec: { env: [{ name: 'PLUGIN_RUNS', value: runs }] },
    })
    expect(await ask(client)).toBe('Bearer first')
    good = 'Bearer second'
    expect(await ask(client)).toBe('Bearer second')
    good = 'Bearer nobody'
    await expect(ask(client)).rejects.toMatchObject({ status: { code: 401 } })
    expect(await runsIn(runs)).toBe(3)
  })

  test('is shared by requests that wait for it at the same time', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    const client = await clientWith({
      server: await echo(),
      says: { status: { token: 'shared' } },
      exec: { env: [{ name: 'PLUGIN_RUNS', value: runs }] },
    })
    expect(await Promise.all([ask(client), ask(client), ask(client)])).toEqual(Array(3).fill('Bearer shared'))
    expect(await runsIn(runs)).toBe(1)
  })

  test('may be a certificate; when it changes, connections that show the old one are closed', async () => {
    const runs = path.join(await temporaryFolder(), 'runs')
    const own = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const [first, second] = await Promise.all(['first', 'second'].map((host) => createSelfSignedCertificate({ hosts: [host] })))
    const pair = (made: typeof first) => ({ clientCertificateData: made?.certificatePem, clientKeyData: made?.privateKeyPem })
    const clock = new ManualClock()
    const expirationTimestamp = new Date(clock.now() + 60_000).toISOString().replace(/\.\d+/, '')
    let closed = 0
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const server = await httpsServer(
      { cert: own.certificatePem, key: own.privateKeyPem, requestCert: true, rejectUnauthorized: false },
      ({ url = '', socket }, response) => {
        if (url === '/api/v1') {
          return response.end(JSON.stringify({ resources: [{ name: 'namespaces', kind: 'Namespace', namespaced: false }] }))
        }
        if (url.includes('hang')) {
          socket.once('close', () => {
            closed += 1
          })
          response.write(' ', () => arrive())
          return
        }
        const { subject } = (socket as import('node:tls').TLSSocket).getPeerCertificate()
        return response.end(seen(String(subject.CN)))
      },
    )
    const client = await clientWith({
      server,
      cluster: { 'certificate-authority-data': Buffer.from(own.certificatePem).toString('base64') },
      says: { list: [{ ...pair(first), expirationTimestamp }, pair(second)] },
      exec: { env: [{ name: 'PLUGIN_RUNS', value: runs }] },
      clock,
    })
    expect(await ask(client)).toBe('first')
    const namespaces = client.resource({ group: '', version: 'v1', resource: 'namespaces' })
    const broken = expect(namespaces.patch('hang', { merge: {} }, { timeoutMs: 1e9 })).rejects.toThrow('the connection broke')
    await arrived
    clock.advance(60_000 - 1)
    expect(await ask(client)).toBe('first')
    clock.advance(1)
    expect(await ask(client)).toBe('second')
    await broken
    expect(closed).toBe(1)
    expect(await runsIn(runs)).toBe(2)
  })
})
