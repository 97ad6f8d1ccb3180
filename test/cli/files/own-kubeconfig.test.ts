import { chmod, open, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { writeOwnKubeconfig } from '../../../src/cli/files/own-kubeconfig.js'
import { kubeconfigText } from '../../../src/client/node/index.js'
import { temporaryFolder } from '../../client/node/servers.js'

const ours = (token: string) => kubeconfigText({ server: 'https://127.0.0.1:6443', token })
const write = async (file: string, token: string) => writeOwnKubeconfig({ flag: 'some-file', path: file }, await ours(token))

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

test('the configuration that join wrote for a node is replaced', async () => {
  const file = await put(JSON.stringify({ clusters: [{ name: 'binnacle' }], users: [{ name: 'system:node:n1' }] }))
  await write(file, 'new')
  expect(await readFile(file, 'utf8')).toBe(await ours('new'))
})

test.each([
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
