import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { firstValueFrom } from 'rxjs'
import { informer } from '../../../src/client/index.js'
import { connect, loadKubeconfig } from '../../../src/client/node/index.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { build, freePort, killAll, runCommand, startCommand } from '../run-command.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-cli-'))
const put = (name: string, text: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
const tokens = put('tokens.csv', 'secret,admin,admin-uid,"system:masters"\n')
const authorization = 'Bearer secret'

interface Answer {
  readonly status: number | undefined
  readonly body: string
}

const get = (url: string, headers: http.OutgoingHttpHeaders = { authorization }) =>
  new Promise<Answer>((resolve, reject) => {
    const { get: ask } = url.startsWith('https:') ? https : http
    const request = ask(url, { headers, rejectUnauthorized: false, agent: false } as https.RequestOptions, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
      response.on('error', reject)
    })
    request.on('error', reject)
  })

/** Starts a server on a free port; resolves when it is ready. */
async function startServer(...args: string[]) {
  const port = await freePort()
  const command = startCommand(['serve', '--secure-port', String(port), ...args])
  await command.printed('binnacle is ready on')
  return { ...command, url: `https://127.0.0.1:${port}`, port }
}

beforeAll(build, 120_000)
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

describe('errors are reported in one line', () => {
  test.each([
    { args: ['serve', '--colour', 'red'], line: 'binnacle: unknown option --colour: see --help' },
    {
      args: ['serve', '--storage', 'redis:x'],
      line: 'binnacle: --storage redis:x: expected memory, lmdb:DIR, etcd:URL[,URL] or postgres:URL',
    },
    {
      args: ['serve', '--token-auth-file', `${folder}/none.csv`],
      line: `binnacle: --token-auth-file ${folder}/none.csv: there is no such file`,
    },
    {
      args: ['serve', '--token-auth-file', put('short.csv', 'secret,admin\n')],
      line: `binnacle: --token-auth-file ${folder}/short.csv: line 1: expected at least 3 columns (token, user name, user uid), found 2`,
    },
    {
      args: ['serve', '--tls-cert-file', put('no.pem', 'x'), '--tls-private-key-file', `${folder}/no.pem`],
      line: `binnacle: --tls-cert-file ${folder}/no.pem: holds no certificate in PEM`,
    },
    {
      args: ['serve', '--root-ca-file', put('no-root.pem', 'x')],
      line: `binnacle: --root-ca-file ${folder}/no-root.pem: holds no certificate in PEM`,
    },
    {
      args: ['serve', '--root-ca-file', put('long-root.pem', 'x'.repeat(1024 * 1024 + 1))],
      line: `binnacle: --root-ca-file ${folder}/long-root.pem: it is larger than 1048576 bytes`,
    },
    {
      args: ['serve', '--audit-policy-file', '/dev/zero'],
      line: 'binnacle: --audit-policy-file /dev/zero: it is larger than 16777216 bytes',
    },
    {
      args: ['deprecations', '--audit-log', '/dev/zero'],
      line: 'binnacle: --audit-log /dev/zero: a line is larger than 16777216 bytes',
    },
    {
      args: ['serve', '--resources', `${folder}/none.json`],
      line: `binnacle: --resources ${folder}/none.json: there is no such file`,
    },
    {
      args: ['serve', '--resources', put('list.json', '[]')],
      line: `binnacle: --resources ${folder}/list.json: expected kubernetes, an OpenAPI document, or a module that default-exports what defineResource makes`,
    },
    {
      args: ['serve', '--resources', put('empty.mjs', 'export default {}')],
      line: `binnacle: --resources ${folder}/empty.mjs: expected kubernetes, an OpenAPI document, or a module that default-exports what defineResource makes`,
    },
    {
      args: ['serve', '--secure-port', '0', '--port', '9', '--write-kubeconfig', 'k'],
      line: 'binnacle: --write-kubeconfig k: needs HTTPS, as kubectl sends no token without: leave --secure-port 0 out',
    },
    { args: ['serve', '--watch-objects'], line: 'binnacle: --watch-objects needs --objects as well' },
    { args: ['watch'], line: 'binnacle: unknown command "watch": binnacle serve runs a plane, binnacle --help tells more' },
    { args: ['srve'], line: 'binnacle: unknown command "srve": did you mean binnacle serve?' },
    { args: ['--hlep'], line: 'binnacle: unknown command "--hlep": did you mean binnacle --help?' },
    { args: ['--version', 'serve'], line: 'binnacle: --version: unexpected argument "serve"' },
    { args: ['version'], line: 'binnacle: unknown command "version": did you mean binnacle --version?' },
    { args: ['help', 'tokn'], line: 'binnacle: unknown command "tokn": did you mean binnacle token?' },
    { args: [], line: 'binnacle: no command given: binnacle serve runs a plane, binnacle --help tells more' },
  ])('binnacle $args', async ({ args, line }) => {
    expect(await runCommand(args)).toEqual({ exitCode: 2, stdout: '', stderr: `${line}\n` })
  })

  test.each([
    {
      flags: ['--feature-gates', 'Nothing=true'],
      line: /^--feature-gates "Nothing=true": there is no such gate; expected one of \w/,
    },
    {
      flags: ['--feature-gates', 'APIListChunking=false'],
      line: /^--feature-gates "APIListChunking=false": the gate is locked to true: leave it out$/,
    },
    ...['9.9', '1.41', '1.14'].map((release) => ({
      flags: ['--emulated-version', release],
      line: new RegExp(`^--emulated-version "?${release}"?: expected a release from 1.15 to 1.40$`),
    })),
    {
      flags: ['--runtime-config', 'batch/v9=true'],
      line: /^--runtime-config "batch\/v9": there is none; expected one of batch\/v1$/,
    },
    {
      flags: ['--runtime-config', 'api/all=false'],
      line: /^--runtime-config "api\/all": v1\/namespaces has to be on, as the plane itself reads it$/,
    },
    {
      flags: ['--show-hidden-metrics-for-version', '1.27'],
      line: /^--show-hidden-metrics-for-version "1.27": expected 1.28, the release before$/,
    },
  ])('what a plane does not have: $flags', async ({ flags, line }) => {
    const port = String(await freePort())
    const given = ['--secure-port', port, '--resources', 'kubernetes', '--emulated-version', '1.29', ...flags]
    const { exitCode, stdout, stderr } = await runCommand(['serve', ...given])
    expect([exitCode, stdout, stderr.split('\n').length]).toEqual([2, '', 2])
    expect(stderr.trimEnd().replace('binnacle: ', '')).toMatch(line)
  })

  test('a JSON document that is cut off', async () => {
    const { exitCode, stderr } = await runCommand(['serve', '--resources', put('cut.json', '{"swagger":')])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^binnacle: --resources \S+cut\.json: cannot be parsed: .*\n$/)
  })

  test('a key that is not the certificate’s', async () => {
    const [one, other] = await Promise.all([
      createSelfSignedCertificate({ hosts: ['a'] }),
      createSelfSignedCertificate({ hosts: ['b'] }),
    ])
    const [certificate, key] = [put('one.pem', one.certificatePem), put('other.key', other.privateKeyPem)]
    const { exitCode, stderr } = await runCommand(['serve', '--tls-cert-file', certificate, '--tls-private-key-file', key])
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      `binnacle: --tls-private-key-file ${key}: is not the key of the certificate in --tls-cert-file ${certificate}\n`,
    )
  })

  test('a port that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { exitCode, stdout, stderr } = await runCommand(['serve', '--secure-port', String(port)])
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `binnacle: --secure-port ${port}: cannot listen on 127.0.0.1: it is in use by another program\n`,
    })
    other.close()
  })
})

