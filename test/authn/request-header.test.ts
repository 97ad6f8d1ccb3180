import { beforeAll, describe, expect, test } from '@jest/globals'
import { createRequestHeaderAuthenticator } from '../../src/public/authn.js'
import { CLIENT_AUTH, type Issued, SERVER_AUTH, selfSigned } from '../support/certificates.js'
import { showingOver } from './credentials.js'

type Line = readonly [string, string]

let authority: Issued
let proxy: Issued
beforeAll(async () => {
  authority = await selfSigned({ subject: 'CN=proxy authority' })
  proxy = await authority.issue({ subject: 'CN=front-proxy', usages: [CLIENT_AUTH] })
})

const authenticator = (options: Partial<Parameters<typeof createRequestHeaderAuthenticator>[0]> = {}) =>
  createRequestHeaderAuthenticator({
    authorities: authority.cert,
    allowedNames: ['front-proxy'],
    usernameHeaders: ['X-Remote-User', 'X-Other-User'],
    uidHeaders: ['X-Remote-Uid'],
    groupHeaders: ['X-Remote-Group', 'X-Other-Group'],
    extraHeaderPrefixes: ['X-Remote-Extra-', 'X-More-'],
    ...options,
  })

/** The user that a proxy names by these header lines. */
async function named(...lines: readonly Line[]) {
  const result = await (await authenticator()).authenticate(showingOver([proxy.der], ...lines))
  return result.outcome === 'authenticated' ? result.user : result.outcome
}

const AUTHENTICATED = 'system:authenticated'

describe('a proxy', () => {
  test('names a user, a uid, groups and extra values', async () => {
    const lines: Line[] = [
      ['x-remote-user', 'zoe'],
      ['x-remote-uid', 'u-1'],
      ['x-other-group', 'red'],
      ['x-remote-group', 'blue'],
      ['x-remote-group', 'green, not split'],
      ['x-remote-extra-acme.com%2fproject', 'some'],
      ['x-more-scopes', 'view'],
      ['x-more-scopes', 'edit'],
    ]
    expect(await named(...lines)).toEqual({
      username: 'zoe',
      uid: 'u-1',
      groups: ['blue', 'green, not split', 'red', AUTHENTICATED],
      extra: { 'acme.com/project': ['some'], scopes: ['view', 'edit'] },
    })
  })

  test('names extra values in the order of the prefixes', async () => {
    const lines: Line[] = [
      ['x-remote-user', 'zoe'],
      ['x-more-scopes', 'b'],
      ['x-remote-extra-scopes', 'a'],
    ]
    expect(await named(...lines)).toMatchObject({ extra: { scopes: ['a', 'b'] } })
  })

  test.each([
    {
      about: 'the first header that has a value',
      lines: [
        ['x-remote-user', ''],
        ['x-other-user', 'amy'],
      ],
      user: { username: 'amy' },
    },
    {
      about: 'headers in the order in which they are configured',
      lines: [
        ['x-other-user', 'amy'],
        ['x-remote-user', 'zoe'],
      ],
      user: { username: 'zoe' },
    },
    {
      about: 'no group without a name',
      lines: [
        ['x-remote-user', 'zoe'],
        ['x-remote-group', ''],
      ],
      user: { groups: [AUTHENTICATED] },
    },
    {
      about: 'a key that cannot be decoded as it is',
      lines: [
        ['x-remote-user', 'zoe'],
        ['x-more-a%zz', '1'],
      ],
      user: { extra: { 'a%zz': ['1'] } },
    },
    {
      about: 'no anonymous user into system:authenticated',
      lines: [['x-remote-user', 'system:anonymous']],
      user: { groups: [] },
    },
  ] as { about: string; lines: Line[]; user: object }[])('gives $about', async ({ lines, user }) => {
    expect(await named(...lines)).toMatchObject(user)
  })

  test('gives a key such as __proto__ as data', async () => {
    const user = await named(['x-remote-user', 'zoe'], ['x-more-__proto__', 'x'])
    expect(Object.entries((user as { extra?: object }).extra ?? {})).toEqual([['__proto__', ['x']]])
    expect({}).not.toHaveProperty('0')
  })

  test('that names no user is left to others', async () => {
    expect(await named()).toBe('noOpinion')
    expect(await named(['x-remote-user', ''], ['x-remote-group', 'system:masters'])).toBe('noOpinion')
  })
})

describe('headers count for nothing', () => {
  const lines: Line[] = [
    ['x-remote-user', 'admin'],
    ['x-remote-group', 'system:masters'],
  ]

  test('without a certificate', async () => {
    expect(await (await authenticator()).authenticate(showingOver([], ...lines))).toEqual({ outcome: 'noOpinion' })
  })

  test.each([
    {
      about: 'of another authority with the name of the proxy',
      make: async () => (await selfSigned()).issue({ subject: 'CN=front-proxy' }),
    },
    { about: 'of another name', make: () => authority.issue({ subject: 'CN=stranger' }) },
    { about: 'of no name', make: () => authority.issue({ subject: 'O=front-proxy' }) },
    { about: 'for servers alone', make: () => authority.issue({ subject: 'CN=front-proxy', usages: [SERVER_AUTH] }) },
    {
      about: 'whose name is allowed but not its last',
      make: () => authority.issue({ subject: [{ CN: ['front-proxy'] }, { CN: ['me'] }] }),
    },
  ])('with a certificate $about, and no header is looked at', async ({ make }) => {
    const request = {
      ...showingOver([(await make()).der]),
      header: () => {
        throw new Error('a header was read')
      },
      headerNames: () => {
        throw new Error('the headers were read')
      },
    }
    expect(await (await authenticator()).authenticate(request)).toMatchObject({ outcome: 'rejected' })
  })

  test('unless any name is allowed, and the authority is right', async () => {
    const stranger = await authority.issue({ subject: 'CN=stranger' })
    const one = await authenticator({ allowedNames: [] })
    expect(await one.authenticate(showingOver([stranger.der], ...lines))).toMatchObject({ user: { username: 'admin' } })
  })
})

test('options that cannot be used are refused', async () => {
  await expect(authenticator({ usernameHeaders: [] })).rejects.toThrow('usernameHeaders: at least one is needed')
  await expect(authenticator({ groupHeaders: ['a b'] })).rejects.toThrow('"a b" is no name of a header')
  await expect(authenticator({ authorities: '' })).rejects.toThrow('holds no certificate in PEM')
})
