import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connect, loadKubeconfig } from '../../../src/client/node/index.js'
import { build, freePort, killAll, runCommand, startCommand } from '../run-command.js'

let folder: string
beforeAll(async () => {
  await build()
  folder = await mkdtemp(path.join(os.tmpdir(), 'binnacle-versions-'))
}, 120_000)
afterAll(() => {
  killAll()
  return rm(folder, { recursive: true })
})

const fileOf = async (name: string, text: string) => {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

describe('binnacle convert', () => {
  const INGRESS = `apiVersion: extensions/v1beta1
kind: Ingress
metadata: { name: i }
spec: { backend: { serviceName: s, servicePort: 80 } }
`

  test('prints objects in the current version of their kinds, or in another one', async () => {
    const file = await fileOf('ingress.yaml', `${INGRESS}---\n${INGRESS.replace('extensions', 'networking.k8s.io')}`)
    const present = await runCommand(['convert', '-f', file])
    expect(present.stderr).toBe('')
    const one = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: i
spec:
  defaultBackend:
    service:
      name: s
      port:
        number: 80
`
    expect(present.stdout).toBe(`${one}---\n${one}`)
    const again = await fileOf('present.yaml', one)
    const back = await runCommand(['convert', '-f', again, '--output-version', 'extensions/v1beta1'])
    expect(back.stdout).toContain('apiVersion: extensions/v1beta1')
    expect(back.stdout).toContain('serviceName: s')
  })

  test.each([
    ['apiVersion: v1\nkind: Nothing\nmetadata: {}\n', [], 'v1 Nothing: there is no such kind'],
    [INGRESS, ['--output-version', 'apps/v1'], 'extensions/v1beta1 Ingress: there is no apps/v1 of it'],
  ])('says in one line what it cannot do: %j %j', async (text, args, line) => {
    const file = await fileOf('bad.yaml', text)
    expect(await runCommand(['convert', '-f', file, ...args])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `binnacle: --filename ${file}: ${line}\n`,
    })
  })
})

describe('binnacle deprecations', () => {
  test('lists from metrics the requested APIs that will be removed, and how often', async () => {
    const labels = (removed: string, resource: string) =>
      `{group="batch",version="v1beta1",resource="${resource}",subresource="",removed_release="${removed}"}`
    const count = (verb: string, resource: string, value: number) =>
      `apiserver_request_total{verb="${verb}",group="batch",version="v1beta1",resource="${resource}",subresource="",scope="resource",code="200"} ${value}`
    const file = await fileOf(
      'metrics.txt',
      [
        `apiserver_requested_deprecated_apis${labels('1.25', 'cronjobs')} 1`,
        `apiserver_requested_deprecated_apis${labels('1.29', 'others')} 1`,
        count('GET', 'cronjobs', 3),
        count('LIST', 'cronjobs', 4),
        count('LIST', 'others', 1),
        count('LIST', 'fine', 9),
      ].join('\n'),
    )
    expect((await runCommand(['deprecations', '--metrics', file])).stdout).toBe(
      'REMOVED  VERSION                 REQUESTS  BY\n1.25     batch/v1beta1 cronjobs  7\n1.29     batch/v1beta1 others    1\n',
    )
    expect((await runCommand(['deprecations', '--metrics', file, '--removed-in', '1.26'])).stdout).not.toContain('others')
  })

  test('lists from an audit log also the users and their user agents', async () => {
    const event = (username: string, more: object = {}) =>
      JSON.stringify({
        stage: 'ResponseComplete',
        user: { username },
        userAgent: 'kubectl/v1.20',
        objectRef: { resource: 'cronjobs', apiGroup: 'batch', apiVersion: 'v1beta1' },
        annotations: { 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.25' },
        ...more,
      })
    const lines = [
      event('ada'),
      event('ada'),
      event('bob'),
      event('eve', { annotations: {} }),
      'torn {',
      event('x', { stage: 'RequestReceived' }),
    ]
    const file = await fileOf('audit.log', lines.join('\n'))
    expect((await runCommand(['deprecations', '--audit-log', file])).stdout.split('\n')).toEqual([
      'REMOVED  VERSION                 REQUESTS  BY',
      '1.25     batch/v1beta1 cronjobs  2         ada kubectl/v1.20',
      '1.25     batch/v1beta1 cronjobs  1         bob kubectl/v1.20',
      '',
    ])
  })

  test('reports an empty result, and the input that it needs', async () => {
    const file = await fileOf('empty.txt', '')
    expect((await runCommand(['deprecations', '--metrics', file])).stdout).toBe('no requests to deprecated versions\n')
    expect((await runCommand(['deprecations', '--metrics', file, '--audit-log', file])).stderr).toContain('expected either')
    expect((await runCommand(['deprecations', '--metrics', path.join(folder, 'none')])).stderr).toContain('there is no such file')
  })

  test.each([
    { flag: '--metrics', text: '{"kind":"Status","message":"metrics is forbidden"}', line: 'no line of it is a metric' },
    { flag: '--metrics', text: 'not pem\n', line: 'no line of it is a metric' },
    {
      flag: '--audit-log',
      text: '2026-01-01T00:00:00Z AUDIT: id="1" stage="ResponseComplete"',
      line: 'no line of it is an audit event in JSON',
    },
    { flag: '--audit-log', text: '{"kind":"List"}', line: 'no line of it is an audit event in JSON' },
  ])('refuses a file of another kind, in which nothing would be found: $flag $text', async ({ flag, text, line }) => {
    const file = await fileOf('other.txt', text)
    expect(await runCommand(['deprecations', flag, file])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `binnacle: ${flag} ${file}: ${line}\n`,
    })
  })

  test('finds nothing in metrics and an audit log without deprecated versions', async () => {
    const metrics = await fileOf('other.txt', '# TYPE up gauge\n')
    const log = await fileOf('other.log', '{"stage":"RequestReceived"}\n')
    const found = [
      await runCommand(['deprecations', '--metrics', metrics]),
      await runCommand(['deprecations', '--audit-log', log]),
    ]
    expect(found.map(({ stdout }) => stdout)).toEqual(Array(2).fill('no requests to deprecated versions\n'))
  })

  test('asks a running plane, as the user of a kubeconfig', async () => {
    const kubeconfig = path.join(folder, 'kubeconfig')
    const { child, ended, printed } = startCommand([
      ...['serve', '--secure-port', String(await freePort()), '--emulated-version', '1.24'],
      ...['--resources', 'kubernetes', '--write-kubeconfig', kubeconfig],
    ])
    await printed('is ready')
    const ask = async () => (await runCommand(['deprecations', '--kubeconfig', kubeconfig, '--removed-in', '1.25'])).stdout
    expect(await ask()).not.toContain('cronjobs')
    const client = connect(await loadKubeconfig({ paths: [kubeconfig] }))
    await client.resource({ group: 'batch', version: 'v1beta1', resource: 'cronjobs' }).list()
    client.close()
    expect(await ask()).toMatch(/^1\.25 +batch\/v1beta1 cronjobs +1$/m)
    child.kill('SIGTERM')
    await ended
    const gone = await runCommand(['deprecations', '--server', 'http://127.0.0.1:1'])
    expect([gone.exitCode, gone.stderr.trim().split('\n').length]).toEqual([1, 1])
  }, 60_000)
})
