import { expect, test } from '@jest/globals'
import { createStaticTokenAuthenticator, ReplaceableAuthenticator } from '../../src/authn/index.js'
import { withAuthorization } from './credentials.js'

const knows = (token: string) => createStaticTokenAuthenticator([{ token, user: { username: token, groups: [] } }])

test('after a replacement only the new authenticator is asked', async () => {
  const authenticator = new ReplaceableAuthenticator(knows('old'))
  const outcomes = async () =>
    Promise.all(
      ['old', 'new'].map(async (token) => (await authenticator.authenticate(withAuthorization(`Bearer ${token}`))).outcome),
    )
  expect(await outcomes()).toEqual(['authenticated', 'rejected'])
  authenticator.replace(knows('new'))
  expect(await outcomes()).toEqual(['rejected', 'authenticated'])
})

test('it is ready when the current authenticator is', async () => {
  const authenticator = new ReplaceableAuthenticator(knows('a'))
  const [check] = authenticator.readyChecks
  expect(await check?.check()).toBe(true)
  const waits = {
    ...knows('b'),
    readyChecks: [
      { name: 'one', check: () => true },
      { name: 'other', check: async () => false },
    ],
  }
  authenticator.replace(waits)
  expect(await check?.check()).toBe(false)
})