describe('help and version', () => {
  test('help before a command helps with it, as --help behind it does', async () => {
    expect(await runCommand(['help', 'owners'])).toEqual(await runCommand(['owners', '--help']))
    expect(await runCommand(['help'])).toEqual(await runCommand(['--help']))
  })

  test('--help lists every option of serve', async () => {
    const { exitCode, stdout } = await runCommand(['serve', '--help'])
    expect(exitCode).toBe(0)
    for (const flag of ['--dialect', '--storage', '--secure-port', '--resources', '--shutdown-delay-duration'])
      expect(stdout).toContain(flag)
    expect(stdout.replace(/\s+/g, ' ')).toContain('(platform or kubernetes, default kubernetes)')
    for (const heading of ['Storage:', 'Authentication:', 'Audit:']) expect(stdout.split('\n')).toContain(heading)
  })

  test.each([[[]], [['serve']], [['owners']], [['storage']]])(
    '-h after %j helps as --help does, with an example',
    async (command) => {
      const [short, long] = [await runCommand([...command, '-h']), await runCommand([...command, '--help'])]
      expect(short).toEqual(long)
      expect(short).toEqual({
        exitCode: 0,
        stdout: expect.stringMatching(/^usage: binnacle .*\nExample: .*binnacle /s),
        stderr: '',
      })
    },
  )

  test('-v prints the version too', async () => {
    expect(await runCommand(['-v'])).toEqual(await runCommand(['--version']))
  })

  test('--version is the package’s', async () => {
    expect((await runCommand(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('binnacle serve', () => {
  test('without credentials generates a token for this run, and prints a command that uses it', async () => {
    const { printed, url, child, ended } = await startServer()
    const text = await printed('kubectl')
    expect(text.split('\n').slice(0, 2)).toEqual([`binnacle is ready on ${url}`, 'It speaks the dialect kubernetes.'])
    const token = /Authorization: Bearer ([^']+)'/.exec(text)?.[1]
    expect(text).toContain(`--token ${token}`)
    expect((await get(`${url}/api/v1/namespaces`, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await get(`${url}/api/v1/namespaces`, {})).status).toBe(401)
    child.kill('SIGTERM')
    expect((await ended).exitCode).toBe(0)
  })

  test.each([
    { because: 'kubectl sends no token over plain HTTP', args: (port: number) => ['--port', String(port), '--secure-port', '0'] },
    {
      because: 'kubectl does not know the words of the dialect',
      args: (port: number) => ['--secure-port', String(port), '--dialect', 'platform'],
    },
  ])('does not print a kubectl command that cannot work: $because', async ({ args }) => {
    const { printed, child, ended } = startCommand(['serve', ...args(await freePort())])
    await printed('curl -k')
    child.kill('SIGTERM')
    expect((await ended).stdout).not.toContain('kubectl')
  })

  test('writes a configuration that clients log in with', async () => {
    const file = path.join(folder, 'kubeconfig')
    const { child, ended, printed } = await startServer('--write-kubeconfig', file)
    expect(await printed('kubectl')).toContain(`kubectl --kubeconfig ${file} get namespaces`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const client = connect(await loadKubeconfig({ paths: [file] }))
    const namespaces = await client.resource({ group: '', version: 'v1', kind: 'Namespace' }).list()
    expect(namespaces.items.map(({ metadata }) => metadata.name)).toContain('default')
    client.close()
    child.kill('SIGTERM')
    expect((await ended).exitCode).toBe(0)
  })

  test('publishes the certificate that it listens with in each namespace', async () => {
    const file = path.join(folder, 'published')
    const { child, ended } = await startServer('--write-kubeconfig', file)
    const [, trusted = ''] = /certificate-authority-data"?: "?([\w+/=]+)/.exec(readFileSync(file, 'utf8')) ?? []
    const client = connect(await loadKubeconfig({ paths: [file] }))
    const maps = informer(client.resource<{ data: Record<string, string> }>({ group: '', version: 'v1', kind: 'ConfigMap' }))
    await maps.synced
    while (!maps.get('default/kube-root-ca.crt')) await firstValueFrom(maps.changes)
    expect(maps.get('default/kube-root-ca.crt')?.data['ca.crt']).toBe(Buffer.from(trusted, 'base64').toString())
    maps.stop()
    client.close()
    child.kill('SIGTERM')
    expect((await ended).exitCode).toBe(0)
  })

  test.each([
    { file: `${folder}/no/kubeconfig`, reason: 'its folder is not there' },
    { file: put('a-letter', 'a letter'), reason: 'it is no kubeconfig, which would be lost: name another file' },
  ])('exits before it opens its storage when it cannot write $file', async ({ file, reason }) => {
    const state = path.join(folder, 'unopened')
    const args = ['--secure-port', String(await freePort()), '--storage', `lmdb:${state}`, '--write-kubeconfig', file]
    expect(await runCommand(['serve', ...args])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `binnacle: --write-kubeconfig ${file}: ${reason}\n`,
    })
    expect(existsSync(state)).toBe(false)
  })

  test('speaks HTTP/1.1 and HTTP/2 over TLS, with the certificate it is given', async () => {
    const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const files = [
      '--tls-cert-file',
      put('own.pem', pair.certificatePem),
      '--tls-private-key-file',
      put('own.key', pair.privateKeyPem),
    ]
    const { url, child, ended } = await startServer('--token-auth-file', tokens, ...files)
    expect((await get(`${url}/api/v1/namespaces/default`)).status).toBe(200)
    const session = http2.connect(url, { ca: pair.certificatePem })
    const stream = session.request({ ':path': '/api/v1/namespaces/default', authorization })
    const [headers] = await once(stream, 'response')
    expect(headers[':status']).toBe(200)
    let body = ''
    for await (const chunk of stream.setEncoding('utf8')) body += chunk
    expect(JSON.parse(body).metadata.name).toBe('default')
    // An idle session of HTTP/2 does not hold the server up.
    child.kill('SIGINT')
    expect((await ended).exitCode).toBe(0)
  })

  test('serves plain HTTP beside or instead of HTTPS', async () => {
    const port = await freePort()
    const { child, ended, printed } = startCommand([
      'serve',
      '--port',
      String(port),
      '--secure-port',
      '0',
      '--token-auth-file',
      tokens,
    ])
    expect(await printed('dialect')).toBe(`binnacle is ready on http://127.0.0.1:${port}\nIt speaks the dialect kubernetes.\n`)
    expect((await get(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await ended).exitCode).toBe(0)
  })

  test('serves the types of a module', async () => {
    const module = put(
      'widgets.mjs',
      `import { defineResource } from ${JSON.stringify(new URL('../../../dist/public/index.js', import.meta.url).href)}
       export default [defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1' }] })]`,
    )
    const { url, child, ended } = await startServer('--token-auth-file', tokens, '--resources', module)
    expect((await get(`${url}/apis/shop.example.com/v1/widgets`)).status).toBe(200)
    child.kill('SIGTERM')
    await ended
  })

  test.each([
    { grace: '0s', live: 500 },
    { grace: '10m', live: 200 },
  ])('opens its ports before its state is loaded: /livez is $live with a grace period of $grace', async ({ grace, live }) => {
    const go = path.join(folder, `go-${live}`)
    const module = put(
      `slow-${live}.mjs`,
      `import { existsSync } from 'node:fs'
       while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 10))
       export default []`,
    )
    const port = await freePort()
    const { child, ended, printed } = startCommand([
      ...['serve', '--secure-port', String(port), '--token-auth-file', tokens],
      ...['--resources', module, '--livez-grace-period', grace],
    ])
    const url = `https://127.0.0.1:${port}`
    const ask = (where: string) => get(`${url}${where}`).catch(() => ({ status: 0 }))
    const all = (...where: string[]) => Promise.all(where.map(async (one) => (await ask(one)).status))
    while ((await ask('/livez')).status === 0);
    expect(await all('/livez', '/readyz', '/healthz', '/api/v1/namespaces')).toEqual([live, 500, 500, 503])
    put(`go-${live}`, '')
    await printed('is ready')
    expect(await all('/livez', '/readyz', '/api/v1/namespaces')).toEqual([200, 200, 200])
    child.kill('SIGTERM')
    expect((await ended).exitCode).toBe(0)
  })

  test('refuses every request with AlwaysDeny', async () => {
    const { url, child, ended } = await startServer('--token-auth-file', tokens, '--authorization-mode', 'AlwaysDeny')
    expect((await get(`${url}/api/v1/namespaces/default`)).status).toBe(403)
    child.kill('SIGTERM')
    // Its control loops are not among those whom it refuses.
    expect((await ended).stderr).toBe('')
  })
})

describe('on SIGTERM', () => {
  test('readiness fails first, then watches end, and the exit code is 0', async () => {
    const { url, child, ended } = await startServer('--token-auth-file', tokens, '--shutdown-delay-duration', '1s')
    const watch = get(`${url}/api/v1/namespaces?watch=true`)
    expect((await get(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    let ready = await get(`${url}/readyz`)
    while (ready.status === 200) ready = await get(`${url}/readyz`)
    expect(ready.status).toBe(500)
    // The rest goes on until the delay is over.
    expect((await get(`${url}/api/v1/namespaces/default`)).status).toBe(200)
    expect((await get(`${url}/livez`)).status).toBe(200)
    const { exitCode, stderr } = await ended
    expect(exitCode).toBe(0)
    expect(stderr).toBe(
      'binnacle: /readyz fails from now on; in 1 s 1 watch will end and 0 requests be answered, for up to 60 s; a second signal ends at once\n',
    )
    const { status, body } = await watch
    expect(status).toBe(200)
    expect(
      body
        .trim()
        .split('\n')
        .every((line) => JSON.parse(line).type === 'ADDED'),
    ).toBe(true)
  })

  test('a request in flight is answered, though its body comes late', async () => {
    const { url, child, ended } = await startServer('--token-auth-file', tokens)
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } })
    const request = https.request(`${url}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'content-length': body.length },
      rejectUnauthorized: false,
      agent: new https.Agent({ keepAlive: true }),
    })
    request.write(body.slice(0, 10))
    const [socket] = await once(request, 'socket')
    await once(socket, 'secureConnect')
    // When a connection made after that is answered, the server has met this one.
    expect((await get(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    let refused = false
    while (!refused)
      refused = await get(`${url}/readyz`).then(
        () => false,
        () => true,
      )
    request.end(body.slice(10))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(201)
    response.resume()
    expect((await ended).exitCode).toBe(0)
  })

  test('a second signal ends at once', async () => {
    const { url, child, ended } = await startServer('--token-auth-file', tokens, '--shutdown-delay-duration', '1h')
    child.kill('SIGTERM')
    let ready = await get(`${url}/readyz`)
    while (ready.status === 200) ready = await get(`${url}/readyz`)
    child.kill('SIGTERM')
    expect((await ended).exitCode).toBe(1)
  })
})
