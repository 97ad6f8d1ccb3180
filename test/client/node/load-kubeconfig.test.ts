import { expect, test } from '@jest/globals'
import { loadKubeconfig } from '../../../src/client/node/index.js'

const load = (file: string) =>
  loadKubeconfig({ paths: [file] }).then(
    () => 'loaded',
    (error: Error) => error.message,
  )

test('an endless file is read up to a bound', async () => {
  expect(await load('/dev/zero')).toBe('/dev/zero: cannot be read: it is larger than 16777216 bytes')
})

test.each([
  ['a folder', '/', '/: cannot be read: EISDIR'],
  ['a path without a file', '/nowhere', 'there is no kubeconfig at /nowhere'],
])('%s is reported in one line', async (_, file, message) => {
  expect((await load(file)).split('\n')).toEqual([expect.stringContaining(message)])
})
