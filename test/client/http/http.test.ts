import { Readable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs'
import { readLines, readWhole } from '../../../src/client/http/body.js'
import { noCredentials } from '../../../src/client/http/credentials.js'
import { failureOf } from '../../../src/client/http/failure.js'
import { fetchSender } from '../../../src/client/http/send.js'
import { httpTransport } from '../../../src/client/http/transport.js'
import { readWarnings } from '../../../src/client/http/warnings.js'
import { type ApiError, systemRandom } from '../../../src/meta/index.js'
import { type Client, ConnectionError, connectWithFetch } from '../../../src/public/client.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const TYPE = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true } as const
const DISCOVERY = {
  resources: [
    { name: 'configmaps', kind: 'ConfigMap', namespaced: true },
    { name: 'configmaps/status', kind: 'ConfigMap' },
  ],
}
const OBJECT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
const json = (value: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(value), init)

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>

/** A client whose server is a function; what was sent is kept. */
function clientOf(answer: Answer, options: Partial<Parameters<typeof connectWithFetch>[0]> = {}) {
  const clock = new ManualClock()
  const sent: { readonly url: string; readonly init: RequestInit }[] = []
  const client: Client = connectWithFetch({
    server: 'http://plane/',
    clock,
    fetch: async (url, init) => {
      if (url.endsWith('/api/v1')) return json(DISCOVERY)
      sent.push({ url, init })
      return answer(url, init)
    },
    ...options,
  })
  return { client, clock, sent, maps: client.resource(TYPE).namespace('default') }
}

const headerOf = (init: RequestInit | undefined, name: string) => new Headers(init?.headers).get(name)

/** Answers from a list, the last one over again. */
const inTurn = (...answers: (() => Response)[]): Answer => {
  let at = 0
  return () => (answers[Math.min(at++, answers.length - 1)] as () => Response)()
}

const chunks = async function* (...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text)
}
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('requests', () => {
  test.each([
    { verb: 'get', url: '/api/v1/namespaces/default/configmaps/a', method: 'GET', type: null },
    { verb: 'create', url: '/api/v1/namespaces/default/configmaps', method: 'POST', type: 'application/json' },
    { verb: 'update', url: '/api/v1/namespaces/default/configmaps/a', method: 'PUT', type: 'application/json' },
    { verb: 'json', url: '/api/v1/namespaces/default/configmaps/a', method: 'PATCH', type: 'application/json-patch+json' },
    { verb: 'merge', url: '/api/v1/namespaces/default/configmaps/a', method: 'PATCH', type: 'application/merge-patch+json' },
    {
      verb: 'strategic',
      url: '/api/v1/namespaces/default/configmaps/a',
      method: 'PATCH',
      type: 'application/strategic-merge-patch+json',
    },
    {
      verb: 'apply',
      url: '/api/v1/namespaces/default/configmaps/a?fieldManager=me&force=true',
      method: 'PATCH',
      type: 'application/apply-patch+yaml',
    },
    { verb: 'delete', url: '/api/v1/namespaces/default/configmaps/a', method: 'DELETE', type: null },
    { verb: 'status', url: '/api/v1/namespaces/default/configmaps/a/status?dryRun=All', method: 'PUT', type: 'application/json' },
  ])('$verb is $method $url', async ({ verb, url, method, type }) => {
    const { maps, sent } = clientOf(() => json(OBJECT))
    const work: Record<string, () => Promise<unknown>> = {
      get: () => maps.get('a'),
      create: () => maps.create(OBJECT),
      update: () => maps.update(OBJECT),
      json: () => maps.patch('a', { json: [] }),
      merge: () => maps.patch('a', { merge: {} }),
      strategic: () => maps.patch('a', { strategic: {} }),
      apply: () => maps.apply({ metadata: { name: 'a' } }, { fieldManager: 'me', force: true }),
      delete: () => maps.delete('a'),
      status: () => maps.status.update(OBJECT, { dryRun: true }),
    }
    await work[verb]?.()
    expect(sent).toMatchObject([{ url: `http://plane${url}`, init: { method, redirect: 'error' } }])
    expect(headerOf(sent[0]?.init, 'content-type')).toBe(type)
    expect(headerOf(sent[0]?.init, 'user-agent')).toBe('binnacle')
  })

  test.each([
    { options: {}, header: null },
    { options: { token: 'secret' }, header: 'Bearer secret' },
    { options: { token: async () => 'fresh' }, header: 'Bearer fresh' },
    { options: { basic: { username: 'a', password: 'ö' } }, header: 'Basic YTrDtg==' },
  ])('the credential of $options is $header', async ({ options, header }) => {
    const { maps, sent } = clientOf(() => json(OBJECT), options)
    await maps.get('a')
    expect(headerOf(sent[0]?.init, 'authorization')).toBe(header)
  })

  test('a refused token is requested again, once', async () => {
    const tokens = ['old', 'new', 'newer']
    const answer: Answer = (_url, init) =>
      headerOf(init, 'authorization') === 'Bearer new' ? json(OBJECT) : json({}, { status: 401 })
    const { maps, sent } = clientOf(answer, { token: () => tokens.shift() ?? 'none' })
    await maps.get('a')
    expect(sent).toHaveLength(2)
    await expect(maps.get('a')).rejects.toMatchObject({ status: { code: 401, reason: 'Unauthorized' } })
    expect(sent).toHaveLength(4)
  })

  test('a fixed token that was refused is not sent again', async () => {
    const { maps, sent } = clientOf(() => json({}, { status: 401 }), { token: 'old' })
    await expect(maps.get('a')).rejects.toMatchObject({ status: { code: 401 } })
    expect(sent).toHaveLength(1)
  })
})

