import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { kubernetesDialect } from '../../src/meta/index.js'
import { createClientCertificateAuthenticator } from '../../src/public/authn.js'
import { type CertificateWish, CLIENT_AUTH, type Issued, selfSigned, x509 } from '../support/certificates.js'
import { ManualClock } from '../support/manual-clock.js'
import { showingOver } from './credentials.js'

const UID = '1.3.6.1.4.1.57683.2'
/** Name constraints (RFC 5280 §4.2.1.10): hosts of example.com. */
const NAMES = Buffer.concat([Buffer.from('3011a00f300d820b', 'hex'), Buffer.from('example.com')])

let authority: Issued
beforeAll(async () => {
  authority = await selfSigned()
})

const client = (subject: Required<CertificateWish>['subject'], wish: CertificateWish = {}) =>
  authority.issue({ subject, usages: [CLIENT_AUTH], ...wish })

const authenticator = () => createClientCertificateAuthenticator({ authorities: authority.cert, dialect: kubernetesDialect })

describe('a client certificate', () => {
  test('names the user by its common name, groups by its organizations, and itself by its digest', async () => {
    const { der } = await client([{ O: ['dev'] }, { O: ['ops'] }, { OU: ['unit'] }, { CN: ['jane'] }])
    expect(await (await authenticator()).authenticate(showingOver([der]))).toEqual({
      outcome: 'authenticated',
      user: {
        username: 'jane',
        groups: ['dev', 'ops', 'system:authenticated'],
        extra: {
          'authentication.kubernetes.io/credential-id': [`X509SHA256=${createHash('sha256').update(der).digest('hex')}`],
        },
      },
    })
  })

  test.each([
    { about: 'of several common names the last', subject: [{ CN: ['a'] }, { CN: ['b'] }], user: { username: 'b' } },
    {
      about: 'groups as they come',
      subject: [{ CN: ['a'] }, { O: ['y'] }, { O: ['x'] }, { O: ['y'] }],
      user: { groups: ['y', 'x', 'y', 'system:authenticated'] },
    },
    { about: 'an odd name as it is', subject: [{ CN: ['x, y=z+"'] }], user: { username: 'x, y=z+"' } },
    { about: 'a uid', subject: [{ CN: ['a'] }, { [UID]: ['u-1'] }], user: { uid: 'u-1' } },
    {
      about: 'no anonymous user into system:authenticated',
      subject: [{ CN: ['a'] }, { O: ['system:unauthenticated'] }],
      user: { groups: ['system:unauthenticated'] },
    },
  ])('gives $about', async ({ subject, user }) => {
    const text = subject as unknown as Required<CertificateWish>['subject']
    const { der } = await client(text)
    expect(await (await authenticator()).authenticate(showingOver([der]))).toMatchObject({ outcome: 'authenticated', user })
  })

  test('with two uids is refused', async () => {
    const { der } = await client([{ CN: ['a'] }, { [UID]: ['1'] }, { [UID]: ['2'] }])
    expect(await (await authenticator()).authenticate(showingOver([der]))).toMatchObject({ outcome: 'rejected' })
  })

  test('without a common name names no user, and so does a connection without a certificate', async () => {
    const { der } = await client([{ O: ['system:masters'] }], { hosts: ['admin.example'] })
    const one = await authenticator()
    expect(await one.authenticate(showingOver([der]))).toEqual({ outcome: 'noOpinion' })
    expect(await one.authenticate(showingOver([]))).toEqual({ outcome: 'noOpinion' })
  })

  test('of another authority is refused, with a reason for the log', async () => {
    const { der } = await (await selfSigned()).issue({ subject: 'CN=admin', usages: [CLIENT_AUTH] })
    expect(await (await authenticator()).authenticate(showingOver([der]))).toEqual({
      outcome: 'rejected',
      reason: 'the client certificate: it is signed by no known authority',
    })
  })

  test('is valid until its last second, on a connection that was opened before, too', async () => {
    const clock = new ManualClock()
    const start = clock.now()
    const own = await selfSigned({ notBeforeMs: start - 1000, notAfterMs: start + 100_000 })
    const { der } = await own.issue({ subject: 'CN=jane', notBeforeMs: start - 1000, notAfterMs: start + 60_000 })
    const one = await createClientCertificateAuthenticator({ authorities: own.cert, clock })
    const connection = showingOver([der])
    expect(await one.authenticate(connection)).toMatchObject({ outcome: 'authenticated' })
    clock.advance(60_000)
    expect(await one.authenticate(connection)).toMatchObject({ outcome: 'authenticated' })
    clock.advance(1000)
    expect(await one.authenticate(connection)).toMatchObject({ outcome: 'rejected' })
    expect(await one.authenticate(showingOver([der]))).toMatchObject({ outcome: 'rejected' })
  })

  test('is verified once for each connection, whose user is one object', async () => {
    const { der } = await client('CN=jane')
    const one = await authenticator()
    const connection = showingOver([der])
    expect(await one.authenticate(connection)).toBe(await one.authenticate(connection))
    expect(Object.isFrozen(await one.authenticate(connection))).toBe(true)
  })
})

describe('authorities that change', () => {
  test('take effect at once, on open connections, too', async () => {
    const one = await authenticator()
    const other = await selfSigned({ subject: 'CN=other' })
    const [old, renewed] = [
      showingOver([(await client('CN=jane')).der]),
      showingOver([(await other.issue({ subject: 'CN=jane' })).der]),
    ]
    expect(await one.authenticate(old)).toMatchObject({ outcome: 'authenticated' })
    expect(await one.authenticate(renewed)).toMatchObject({ outcome: 'rejected' })
    await one.setAuthorities(authority.cert + other.cert)
    expect(await one.authenticate(old)).toMatchObject({ outcome: 'authenticated' })
    expect(await one.authenticate(renewed)).toMatchObject({ outcome: 'authenticated' })
    await one.setAuthorities(other.cert)
    expect(await one.authenticate(old)).toMatchObject({ outcome: 'rejected' })
  })

  test('to a bundle without certificates are refused, and the previous ones stay', async () => {
    const one = await authenticator()
    await expect(one.setAuthorities('')).rejects.toThrow('holds no certificate in PEM')
    expect(await one.authenticate(showingOver([(await client('CN=jane')).der]))).toMatchObject({ outcome: 'authenticated' })
    await expect(createClientCertificateAuthenticator({ authorities: 'nothing' })).rejects.toThrow('holds no certificate')
  })

  test('with name constraints are refused, as these are not supported; one below them may be used instead', async () => {
    const constrained = await selfSigned({ subject: 'CN=some', extensions: [new x509.Extension('2.5.29.30', true, NAMES)] })
    const says = 'certificate 2 of 2 has name constraints, which are not supported: take an authority below it in its place'
    const one = await authenticator()
    await expect(one.setAuthorities(authority.cert + constrained.cert)).rejects.toThrow(says)
    await expect(createClientCertificateAuthenticator({ authorities: authority.cert + constrained.cert })).rejects.toThrow(says)
    const below = await constrained.issue({ subject: 'CN=below', authority: true })
    await one.setAuthorities(below.cert)
    const { der } = await below.issue({ subject: 'CN=jane', usages: [CLIENT_AUTH] })
    expect(await one.authenticate(showingOver([der]))).toMatchObject({ outcome: 'authenticated' })
  })
})
