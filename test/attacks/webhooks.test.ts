import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createWebhookTransport, fetchHandler } from '../../src/adapters/index.js'
import { createStaticTokenAuthenticator, createTokenWebhookAuthenticator } from '../../src/authn/index.js'
import { createWebhookAuthorizer } from '../../src/authz/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { selfSigned } from '../support/certificates.js'
import { ManualClock } from '../support/manual-clock.js'

/** A service that is out to harm who asks it, behind real TLS, and a plane that asks it about tokens and about rights. */
type Answer = (request: IncomingMessage, response: ServerResponse, review: Review) => void
interface Review {
  readonly apiVersion: string
  readonly kind: string
}

const REVIEW = '/apis/authentication.platform.io/v1/selfsubjectreviews'
const SECRETS = '/api/v1/secrets'
/** What a call may take of an answer that does not end, with what is on its way when the connection is cut. */
const MAX_TAKEN = 8 * 1024 * 1024
const SMALL_UNTIL_UNPACKED = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))

let answer: Answer = () => {}
let asked: string[] = []
let sentBytes = 0
/** Whether nothing but time ends the answer. */
let isEndless = false
let server: https.Server
let plane: ControlPlane
/** By which webhooks are given up, and asked again. */
const clock = new ManualClock()

beforeAll(async () => {
  const authority = await selfSigned()
  server = https.createServer(await authority.issue({ hosts: ['127.0.0.1'] }), (request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      asked.push(request.url ?? '')
      answer(request, response, JSON.parse(body || '{}'))
    })
    response.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = createWebhookTransport()
  const target = (place: string) => ({ server: { url: origin + place }, caBundle: authority.cert })
  const users = [
    { token: 'root', user: { username: 'root', groups: ['system:masters'] } },
    { token: 'jane', user: { username: 'jane', groups: [] } },
  ]
  const rights = await createWebhookAuthorizer({
    transport,
    target: target('/rights'),
    clock,
    authorizedTtlMs: 0,
    unauthorizedTtlMs: 0,
  })
  plane = await createControlPlane({
    logger: { info: () => {}, error: () => {} },
    authenticators: [
      createStaticTokenAuthenticator(users),
      createTokenWebhookAuthenticator({ transport, target: target('/users'), clock, cacheTtlMs: 0 }),
    ],
    authorizer: ['RBAC', rights],
  })
})

afterAll(async () => {
  await plane.close()
  server.close()
  server.closeAllConnections()
})

beforeEach(() => {
  asked = []
  sentBytes = 0
  isEndless = false
})