describe('a server that asks to come back later', () => {
  const busy = (status: number, headers: Record<string, string> = { 'retry-after': '2' }) => json({}, { status, headers })

  test.each([429, 500, 503, 504])('with %s is asked again then, also to write', async (status) => {
    const { maps, sent, clock } = clientOf(
      inTurn(
        () => busy(status),
        () => json(OBJECT),
      ),
    )
    const work = maps.create(OBJECT)
    await settle()
    await clock.advanceAndSettle(1_999)
    expect(sent).toHaveLength(1)
    await clock.advanceAndSettle(1)
    expect((await work).metadata.name).toBe('a')
    expect(sent).toHaveLength(2)
  })

  test('at once is asked again after a short delay', async () => {
    const { maps, sent, clock } = clientOf(
      inTurn(
        () => busy(429, { 'retry-after': '0' }),
        () => json(OBJECT),
      ),
    )
    const work = maps.create(OBJECT)
    await clock.advanceAndSettle(100)
    expect((await work).metadata.name).toBe('a')
    expect(sent).toHaveLength(2)
  })

  test('is the error when the time limit is over before it is asked again', async () => {
    const { maps, sent, clock } = clientOf(() => busy(429), { timeoutMs: 3_000 })
    const work = expect(maps.create(OBJECT)).rejects.toMatchObject({ status: { code: 429 } })
    for (let turn = 0; turn < 3; turn++) await clock.advanceAndSettle(1_000)
    await work
    expect(sent).toHaveLength(2)
    expect(clock.pending).toBe(0)
  })

  test.each([
    { what: 'a failure that says nothing of it', answer: () => busy(503, {}) },
    { what: 'a refusal', answer: () => busy(409) },
  ])('$what is final', async ({ answer }) => {
    const { maps, sent } = clientOf(answer)
    await expect(maps.get('a')).rejects.toHaveProperty('status')
    expect(sent).toHaveLength(1)
  })

  test('is given up after ten times', async () => {
    const { maps, sent, clock } = clientOf(() => busy(429, { 'retry-after': '1' }))
    const work = expect(maps.get('a')).rejects.toMatchObject({ status: { code: 429, details: { retryAfterSeconds: 1 } } })
    for (let turn = 0; turn < 12; turn++) await clock.advanceAndSettle(1_000)
    await work
    expect(sent).toHaveLength(10)
  })

  test('does not delay a caller that has aborted', async () => {
    const controller = new AbortController()
    const { maps, clock } = clientOf(() => busy(429))
    const work = maps.get('a', { signal: controller.signal })
    await settle()
    controller.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect(clock.pending).toBe(0)
  })
})

