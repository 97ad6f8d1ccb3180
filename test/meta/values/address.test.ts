import { expect, test } from '@jest/globals'
import { connectWithFetch } from '../../../src/client/index.js'
import { connect } from '../../../src/client/node/index.js'
import { withoutCredentials } from '../../../src/meta/index.js'
import { createEtcdStorage } from '../../../src/storage/index.js'

test.each([
  ['https://plane:6443/x', 'https://plane:6443/x'],
  ['https://me:p@ss@plane:6443/x', 'https://…@plane:6443/x'],
  ['htp:/me:secret@plane', '…@plane'],
  ['me:secret@plane//x', '…@plane//x'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown)
})

test.each([
  ['a server', () => connectWithFetch({ server: 'https://me:secret@plane' })],
  ['a proxy', () => connect({ server: 'https://plane', proxyUrl: 'htp://me:secret@proxy' })],
  ['a member of etcd', () => createEtcdStorage({ endpoints: ['http://me:secret@etcd:2379'] })],
])('the address of %s is refused without showing its password', async (_what, use) => {
  const refusal = await (async () => use())().catch((error: Error) => error)
  expect(refusal).toHaveProperty('message', expect.stringContaining('…@'))
  expect(refusal).toHaveProperty('message', expect.not.stringContaining('secret'))
})
