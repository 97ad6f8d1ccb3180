import { expect, test } from '@jest/globals'
import { createRequestHeaderAuthenticator, createStaticTokenAuthenticator } from '../../../src/authn/index.js'
import { type ControlPlaneOptions, createControlPlane } from '../../../src/plane/index.js'
import { CLIENT_AUTH, selfSigned } from '../../support/certificates.js'

type Lines = readonly (readonly [string, string])[]
const CREDENTIALS = ['authorization', 'x-remote-user', 'x-remote-uid', 'x-remote-group', 'x-remote-extra-scopes']
const LINES: Lines = [
  ...CREDENTIALS.map((name) => [name, name === 'authorization' ? 'Bearer jane' : 'root'] as const),
  ['x-request-id', '7'],
  ['user-agent', 'test'],
]

/** What a stage before authentication, one after it, and a handler of a path see of a request. */
async function seen(peerCertificates: readonly Uint8Array[], authorities: string) {
  const [before, after]: [string[], string[]] = [[], []]
  const look = (into: string[]) => (request: { header(name: string): string | undefined }) =>
    into.push(...LINES.flatMap(([name]) => (request.header(name) === undefined ? [] : [name])))
  const stage = (name: string, place: object, into: string[]) => ({
    name,
    ...place,
    handle(exchange: never, next: (exchange: never) => never) {
      look(into)((exchange as { request: never }).request)
      return next(exchange)
    },
  })
  let handled: Lines = []
  const options: ControlPlaneOptions = {
    authenticators: [
      await createRequestHeaderAuthenticator({
        authorities,
        usernameHeaders: ['X-Remote-User'],
        uidHeaders: ['X-Remote-Uid'],
        groupHeaders: ['X-Remote-Group'],
        extraHeaderPrefixes: ['X-Remote-Extra-'],
      }),
      createStaticTokenAuthenticator([{ token: 'jane', user: { username: 'jane', groups: [] } }]),
    ],
    stages: [stage('early', { before: 'authentication' }, before), stage('late', { after: 'authentication' }, after)] as never,
    pathHandlers: [
      {
        async handle({ raw, segments }) {
          if (segments[0] !== 'mine') return undefined
          handled = raw.headers
          const body = await raw.readBody(100)
          return { status: 200, headers: [], body: body === 'too-large' ? new Uint8Array() : body }
        },
      },
    ],
  }
  const plane = await createControlPlane(options)
  const { status, body } = await plane.handle({
    method: 'POST',
    url: '/mine',
    headers: LINES,
    readBody: async () => new TextEncoder().encode('body'),
    peerCertificates,
    signal: new AbortController().signal,
  })
  await plane.close()
  return { status, body: new TextDecoder().decode(body as Uint8Array), before, after, handled: handled.map(([name]) => name) }
}

test.each(['a proxy', 'a client with a token'])('stages after authentication do not see the credentials of %s', async (who) => {
  const authority = await selfSigned()
  const proxy = await authority.issue({ subject: 'CN=proxy', usages: [CLIENT_AUTH] })
  expect(await seen(who === 'a proxy' ? [proxy.der] : [], authority.cert)).toEqual({
    status: 200,
    body: 'body',
    before: [...CREDENTIALS, 'x-request-id', 'user-agent'],
    after: ['x-request-id', 'user-agent'],
    handled: ['x-request-id', 'user-agent'],
  })
})