describe('a server that cannot be reached', () => {
  const refused = () => {
    throw Object.assign(new TypeError('fetch failed'), { cause: new Error('connect ECONNREFUSED') })
  }

  test('gets three attempts of a read, and one of a write', async () => {
    const { maps, sent, clock } = clientOf(refused)
    const read = expect(maps.get('a')).rejects.toThrow('GET /api/v1/namespaces/default/configmaps/a failed: connect ECONNREFUSED')
    for (let turn = 0; turn < 3; turn++) await clock.advanceAndSettle(5_000)
    await read
    expect(sent).toHaveLength(3)
    await expect(maps.create(OBJECT)).rejects.toBeInstanceOf(ConnectionError)
    expect(sent).toHaveLength(4)
  })

  test('or does not answer in time, is a failed connection', async () => {
    const never: Answer = (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { maps, clock } = clientOf(never, { timeoutMs: 5_000 })
    const work = expect(maps.get('a')).rejects.toThrow('no answer within 5000 ms')
    await clock.advanceAndSettle(5_000)
    await work
    const sooner = expect(maps.get('a', { timeoutMs: 10 })).rejects.toThrow('no answer within 10 ms')
    await clock.advanceAndSettle(10)
    await sooner
    expect(clock.pending).toBe(0)
  })

  test('an answer that breaks off is a failed connection', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    const { maps } = clientOf(() => new Response(broken))
    await expect(maps.create(OBJECT)).rejects.toThrow('the connection broke in the midst of the answer')
  })

  test('an answer that is not JSON is reported as such', async () => {
    const { maps } = clientOf(() => new Response('<html>'))
    await expect(maps.get('a')).rejects.toThrow('the answer is no JSON')
  })

  test('a closed client sends nothing', async () => {
    const { client, maps, sent } = clientOf(() => json(OBJECT))
    client.close()
    await expect(maps.get('a')).rejects.toMatchObject({ status: { code: 503, message: 'the client is closed' } })
    expect(sent).toEqual([])
  })
})

describe('failures', () => {
  const STATUS = { kind: 'Status', status: 'Failure', reason: 'Conflict', message: 'no', details: { name: 'a' }, code: 409 }

  test.each([
    { code: 409, body: STATUS, status: { code: 409, reason: 'Conflict', message: 'no', details: { name: 'a' } } },
    {
      code: 410,
      body: { kind: 'Status', reason: 'Expired' },
      status: { code: 410, reason: 'Expired', message: 'the server answered with status 410' },
    },
    {
      code: 404,
      body: undefined,
      status: { code: 404, reason: 'NotFound', message: 'the server could not find the requested resource' },
    },
    {
      code: 502,
      body: 'Bad Gateway',
      status: { code: 502, message: 'the server answered with status 502, and did not say why' },
    },
  ])('of $code', ({ code, body, status }) => {
    expect((failureOf(code, body) as ApiError).status).toMatchObject(status)
  })

  test.each([
    { header: '7', seconds: 7 },
    { header: 'Wed, 21 Oct 2026 07:28:00 GMT', seconds: undefined },
    { header: '-1', seconds: undefined },
    { header: '99999999999', seconds: undefined },
  ])('Retry-After: $header', ({ header, seconds }) => {
    expect(failureOf(429, undefined, header).status.details?.retryAfterSeconds).toBe(seconds)
  })
})

