import { describe, expect, test } from '@jest/globals'
import { parseAuthenticationConfig } from '../../../../src/cli/serve/access/authentication-config.js'
import { createSelfSignedCertificate } from '../../../../src/crypto/index.js'

const { certificatePem } = await createSelfSignedCertificate({ hosts: ['a'] })
const HEAD = 'apiVersion: apiserver.config.platform.io/v1\nkind: AuthenticationConfiguration\n'
const parse = (text: string) => parseAuthenticationConfig(HEAD + text, 'platform.io')

describe('the file of --authentication-config', () => {
  test('has issuers and claim mappings', async () => {
    const { jwt, anonymous } = await parse(`
jwt:
- issuer:
    url: https://login.example
    audiences: [app]
    certificateAuthority: |
${certificatePem.replace(/^/gm, '      ')}
  claimValidationRules:
  - claim: hd
    requiredValue: example.com
  - expression: claims.exp - claims.nbf <= 86400
    message: lives too long
  claimMappings:
    username: { claim: sub, prefix: "" }
    groups: { expression: claims.roles }
    extra:
    - key: example.com/tenant
      valueExpression: claims.tenant
  userValidationRules:
  - expression: "!user.username.startsWith('system:')"
`)
    expect(anonymous).toBeUndefined()
    expect(jwt).toMatchObject([
      {
        issuer: { url: 'https://login.example', audiences: ['app'] },
        claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }, { message: 'lives too long' }],
        claimMappings: { username: { claim: 'sub', prefix: '' }, groups: { expression: 'claims.roles' } },
      },
    ])
  })

  test.each([
    { text: 'anonymous: { enabled: true }', anonymous: true },
    { text: 'anonymous: { enabled: false }', anonymous: false },
    {
      text: 'anonymous: { enabled: true, conditions: [{ path: /livez }, { path: /readyz }] }',
      anonymous: { paths: ['/livez', '/readyz'] },
    },
    { text: 'jwt: []', anonymous: undefined },
  ])('says what is open to all: $text', async ({ text, anonymous }) => {
    expect((await parse(text)).anonymous).toEqual(anonymous)
  })

  const issuer = (more: string) => `jwt: [{ issuer: { url: 'https://a', audiences: [b] }, ${more} }]`
  test.each([
    { text: 'jwts: []', says: /^line 3: Unrecognized key: "jwts"/ },
    { text: 'jwt: {}', says: /^line 3: jwt: / },
    { text: 'jwt: [{}]', says: /^line 3: jwt\[0\]\.issuer: / },
    {
      text: issuer('claimMappings: {}'),
      says: /^line 3: jwt\[0\]\.claimMappings\.username: expected a claim with its prefix \(which may be empty\), or an expression/,
    },
    {
      text: issuer('claimMappings: { username: { claim: sub } }'),
      says: /^line 3: jwt\[0\]\.claimMappings\.username: expected a claim with its prefix/,
    },
    {
      text: issuer("claimMappings: { username: { claim: sub, prefix: '', expression: x } }"),
      says: /^line 3: jwt\[0\]\.claimMappings\.username: expected a claim with its prefix/,
    },
    {
      text: issuer("claimValidationRules: [{ claim: a, message: b }], claimMappings: { username: { claim: sub, prefix: '' } }"),
      says: /^line 3: jwt\[0\]\.claimValidationRules\[0\]: Unrecognized key: "message"$/,
    },
    {
      text: "jwt: [{ issuer: { url: 'https://a', audiences: [b], certificateAuthority: x } }]",
      says: /holds no certificate in PEM/,
    },
    { text: 'anonymous: { enabled: false, conditions: [{ path: /x }] }', says: /^line 3: anonymous: conditions are of no use/ },
    {
      text: 'anonymous: { enabled: true, conditions: [{ path: x }] }',
      says: /^line 3: anonymous\.conditions\[0\]\.path: expected a path that begins with \//,
    },
    { text: 'a: [', says: /./ },
  ])('is refused in one line: $text', async ({ text, says }) => {
    await expect(parse(text)).rejects.toMatchObject({ message: expect.stringMatching(says) })
    await expect(parse(text)).rejects.toMatchObject({ message: expect.not.stringContaining('\n') })
  })

  test.each(['apiserver.config.k8s.io/v1', 'v1', 'apiserver.config.platform.io/v2'])(
    'is of another version: %s',
    async (apiVersion) => {
      const text = `apiVersion: ${apiVersion}\nkind: AuthenticationConfiguration\n`
      await expect(parseAuthenticationConfig(text, 'platform.io')).rejects.toThrow(
        'apiVersion: expected apiserver.config.platform.io/v1, apiserver.config.platform.io/v1beta1, apiserver.config.platform.io/v1alpha1',
      )
    },
  )
})
