import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { webhookCredentials } from '../../../src/client/node/index.js'
import { loadKubeconfig, parseKubeconfig } from '../../../src/public/client/node.js'
import { temporaryFolder } from './servers.js'

const config = (users: Readonly<Record<string, object>>, more: object = {}) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    ...more,
  })
const read = async (users: Readonly<Record<string, object>>, more: object = {}) =>
  webhookCredentials(await parseKubeconfig(config(users, more)))

describe('credentials for webhooks', () => {
  const users = {
    'hook.tools.svc': { token: 'whole' },
    'hook.tools.svc:8443': { token: 'port' },
    '*.tools.svc': { token: 'namespace' },
    '*.svc': { token: 'services' },
    '*': { token: 'all' },
  }
  test.each([
    ['hook.tools.svc', 'whole'],
    ['hook.tools.svc:8443', 'port'],
    ['hook.tools.svc:9443', 'all'],
    ['other.tools.svc', 'namespace'],
    ['other.apps.svc', 'services'],
    ['svc', 'all'],
    ['__proto__', 'all'],
  ])('for %s are those of the most specific name: %s', async (host, token) => {
    expect(await (await read(users))(host)).toEqual({ authorization: `Bearer ${token}` })
  })

  test('by a host without a user is that of the current context, or nothing', async () => {
    const contexts = [{ name: 'c', context: { cluster: 'k', user: 'usual' } }]
    const usual = { usual: { username: 'a', password: 'b' }, 'hook.example.com': {} }
    expect(await (await read(usual, { 'current-context': 'c', contexts }))('other.example.com')).toEqual({
      authorization: `Basic ${btoa('a:b')}`,
    })
    expect(await (await read(usual, { 'current-context': 'c', contexts }))('hook.example.com')).toEqual({})
    expect(await (await read(usual))('other.example.com')).toEqual({})
  })

  test('may be a certificate in files beside the configuration', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'me.pem'), 'the certificate')
    await writeFile(path.join(folder, 'key.pem'), 'the key')
    const user = { 'client-certificate': 'me.pem', 'client-key': 'key.pem' }
    await writeFile(path.join(folder, 'config'), config({ '*': user }))
    const credentials = await webhookCredentials(await loadKubeconfig({ paths: [path.join(folder, 'config')] }))
    expect(await credentials('a')).toEqual({ identity: { cert: 'the certificate', key: 'the key' } })
  })

  test.each([
    [{ '*': { as: 'admin', token: 't' } }, 'user "*": as is not available for webhooks'],
    [{ a: { token: 't', username: 'u' } }, 'user "a": only one way to be known is allowed'],
    [{ a: { tokenFile: '/nowhere/token' } }, '/nowhere/token: cannot be read'],
    [
      {
        a: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: 'x',
            interactiveMode: 'Never',
            provideClusterInfo: true,
          },
        },
      },
      'user "a": exec.provideClusterInfo is not available',
    ],
  ])('cannot be %j', async (users, says) => {
    await expect(read(users)).rejects.toThrow(says)
  })
})