describe('warnings', () => {
  test.each([
    { header: undefined, texts: [] },
    { header: '299 - "unknown field \\"a\\""', texts: ['unknown field "a"'] },
    { header: '299 - "one, two", 299 - "three"', texts: ['one, two', 'three'] },
    { header: '299 - "same", 299 - "same"', texts: ['same'] },
    { header: '299 - "Ã¶ffnen" ', texts: ['öffnen'] },
    { header: '299 - "öffnen"', texts: ['öffnen'] },
    { header: 'nonsense', texts: [] },
  ])('$header', ({ header, texts }) => {
    expect(readWarnings(header)).toEqual(texts)
  })
})

describe('bodies', () => {
  test('lines come whole, however the chunks are cut', async () => {
    const lines = []
    for await (const line of readLines(chunks('{"a"', ':1}\n\n{"b":2}\n{"c', '":', '3}\n'))) lines.push(textOf(line))
    expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
  })

  test('lines are the same for every way to cut them', async () => {
    const line = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'ö', '{', '€') })
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(20), { maxLength: 12 }), async (lines, cuts) => {
        const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(''))
        const parts: Uint8Array[] = []
        let at = 0
        for (const cut of [...cuts, bytes.length]) {
          parts.push(bytes.slice(at, at + cut))
          at += cut
        }
        const read = []
        for await (const part of readLines(Readable.from(parts))) read.push(textOf(part))
        expect(read).toEqual(lines)
      }),
    )
  })

  const drain = async (lines: AsyncIterable<Uint8Array>) => {
    for await (const _line of lines);
  }

  test('a line that breaks off, and one that is too long, are failed connections', async () => {
    await expect(drain(readLines(chunks('{"a"')))).rejects.toThrow('the watch broke off in the midst of an event')
    await expect(drain(readLines(chunks('xxxx', 'xxxx', 'x'), 8))).rejects.toThrow('longer than 8 bytes')
    await expect(drain(readLines(chunks('xxxxxxxxx\n'), 8))).rejects.toThrow('longer than 8 bytes')
  })

  test('a body that is too long is a failed connection', async () => {
    expect(textOf(await readWhole(chunks('ab', 'c'), 3))).toBe('abc')
    await expect(readWhole(chunks('ab', 'cd'), 3)).rejects.toThrow('longer than 3 bytes')
  })
})

test('a client reads no more of an answer than the given limit', async () => {
  const type = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const
  const object = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'a', annotations: { long: 'x'.repeat(2000) } } }
  const fetch = async () => new Response(JSON.stringify(object))
  const get = (maxAnswerBytes?: number) => {
    const bound = maxAnswerBytes === undefined ? {} : { maxAnswerBytes }
    return connectWithFetch({ server: 'http://plane', fetch, ...bound })
      .resource(type)
      .get('a')
  }
  await expect(get(1000)).rejects.toThrow('the answer is longer than 1000 bytes')
  expect((await get()).metadata.name).toBe('a')
})

