import { runInNewContext } from 'node:vm'
import { describe, expect, test } from '@jest/globals'
import { type AuthenticationResult, type Authenticator, authenticateChain } from '../../src/authn/index.js'
import { showing } from './credentials.js'

const answering = (result: AuthenticationResult): Authenticator => ({ authenticate: () => result })
const knows = (username: string, ...groups: string[]) => answering({ outcome: 'authenticated', user: { username, groups } })
const rejects = answering({ outcome: 'rejected', reason: 'bad' })
const knowsNothing = answering({ outcome: 'noOpinion' })
const throws: Authenticator = {
  authenticate: () => {
    throw new Error('the directory is down')
  },
}
const ask = (...authenticators: Authenticator[]) => authenticateChain(authenticators).authenticate(showing())

type Wanted = readonly [what: string, expected: string]

describe('a chain of authenticators', () => {
  test('stops at the first that knows the user', async () => {
    expect(await ask(knowsNothing, knows('jane'), knows('joe'))).toMatchObject({ user: { username: 'jane' } })
  })

  test('lets a later one accept what an earlier one rejected', async () => {
    expect(await ask(rejects, knows('jane'))).toMatchObject({ outcome: 'authenticated' })
  })

  test('rejects what one rejected and none accepted', async () => {
    expect(await ask(knowsNothing, rejects, knowsNothing)).toEqual({ outcome: 'rejected', reason: 'bad' })
  })

  test('gives the most specific reason: an unknown token is the least specific', async () => {
    const unknown = answering({ outcome: 'rejected', reason: 'invalid bearer token' })
    const expired = answering({ outcome: 'rejected', reason: 'the token has expired' })
    expect(await ask(unknown, expired, rejects, unknown)).toEqual({ outcome: 'rejected', reason: 'the token has expired' })
  })

  test('has no opinion when none has one', async () => {
    expect(await ask(knowsNothing)).toEqual({ outcome: 'noOpinion' })
    expect(await ask()).toEqual({ outcome: 'noOpinion' })
  })

  test('waits for a promise of another class, as libraries have them', async () => {
    const Foreign: PromiseConstructor = runInNewContext('Promise')
    const jane: AuthenticationResult = { outcome: 'authenticated', user: { username: 'jane', groups: [] } }
    expect(await ask({ authenticate: () => Foreign.resolve(jane) }, knows('joe'))).toMatchObject({ user: { username: 'jane' } })
  })

  const RESULT: Wanted = [
    'the result of the authenticator directory',
    "outcome: 'authenticated' with a user of username and groups, 'rejected' or 'noOpinion'",
  ]
  const USER: Wanted = ['the user that the authenticator directory found', 'an object with a username and a list of groups']

  test.each<[answer: unknown, found: string, wanted?: Wanted]>([
    [{ outcome: 'denied', user: { username: 'jane', groups: [] } }, '"denied"'],
    [{ user: { username: 'jane', groups: [] } }, 'undefined'],
    [{ username: 'jane', groups: [] }, 'undefined'],
    [undefined, 'undefined'],
    [true, 'true'],
    [{ outcome: 'authenticated' }, 'undefined', USER],
    [{ outcome: 'authenticated', user: 'jane' }, '"jane"', USER],
    [{ outcome: 'authenticated', user: { username: 'jane' } }, 'an object', USER],
    [{ outcome: 'authenticated', user: { groups: [] } }, 'an object', USER],
  ])(
    'treats one that answers with %j as one that rejects, and reports what it should be',
    async (answer, found, [what, wanted] = RESULT) => {
      const failures: unknown[] = []
      const wrong: Authenticator = { name: 'directory', authenticate: () => answer as AuthenticationResult }
      const chain = authenticateChain([wrong, knowsNothing], (error) => failures.push(error))
      expect(await chain.authenticate(showing())).toMatchObject({ outcome: 'rejected' })
      expect(failures).toEqual([new TypeError(`${what} is ${found}: expected ${wanted}`)])
    },
  )

  test('treats an authenticator that throws as one that rejects', async () => {
    expect(await ask(throws)).toMatchObject({ outcome: 'rejected' })
    expect(await ask(throws, knows('jane'))).toMatchObject({ outcome: 'authenticated' })
  })

  test('reports what one threw to the error hook, and not to the client', async () => {
    const failures: unknown[] = []
    const result = await authenticateChain([throws, rejects], (error) => failures.push(error)).authenticate(showing())
    expect(failures).toEqual([new Error('the directory is down')])
    expect(JSON.stringify(result)).not.toContain('directory')
  })

  test('adds the group of all authenticated users, once', async () => {
    expect(await ask(knows('jane', 'dev'))).toMatchObject({ user: { groups: ['dev', 'system:authenticated'] } })
    expect(await ask(knows('jane', 'system:authenticated'))).toMatchObject({ user: { groups: ['system:authenticated'] } })
  })
})
