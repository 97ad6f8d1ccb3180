import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { connect, parseKubeconfig } from '../../src/client/node/index.js'
import { type TestServer, type TestServerOptions, testServer } from '../../src/testing/index.js'
import { Widget } from './widget.js'

const open = new Set<TestServer>()
const start = async (options?: TestServerOptions) => {
  const server = await testServer(options)
  open.add(server)
  return server
}
afterEach(async () => {
  for (const server of open) await server.close()
  open.clear()
})

const clientOf = ({ url, ca, token }: TestServer) => connect({ server: url, ca, token })
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' }

describe('a server in a test', () => {
  test('accepts its token over HTTPS with its certificate, and no other token', async () => {
    const server = await start({ resources: [Widget] })
    const client = clientOf(server)
    const lamp = await client
      .resource(Widget)
      .namespace('default')
      .create({ metadata: { name: 'lamp' }, spec: { color: 'red' } })
    expect((await server.plane.client().resource(Widget).namespace('default').get('lamp')).metadata.uid).toBe(lamp.metadata.uid)
    client.close()
    const stranger = connect({ server: server.url, ca: server.ca, token: 'wrong' })
    await expect(stranger.resource(NAMESPACE).list()).rejects.toMatchObject({ status: { code: 401 } })
    stranger.close()
  })

  test('is found by its configuration file', async () => {
    const server = await start()
    const client = connect(await parseKubeconfig(server.kubeconfig))
    expect((await client.resource(NAMESPACE).get('default')).kind).toBe('Namespace')
    client.close()
  })

  test('uses the Kubernetes dialect by default, and others if configured', async () => {
    expect((await start()).plane.dialect.name).toBe('kubernetes')
    expect((await start({ dialect: 'platform' })).plane.dialect.name).toBe('platform')
  })

  test('has the clock, the faults and the history of a plane in a test', async () => {
    const server = await start()
    const client = clientOf(server)
    server.plane.faults.add({ verb: 'create', resource: 'namespaces' }, { status: 403 })
    const namespaces = client.resource(NAMESPACE)
    await expect(namespaces.create({ metadata: { name: 'a' } })).rejects.toMatchObject({ status: { code: 403 } })
    await server.plane.advance(60_000)
    const made = await namespaces.create({ metadata: { name: 'a' } })
    expect(made.metadata.creationTimestamp).toBe('2026-01-02T03:05:05Z')
    expect(server.plane.history({ verb: 'create', resource: 'namespaces' }).map(({ code }) => code)).toEqual([403, 201])
    client.close()
  })

  test('closes with watches and connections open, and leaves nothing', async () => {
    const server = await testServer()
    const watch = https.get(`${server.url}/api/v1/namespaces?watch=true`, {
      ca: server.ca,
      headers: { authorization: `Bearer ${server.token}` },
      agent: new https.Agent({ keepAlive: true }),
    })
    const answered = new Promise((resolve) => watch.on('response', (response) => resolve(response.once('data', resolve))))
    watch.on('error', () => {})
    await answered
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('a plane that cannot be made leaves nothing in progress', async () => {
    const exported = jest.spyOn(crypto.subtle, 'exportKey')
    await expect(testServer({ seed: Number.NaN })).rejects.toThrow(
      'testPlane: seed is NaN: expected a number that chance could repeat with',
    )
    // The last step of its certificate.
    expect(exported.mock.calls.map(([format]) => format)).toContain('pkcs8')
    exported.mockRestore()
  })
})

declare const missingPrograms: readonly string[]
const withKubectl = missingPrograms.includes('kubectl') ? test.skip : test

withKubectl('kubectl works with its configuration file', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-server-'))
  const server = await start()
  writeFileSync(`${folder}/config`, server.kubeconfig, { mode: 0o600 })
  const run = (...args: string[]) =>
    promisify(execFile)('kubectl', ['--kubeconfig', `${folder}/config`, ...args], { env: { ...process.env, HOME: folder } })
  await run('create', 'configmap', 'note', '--from-literal=text=hello')
  expect((await run('get', 'configmap', 'note', '-o', 'jsonpath={.data.text}')).stdout).toBe('hello')
  rmSync(folder, { recursive: true })
})