const send = (token: string, path: string, body?: string) =>
  fetchHandler(plane)(
    new Request(`http://plane${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    }),
  )

/** Who the holder of a token is, or the status of the refusal. */
async function whoIs(token: string): Promise<string> {
  const response = await send(token, REVIEW, '{}')
  if (response.status !== 201) return String(response.status)
  const { status } = (await response.json()) as { status: { userInfo: { username: string; groups: string[] } } }
  return `${status.userInfo.username} ${status.userInfo.groups.join()}`
}

/** What comes of questions to the plane. Time passes only before a further attempt, when there is another timer than that of the call. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (isEndless || clock.pending > 1) clock.advance((clock.nextTimerAt ?? clock.now()) - clock.now())
  }
  return over
}

const json = (make: (review: Review) => unknown): Answer => {
  return (_request, response, review) => response.end(JSON.stringify(make(review)))
}

/** Writes chunks until the reader stops. */
function flood(
  write: (chunk: Buffer) => boolean,
  chunk: Buffer,
  drained: (goOn: () => void) => void,
  isOver: () => boolean,
): void {
  const more = () => {
    while (!isOver()) {
      sentBytes += chunk.length
      if (!write(chunk)) return
    }
  }
  drained(more)
  more()
}

const HARMFUL: Readonly<Record<string, Answer>> = {
  'never begins': () => {
    isEndless = true
  },
  'never ends, a byte at a time': (_request, response) => {
    response.writeHead(200)
    const drip = setInterval(() => {
      response.write(' ')
      sentBytes += 1
      isEndless = sentBytes >= 20
    }, 5)
    response.on('close', () => clearInterval(drip))
  },
  'goes on for gigabytes': (_request, response) => {
    response.writeHead(200)
    const drained = (goOn: () => void) => response.on('drain', goOn)
    flood(
      (chunk) => response.write(chunk),
      Buffer.alloc(64 * 1024, ' '),
      drained,
      () => response.destroyed,
    )
  },
  'says that it is ten gigabytes long': (_request, response) => {
    response.writeHead(200, { 'content-length': 10 * 1024 ** 3 })
    const drained = (goOn: () => void) => response.on('drain', goOn)
    flood(
      (chunk) => response.write(chunk),
      Buffer.alloc(64 * 1024, '['),
      drained,
      () => response.destroyed,
    )
  },
  'has headers without an end': ({ socket }) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\n')
    const drained = (goOn: () => void) => socket.on('drain', goOn)
    flood(
      (chunk) => socket.write(chunk),
      Buffer.from(`x-more: ${'a'.repeat(1000)}\r\n`),
      drained,
      () => socket.destroyed,
    )
  },
  'is larger once it is unpacked': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(SMALL_UNTIL_UNPACKED)
  },
  'is nested without an end': (_request, response) => response.end('['.repeat(60_000)),
  'is no JSON': (_request, response) => response.end('<html>'),
  'sends the question elsewhere': (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  'breaks off': ({ socket }) => socket.destroy(),
}

describe.each(Object.entries(HARMFUL))('a webhook whose answer %s', (_about, harm) => {
  test('authenticates no request, and does not block users of other authenticators', async () => {
    answer = harm
    const [unknown, known] = await inTime(Promise.all([whoIs('unknown'), whoIs('jane')]))
    expect([unknown, known]).toEqual(['401', 'jane system:authenticated'])
    expect(new Set(asked)).toEqual(new Set(['/users']))
    expect(sentBytes).toBeLessThan(MAX_TAKEN)
  })

  test('allows nothing, and forbids nothing that roles allow', async () => {
    answer = harm
    const [jane, root] = await inTime(Promise.all([send('jane', SECRETS), send('root', SECRETS)]))
    expect([jane.status, root.status]).toEqual([500, 200])
    expect(new Set(asked)).toEqual(new Set(['/rights']))
    expect(sentBytes).toBeLessThan(MAX_TAKEN)
  })
})

describe('a webhook with a false answer about a token', () => {
  const zoe = { username: 'zoe', groups: ['blue'] }
  const ZOE = 'zoe blue,system:authenticated'
  const status = (fields: object) => json((review) => ({ ...review, status: { authenticated: true, user: zoe, ...fields } }))
  test.each<{ about: string; lie: Answer; who: string }>([
    { about: 'by an error beside its yes, which counts', lie: status({ error: 'no' }), who: ZOE },
    {
      about: 'by another question, which is not read',
      lie: json((review) => ({
        ...review,
        metadata: { uid: 'other' },
        spec: { token: 'root' },
        status: { authenticated: true, user: zoe },
      })),
      who: ZOE,
    },
    { about: 'by a yes as a text', lie: status({ authenticated: 'true' }), who: '401' },
    { about: 'by a yes for others', lie: status({ audiences: ['https://other.example'] }), who: '401' },
    { about: 'by another kind', lie: json((review) => ({ ...review, kind: 'SubjectAccessReview', status: {} })), who: '401' },
    {
      about: 'by another version',
      lie: json((review) => ({
        ...review,
        apiVersion: 'authentication.platform.io/v1beta1',
        status: { authenticated: true, user: zoe },
      })),
      who: '401',
    },
    { about: 'by a list', lie: json((review) => [review]), who: '401' },
    { about: 'by nothing', lie: json(() => null), who: '401' },
    { about: 'by a user of no name', lie: status({ user: { groups: ['system:masters'] } }), who: '401' },
    { about: 'by a name that is a list', lie: status({ user: { username: ['root'] } }), who: '401' },
    { about: 'by groups that are a text', lie: status({ user: { username: 'zoe', groups: 'system:masters' } }), who: '401' },
    {
      about: 'by groups like a list',
      lie: status({ user: { username: 'zoe', groups: { 0: 'system:masters', length: 1 } } }),
      who: '401',
    },
  ])('$about: $who', async ({ lie, who }) => {
    answer = lie
    expect(await inTime(whoIs('unknown'))).toBe(who)
  })
})

describe('a webhook with a false answer about a right', () => {
  const status = (fields: object) => json((review) => ({ ...review, status: fields }))
  test.each<{ about: string; lie: Answer; code: number }>([
    { about: 'by yes and no at once', lie: status({ allowed: true, denied: true }), code: 500 },
    { about: 'by a yes as a text', lie: status({ allowed: 'true' }), code: 403 },
    { about: 'by a yes that is a number', lie: status({ allowed: 1 }), code: 403 },
    { about: 'by no word', lie: json((review) => review), code: 403 },
    {
      about: 'by another kind',
      lie: json((review) => ({ ...review, kind: 'TokenReview', status: { allowed: true } })),
      code: 500,
    },
    {
      about: 'by another version',
      lie: json((review) => ({ ...review, apiVersion: 'authorization.platform.io/v1beta1', status: { allowed: true } })),
      code: 500,
    },
    { about: 'by a list', lie: json((review) => [{ ...review, status: { allowed: true } }]), code: 500 },
    { about: 'in no known form', lie: json(() => true), code: 500 },
  ])('$about: $code', async ({ lie, code }) => {
    answer = lie
    expect((await inTime(send('jane', SECRETS))).status).toBe(code)
  })
})
