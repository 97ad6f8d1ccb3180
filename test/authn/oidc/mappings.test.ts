import { describe, expect, test } from '@jest/globals'
import type { JwtIssuer } from '../../../src/authn/index.js'
import { compileMappings } from '../../../src/authn/oidc/mappings.js'
import { inTurns } from '../../../src/meta/index.js'

const issuer = { url: 'https://login.example', audiences: ['app'] }
const map = async (config: Omit<JwtIssuer, 'issuer'>, claims: Record<string, unknown>) =>
  inTurns((await compileMappings({ issuer, ...config }, 'jwt[0]'))(claims))
const username = { claim: 'sub', prefix: '' }

describe('a user from claims', () => {
  test('has the name, groups and uid that claims say, with their prefixes', async () => {
    const claimMappings = {
      username: { claim: 'sub', prefix: 'oidc:' },
      groups: { claim: 'roles', prefix: 'g:' },
      uid: { claim: 'oid' },
    }
    expect(await map({ claimMappings }, { sub: 'ada', roles: ['dev', 'ops'], oid: '7' })).toEqual({
      username: 'oidc:ada',
      uid: '7',
      groups: ['g:dev', 'g:ops'],
    })
    expect(await map({ claimMappings }, { sub: 'ada', roles: 'dev', oid: '7' })).toMatchObject({ groups: ['g:dev'] })
    expect(await map({ claimMappings }, { sub: 'ada', oid: '7' })).toMatchObject({ groups: [] })
  })

  test.each([
    { claims: {}, reason: 'claim sub: expected a text' },
    { claims: { sub: 7 }, reason: 'claim sub: expected a text' },
    { claims: { sub: '' }, reason: 'the user name is empty' },
    { claims: { sub: 'ada', roles: { a: 1 } }, reason: 'claim roles: expected a text or a list of texts' },
    { claims: { sub: 'ada', roles: ['dev', 1] }, reason: 'claim roles: expected a text or a list of texts' },
  ])('is not found in $claims', async ({ claims, reason }) => {
    const claimMappings = { username, groups: { claim: 'roles', prefix: '' } }
    await expect(map({ claimMappings }, claims)).rejects.toThrow(reason)
  })

  test.each(['constructor', '__proto__', 'toString'])('ignores inherited members of claims: %s', async (claim) => {
    await expect(map({ claimMappings: { username: { claim, prefix: '' } } }, {})).rejects.toThrow('expected a text')
  })

  test('uses an e-mail address that is verified, or has no email_verified claim', async () => {
    const claimMappings = { username: { claim: 'email', prefix: '' } }
    const email = 'ada@example.com'
    for (const claims of [{ email }, { email, email_verified: true }]) {
      expect(await map({ claimMappings }, claims)).toMatchObject({ username: email })
    }
    for (const email_verified of [false, 'true', 1, null]) {
      await expect(map({ claimMappings }, { email, email_verified })).rejects.toThrow('the e-mail address is not verified')
    }
  })

  test('needs the claims that are required, as texts', async () => {
    const config = { claimMappings: { username }, claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }] }
    expect(await map(config, { sub: 'ada', hd: 'example.com' })).toMatchObject({ username: 'ada' })
    for (const hd of [undefined, 'example.org', ['example.com'], 'EXAMPLE.COM']) {
      await expect(map(config, { sub: 'ada', hd })).rejects.toThrow('claim hd is not what is required')
    }
  })

  test('is mapped with a pause between any two expressions, each of which may be costly', async () => {
    const rules = Array.from({ length: 20 }, (_, i) => ({ expression: `claims.roles.all(r, r != "${i}")`, message: 'no' }))
    const claimMappings = {
      username: { expression: 'claims.sub' },
      groups: { expression: 'claims.roles' },
      uid: { expression: 'claims.sub' },
      extra: Array.from({ length: 10 }, (_, i) => ({ key: `example.com/x${i}`, valueExpression: 'claims.roles' })),
    }
    const userValidationRules = Array.from({ length: 20 }, () => ({ expression: 'user.groups.size() < 5', message: 'no' }))
    const config = { issuer, claimMappings, claimValidationRules: rules, userValidationRules }
    const mapping = (await compileMappings(config, 'jwt[0]'))({ sub: 'ada', roles: ['dev'] })
    expect([...mapping]).toHaveLength(20 + 10 + 2 + 20)
  })

  test.each([
    ["claims.roles.filter(role, role != 'ops')", ['dev']],
    ['claims.roles.filter(role, false)', []],
    ['[claims.roles[0]]', ['dev']],
  ])('has the groups of a list that an expression makes of a claim: %s', async (expression, groups) => {
    const claimMappings = { username, groups: { expression } }
    expect(await map({ claimMappings }, { sub: 'ada', roles: ['dev', 'ops'] })).toMatchObject({ groups })
  })

  test('is mapped from claims by expressions', async () => {
    const claimMappings = {
      username: { expression: "claims.sub + '@' + claims.tenant.name" },
      groups: { expression: "claims.roles.split(',').map(role, 'team:' + role)" },
      uid: { expression: 'claims.?oid.orValue("none")' },
      extra: [
        { key: 'example.com/tenant', valueExpression: 'claims.tenant.name' },
        { key: 'example.com/regions', valueExpression: 'claims.tenant.regions' },
        { key: 'example.com/none', valueExpression: "claims.?missing.orValue('')" },
      ],
    }
    expect(await map({ claimMappings }, { sub: 'ada', roles: 'a,b', tenant: { name: 't', regions: ['x', 'y'] } })).toEqual({
      username: 'ada@t',
      uid: 'none',
      groups: ['team:a', 'team:b'],
      extra: { 'example.com/tenant': ['t'], 'example.com/regions': ['x', 'y'] },
    })
  })

  test('is refused by rules over the claims, and over the resulting user', async () => {
    const config = {
      claimMappings: { username },
      claimValidationRules: [{ expression: 'claims.exp - claims.nbf <= 86400', message: 'lives too long' }],
      userValidationRules: [
        { expression: "!user.username.startsWith('system:')", message: 'reserved' },
        { expression: 'user.groups.size() == 0' },
      ],
    }
    const times = { nbf: 0, exp: 3600 }
    expect(await map(config, { sub: 'ada', ...times })).toMatchObject({ username: 'ada' })
    await expect(map(config, { sub: 'ada', nbf: 0, exp: 86_401 })).rejects.toThrow('lives too long')
    await expect(map(config, { sub: 'system:admin', ...times })).rejects.toThrow('reserved')
    // What cannot be evaluated is no yes.
    await expect(map(config, { sub: 'ada' })).rejects.toThrow('no such key: exp')
  })

  test('is not found when an expression would cost too much', async () => {
    const expression = 'claims.l.all(a, claims.l.all(b, claims.l.all(c, a + b + c >= 0)))'
    const config = { claimMappings: { username }, claimValidationRules: [{ expression }] }
    await expect(map(config, { sub: 'ada', l: Array.from({ length: 500 }, (_, i) => i) })).rejects.toThrow('costs too much')
  })

  test.each([
    {
      config: { claimMappings: { username: { expression: 'claims.sub ==' } } },
      place: /^jwt\[0\]\.claimMappings\.username\.expression: ERROR/,
    },
    {
      config: { claimMappings: { username: { expression: '1 + 1' } } },
      place: /^jwt\[0\]\.claimMappings\.username\.expression: expected an expression of type string, found int$/,
    },
    {
      config: { claimMappings: { username }, claimValidationRules: [{ expression: "'yes'" }] },
      place: /^jwt\[0\]\.claimValidationRules\[0\]\.expression: expected an expression of type bool, found string$/,
    },
    {
      config: { claimMappings: { username }, userValidationRules: [{ expression: 'claims.sub == user.username' }] },
      place: /^jwt\[0\]\.userValidationRules\[0\]\.expression: ERROR.*undeclared reference to 'claims'/,
    },
    {
      config: { claimMappings: { username, extra: [{ key: 'a/b', valueExpression: '{1: 2}' }] } },
      place: /^jwt\[0\]\.claimMappings\.extra\[0\]\.valueExpression: expected an expression of type string or /,
    },
  ])('an invalid expression is reported with its path: $place', async ({ config, place }) => {
    await expect(compileMappings({ issuer, ...config }, 'jwt[0]')).rejects.toMatchObject({
      message: expect.stringMatching(place),
    })
  })
})
