import { describe, expect, test } from '@jest/globals'
import { type Authorizer, alwaysAllow, alwaysDeny } from '../../../src/authz/index.js'
import { impersonation } from '../../../src/endpoints/stages/impersonation.js'
import { ApiError, type Attributes, platformDialect, type UserInfo } from '../../../src/meta/index.js'
import { parsed } from '../../server/requests.js'
import { exchangeWith, withStages } from '../exchanges.js'

type Lines = readonly (readonly [string, string])[]
const admin: UserInfo = { username: 'admin', uid: 'u', groups: ['system:masters'], extra: { a: ['b'] } }

/** Who a request is made as in the end, or the message that it is refused with. */
async function actingAs(headers: Lines, authorizer: Authorizer = alwaysAllow): Promise<UserInfo | string | undefined> {
  const request = parsed('/api/v1/namespaces')
  const exchange = exchangeWith({ ...request, ...{ raw: { ...request.raw, headers } } } as typeof request)
  exchange.user = admin
  let seen: UserInfo | undefined
  const chain = withStages([impersonation(authorizer, platformDialect, { isConstrained: false })], async (reached) => {
    seen = reached.user
    return { status: 200, headers: [], body: new Uint8Array(0) }
  })
  try {
    await chain(exchange)
  } catch (error) {
    if (error instanceof ApiError) return `${error.status.code} ${error.message}`
    throw error
  }
  return seen
}

