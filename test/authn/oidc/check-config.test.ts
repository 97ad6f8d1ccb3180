import { describe, expect, test } from '@jest/globals'
import type { JwtIssuer } from '../../../src/authn/index.js'
import { checkConfig } from '../../../src/authn/oidc/check-config.js'

const rules = { ownIssuers: ['https://own.example'], reservedDomains: ['platform.io'] }
const username = { claim: 'sub', prefix: '' }
const config = (issuer: Partial<JwtIssuer['issuer']> = {}, more: Partial<JwtIssuer> = {}): JwtIssuer => ({
  issuer: { url: 'https://login.example', audiences: ['app'], ...issuer },
  claimMappings: { username },
  ...more,
})
const extra = (key: string) => config({}, { claimMappings: { username, extra: [{ key, valueExpression: "'x'" }] } })
const email = (expression: string, more: Partial<JwtIssuer> = {}) =>
  config({}, { claimMappings: { username: { expression } }, ...more })

describe('a configuration of issuers', () => {
  test.each([
    config(),
    config({ url: 'https://login.example/realms/a', discoveryURL: 'https://inside.example/.well-known/openid-configuration' }),
    config({ audiences: ['a', 'b'], audienceMatchPolicy: 'MatchAny' }),
    config({}, { signingAlgorithms: ['ES256', 'PS512'] }),
    extra('example.com/tenant'),
    extra('myplatform.io/a/b'),
    email('claims.email_verified ? claims.email : ""'),
    email('claims.email', { claimValidationRules: [{ expression: 'claims.email_verified' }] }),
    email('claims.email_hash'),
  ])('may be such as %j', (one) => {
    expect(() => checkConfig([one], rules)).not.toThrow()
  })

  test.each([
    { one: config({ url: 'http://login.example' }), message: 'issuer.url: expected an address that begins with https://' },
    {
      one: config({ url: 'https://login.example/.well-known/openid-configuration' }),
      message: 'issuer.url: must be without /.well-known/openid-configuration',
    },
    { one: config({ url: 'login' }), message: 'issuer.url: expected an address that begins with https://' },
    { one: config({ url: 'https://a:b@login.example' }), message: 'issuer.url: must not hold a user name or a password' },
    { one: config({ url: 'https://login.example?a' }), message: 'issuer.url: must not have a query or a fragment' },
    { one: config({ url: 'https://login.example#a' }), message: 'issuer.url: must not have a query or a fragment' },
    { one: config({ url: 'https://own.example' }), message: 'issuer.url: is the issuer of service accounts here' },
    {
      one: config({ discoveryURL: 'https://login.example/' }),
      message: 'issuer.discoveryURL: must be another address than issuer.url',
    },
    { one: config({ audiences: [] }), message: 'issuer.audiences: expected one name or more' },
    { one: config({ audiences: ['a', 'a'] }), message: 'issuer.audiences: names one twice' },
    {
      one: config({ audiences: ['a', 'b'] }),
      message: 'issuer.audienceMatchPolicy: has to be MatchAny when there are several audiences',
    },
    {
      one: config({}, { signingAlgorithms: ['HS256' as 'RS256'] }),
      message: 'signingAlgorithms: expected some of RS256, RS384, RS512, ES256, ES384, ES512, PS256, PS384, PS512',
    },
    { one: config({}, { signingAlgorithms: ['none' as 'RS256'] }), message: /signingAlgorithms: expected some of/ },
    { one: extra('tenant'), message: 'claimMappings.extra[0].key: expected lower-case text such as example.com/tenant' },
    { one: extra('Example.com/tenant'), message: /claimMappings.extra\[0\].key: expected lower-case text/ },
    { one: extra('platform.io/tenant'), message: 'claimMappings.extra[0].key: the domain platform.io is reserved' },
    { one: extra('a.platform.io/tenant'), message: 'claimMappings.extra[0].key: the domain a.platform.io is reserved' },
    { one: extra(`${'a'.repeat(600)}.com/t`), message: /claimMappings.extra\[0\].key: expected lower-case text/ },
    { one: email('claims.email'), message: /claimMappings.username.expression: claims.email_verified must be used/ },
    { one: email('claims["email"]'), message: /claimMappings.username.expression: claims.email_verified must be used/ },
    { one: email(' '), message: 'claimMappings.username: expected a claim or an expression' },
  ])('is refused with: $message', ({ one, message }) => {
    const expected = typeof message === 'string' ? `jwt[0].${message}` : message
    expect(() => checkConfig([one], rules)).toThrow(expected)
  })

  test('names each issuer once, and not too many', () => {
    expect(() => checkConfig([config(), config()], rules)).toThrow('jwt[1].issuer.url: is that of another issuer too')
    const many = Array.from({ length: 65 }, (_, i) => config({ url: `https://login${i}.example` }))
    expect(() => checkConfig(many, rules)).toThrow('jwt: expected at most 64 issuers, found 65')
  })
})
