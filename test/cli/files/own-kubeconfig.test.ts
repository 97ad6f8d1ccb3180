import { chmod, open, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { type OwnKubeconfig, readOwnKubeconfig, writeOwnKubeconfig } from '../../../src/cli/files/own-kubeconfig.js'
import { kubeconfigText, parseKubeconfig } from '../../../src/client/node/index.js'
import { temporaryFolder } from '../../client/node/servers.js'

const ours = (token: string) => kubeconfigText({ server: 'https://127.0.0.1:6443', token })
const fileAt = (file: string): OwnKubeconfig => ({ flag: 'some-file', path: file, user: 'binnacle', credential: 'token' })
const write = async (file: string, token: string) => writeOwnKubeconfig(fileAt(file), () => ours(token))

async function put(text: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'config')
  await writeFile(file, text)
  return file
}

test('the file of an earlier run is replaced, and of whatever mode it was, only its owner can read the new one', async () => {
  const file = await put(await ours('first'))
  await chmod(file, 0o644)
  const reader = await open(file)
  await write(file, 'second')
  expect(await readFile(file, 'utf8')).toBe(await ours('second'))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  // Who opened it while everybody could read it does not see the new token.
  expect(await reader.readFile('utf8')).toBe(await ours('first'))
  await reader.close()
  expect(await readdir(path.dirname(file))).toEqual(['config'])
})

test('a symbolic link stays, and what it leads to is replaced', async () => {
  const file = await put('')
  const link = path.join(await temporaryFolder(), 'link')
  await symlink(file, link)
  await write(link, 'new')
  expect(await readlink(link)).toBe(file)
  expect(await readFile(file, 'utf8')).toBe(await ours('new'))
})

test('a device is written to', async () => {
  await write('/dev/null', 'new')
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
})

const certificate = { 'client-certificate-data': 'Yw==', 'client-key-data': 'aw==' }
const withUser = (name: string, user: object, context: object = {}) =>
  JSON.stringify({
    clusters: [{ name: 'binnacle', cluster: { server: 'https://old' } }],
    users: [{ name, user }],
    contexts: [{ name: 'binnacle', context: { cluster: 'binnacle', user: name, ...context } }],
  })

test('the certificate of a node is replaced by one of the same node', async () => {
  const file = await put(withUser('system:node:n1', certificate))
  const own: OwnKubeconfig = { ...fileAt(file), user: 'system:node:n1', credential: 'certificate' }
  await writeOwnKubeconfig(own, () => 'new')
  expect(await readFile(file, 'utf8')).toBe('new')
})

test('a command without a credential keeps that of the file, and its namespace', async () => {
  const user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login' }, as: 'jane' }
  const file = await put(withUser('binnacle', user, { namespace: 'shop' }))
  const own: OwnKubeconfig = { ...fileAt(file), credential: 'none' }
  await writeOwnKubeconfig(own, (kept) => kubeconfigText({ server: 'https://new', ...kept }))
  const written = await parseKubeconfig(await readFile(file, 'utf8'))
  expect(written.clusters.get('binnacle')?.server).toBe('https://new')
  expect(written.users.get('binnacle')).toMatchObject({ exec: { command: 'login' }, impersonate: { username: 'jane' } })
  expect(written.contexts.get('binnacle')).toEqual({ cluster: 'binnacle', user: 'binnacle', namespace: 'shop' })
})

test('a folder that is not there is noticed before anything is written', async () => {
  const file = path.join(await temporaryFolder(), 'no', 'config')
  await expect(readOwnKubeconfig(fileAt(file))).rejects.toThrow(`--some-file ${file}: its folder is not there`)
})

test.each<[string, unknown, string]>([
  ['node', JSON.parse(withUser('system:node:n1', certificate)), 'it has the user "system:node:n1"'],
  ['credential', JSON.parse(withUser('binnacle', certificate)), 'it has other credentials of the user "binnacle"'],
  ['kind', { kind: 'Deployment', clusters: [{ name: 'binnacle' }] }, 'it is no kubeconfig'],
  ['meaning', { replicas: 3 }, 'it is no kubeconfig'],
  ['cluster', { clusters: [{ name: 'binnacle' }, { name: 'production' }] }, 'it has the cluster "production"'],
  ['user', { users: [{ name: 'me', user: { token: 'precious' } }] }, 'it has the user "me"'],
  ['context', { contexts: [{ name: 'mine', context: { cluster: 'binnacle' } }] }, 'it has the context "mine"'],
  ['text', 'a letter', 'it is no kubeconfig'],
])('a file with another %s is not replaced', async (_, content, reason) => {
  const text = JSON.stringify(content)
  const file = await put(text)
  await expect(write(file, 'new')).rejects.toThrow(`--some-file ${file}: ${reason}, which would be lost: name another file`)
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await readdir(path.dirname(file))).toEqual(['config'])
})