describe('impersonation', () => {
  test('without its headers the user is unchanged', async () => {
    expect(await actingAs([['user-agent', 'x']], alwaysDeny)).toBe(admin)
    expect(await actingAs([['impersonate-user', '']], alwaysDeny)).toBe(admin)
  })

  test('nothing of the caller stays, and the impersonated user is authenticated', async () => {
    expect(await actingAs([['impersonate-user', 'zoe']])).toEqual({ username: 'zoe', groups: ['system:authenticated'] })
  })

  test.each<{ what: string; headers: Lines; user: UserInfo }>([
    {
      what: 'each line of a group is one group, whatever is in it',
      headers: [
        ['impersonate-user', 'zoe'],
        ['impersonate-group', 'blue, green'],
        ['impersonate-group', 'red'],
      ],
      user: { username: 'zoe', groups: ['blue, green', 'red', 'system:authenticated'] },
    },
    {
      what: 'of several users and uids the first counts',
      headers: [
        ['impersonate-user', 'zoe'],
        ['impersonate-user', 'eve'],
        ['impersonate-uid', '1'],
        ['impersonate-uid', '2'],
      ],
      user: { username: 'zoe', uid: '1', groups: ['system:authenticated'] },
    },
    {
      what: 'keys of extra attributes are in lower case and decoded, and have all their values',
      headers: [
        ['impersonate-user', 'zoe'],
        ['impersonate-extra-Example.com%2fScope', 'view'],
        ['impersonate-extra-example.com%2fscope', 'edit'],
        ['impersonate-extra-100%', 'x'],
        ['impersonate-extra-__proto__', 'y'],
      ],
      user: {
        username: 'zoe',
        groups: ['system:authenticated'],
        extra: Object.fromEntries([
          ['example.com/scope', ['view', 'edit']],
          ['100%', ['x']],
          ['__proto__', ['y']],
        ]),
      },
    },
    {
      what: 'a service account brings its groups',
      headers: [['impersonate-user', 'system:serviceaccount:team-a:robot']],
      user: {
        username: 'system:serviceaccount:team-a:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:team-a', 'system:authenticated'],
      },
    },
    {
      what: 'unless groups are named',
      headers: [
        ['impersonate-user', 'system:serviceaccount:team-a:robot'],
        ['impersonate-group', 'blue'],
      ],
      user: { username: 'system:serviceaccount:team-a:robot', groups: ['blue', 'system:authenticated'] },
    },
    ...['system:serviceaccount:a', 'system:serviceaccount:a:', 'system:serviceaccount:a:b:c', 'system:serviceaccount:A:b'].map(
      (name) => ({
        what: `${name} is no service account`,
        headers: [['impersonate-user', name]] as Lines,
        user: { username: name, groups: ['system:authenticated'] },
      }),
    ),
    {
      what: 'the anonymous user is not authenticated',
      headers: [['impersonate-user', 'system:anonymous']],
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    },
    {
      what: 'nor is a user that is named as unauthenticated',
      headers: [
        ['impersonate-user', 'zoe'],
        ['impersonate-group', 'system:unauthenticated'],
      ],
      user: { username: 'zoe', groups: ['system:unauthenticated'] },
    },
    {
      what: 'a group that is there already is not added',
      headers: [
        ['impersonate-user', 'zoe'],
        ['impersonate-group', 'system:authenticated'],
      ],
      user: { username: 'zoe', groups: ['system:authenticated'] },
    },
  ])('$what', async ({ headers, user }) => {
    expect(await actingAs(headers)).toEqual(user)
  })

  test.each<{ headers: Lines; shown: string }>([
    { headers: [['impersonate-group', 'blue']], shown: '{Group  blue    }' },
    { headers: [['impersonate-uid', 'u-1']], shown: '{UID  u-1  authentication.platform.io/v1  }' },
    { headers: [['impersonate-extra-a', 'b']], shown: '{UserExtra  b  authentication.platform.io/v1  a}' },
    {
      headers: [
        ['impersonate-user', ''],
        ['impersonate-group', 'a'],
        ['impersonate-group', 'b'],
      ],
      shown: '{Group  a    } {Group  b    }',
    },
  ])('$headers without a user is refused', async ({ headers, shown }) => {
    expect(await actingAs(headers)).toBe(`400 requested [${shown}] without impersonating a user`)
  })

  test('every attribute is a right of its own, asked of the caller', async () => {
    const asked: Attributes[] = []
    const authorizer: Authorizer = {
      authorize(attributes) {
        asked.push(attributes)
        return { decision: 'allow' }
      },
    }
    await actingAs(
      [
        ['impersonate-user', 'zoe'],
        ['impersonate-group', 'blue'],
        ['impersonate-uid', 'u-1'],
        ['impersonate-extra-scopes', 'view'],
        ['impersonate-extra-scopes', 'edit'],
      ],
      authorizer,
    )
    await actingAs([['impersonate-user', 'system:serviceaccount:team-a:robot']], authorizer)
    expect(asked.every(({ user, verb }) => user === admin && verb === 'impersonate')).toBe(true)
    expect(
      asked.map(({ group, resource, subresource, namespace, name }) => [group, resource, subresource, namespace, name]),
    ).toEqual([
      ['', 'users', '', '', 'zoe'],
      ['', 'groups', '', '', 'blue'],
      ['authentication.platform.io', 'userextras', 'scopes', '', 'view'],
      ['authentication.platform.io', 'userextras', 'scopes', '', 'edit'],
      ['authentication.platform.io', 'uids', '', '', 'u-1'],
      ['', 'serviceaccounts', '', 'team-a', 'robot'],
    ])
  })

  test.each(['users', 'groups', 'uids', 'userextras'])('without the right to %s it is refused', async (resource) => {
    const authorizer: Authorizer = {
      authorize: (attributes) => ({ decision: attributes.resource === resource ? 'noOpinion' : 'allow' }),
    }
    const headers: Lines = [
      ['impersonate-user', 'zoe'],
      ['impersonate-group', 'blue'],
      ['impersonate-uid', 'u-1'],
      ['impersonate-extra-scopes', 'view'],
    ]
    expect(await actingAs(headers, authorizer)).toMatch(
      new RegExp(`^403 ${resource}.* is forbidden: User "admin" cannot impersonate`),
    )
  })
})