describe('watch streams', () => {
  const streamOf = (...lines: unknown[]) => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const transportOf = (answer: Answer) => {
    const clock = new ManualClock()
    const sender = fetchSender('http://plane', async (url, init) => answer(url, init))
    return {
      clock,
      transport: httpTransport({
        sender,
        credentials: noCredentials,
        headers: [],
        timeoutMs: 1_000,
        clock,
        random: systemRandom,
      }),
    }
  }
  const request = {
    verb: 'watch',
    type: TYPE,
    namespace: '',
    name: '',
    subresource: '',
    query: new Map([['timeoutSeconds', '10']]),
  } as const
  const events = (answer: Answer) => lastValueFrom(transportOf(answer).transport.watch(request).pipe(toArray()))

  test('objects, bookmarks and the end of the stream are delivered', async () => {
    const end = { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } }
    const stream = streamOf(
      { type: 'ADDED', object: OBJECT },
      { type: 'BOOKMARK', object: { metadata: end } },
      { type: 'BOOKMARK', object: { metadata: { resourceVersion: '10' } } },
    )
    expect(await events(() => stream)).toEqual([
      { type: 'ADDED', object: OBJECT },
      { type: 'BOOKMARK', resourceVersion: '9', initialEventsEnd: true },
      { type: 'BOOKMARK', resourceVersion: '10', initialEventsEnd: false },
    ])
  })

  test('an error event is the error', async () => {
    const stream = streamOf({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } })
    await expect(events(() => stream)).rejects.toMatchObject({ status: { code: 410, reason: 'Expired' } })
  })

  test.each([
    { line: { type: 'ODD', object: {} }, message: 'events of an unknown type: "ODD"' },
    { line: { type: 'ADDED' }, message: 'has no object' },
    { line: 5, message: 'has no object' },
    { line: { type: 'ADDED', object: {} }, message: 'without proper metadata' },
    { line: { type: 'DELETED', object: { metadata: 'm' } }, message: 'without proper metadata' },
    { line: { type: 'MODIFIED', object: { metadata: { namespace: { toString: 1 } } } }, message: 'without proper metadata' },
    { line: { type: 'ADDED', object: { metadata: { name: '' } } }, message: 'without a name' },
    { line: { type: 'DELETED', object: { metadata: {} } }, message: 'without a name' },
    { line: { type: 'BOOKMARK', object: { metadata: { resourceVersion: 7 } } }, message: 'without proper metadata' },
  ])('$line is a failed connection', async ({ line, message }) => {
    await expect(events(() => streamOf(line))).rejects.toThrow(message)
  })

  test('a busy server is reported at the first answer: who watches repeats it', async () => {
    const busy = () => json({}, { status: 429, headers: { 'retry-after': '2' } })
    const { maps, sent, clock } = clientOf(busy)
    const reported: unknown[] = []
    const subscription = maps.watch({ initial: 'stream', onRetry: (error) => reported.push(error) }).subscribe()
    await settle()
    expect(reported).toMatchObject([{ status: { code: 429, details: { retryAfterSeconds: 2 } } }])
    await clock.advanceAndSettle(2_000)
    expect(sent).toHaveLength(2)
    expect(reported).toHaveLength(2)
    subscription.unsubscribe()
  })

  test('a server that does not end the stream in time counts as unreachable', async () => {
    const { transport, clock } = transportOf(() => new Response(new ReadableStream()))
    const over = expect(firstValueFrom(transport.watch(request))).rejects.toThrow('did not end the watch in time')
    await clock.advanceAndSettle(40_000)
    await over
    expect(clock.pending).toBe(0)
  })

  test('unsubscribing closes the connection', async () => {
    let given: AbortSignal | null | undefined
    const { transport, clock } = transportOf((_url, { signal }) => {
      given = signal
      return new Response(new ReadableStream())
    })
    const subscription = transport.watch(request).subscribe()
    await settle()
    subscription.unsubscribe()
    expect(given?.aborted).toBe(true)
    expect(clock.pending).toBe(0)
  })

  test('unsubscribing cancels the answer of a `fetch` that ignores its signal', async () => {
    let isGivenUp = false
    const body = new ReadableStream({
      cancel() {
        isGivenUp = true
      },
    })
    const { transport } = transportOf(() => new Response(body))
    const subscription = transport.watch(request).subscribe()
    await settle()
    subscription.unsubscribe()
    await settle()
    expect(isGivenUp).toBe(true)
  })
})

describe('addresses', () => {
  test.each(['plane', 'ftp://plane', 'http://plane?x=1', 'http://user@plane', 'http://plane#x', '', undefined])(
    '%s is not an address of a server',
    (server) => {
      expect(() => connectWithFetch({ server: server as string })).toThrow(
        'is no address of a server, such as "https://plane.example.com:6443"',
      )
    },
  )
})
