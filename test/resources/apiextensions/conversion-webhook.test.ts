import { describe, expect, test } from '@jest/globals'
import { type ApiObject, platformDialect, systemClock, systemRandom } from '../../../src/meta/index.js'
import { definitionFromCustomResource } from '../../../src/resources/index.js'
import type { WebhookCall, WebhookTransport } from '../../../src/webhook/index.js'
import { definition, version } from './support.js'

const GROUP = 'shop.example.com'
const REVIEW = { kind: 'ConversionReview', apiVersion: 'apiextensions.platform.io/v1' }
const success = { status: 'Success' }

const widget = (name: string, apiVersion = `${GROUP}/v1`): ApiObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name, namespace: 'default', uid: `uid-${name}` },
})

function conversion(webhooks: WebhookTransport, config: Readonly<Record<string, unknown>> = { url: 'https://a.example/' }) {
  const webhook = { clientConfig: config, conversionReviewVersions: ['v9', 'v1beta1', 'v1'] }
  const versions = [version(), version({ name: 'v2', storage: false })]
  const sent = definition({ versions, conversion: { strategy: 'Webhook', webhook } })
  const random = { ...systemRandom, uuid: () => 'request' }
  const options = { dialect: platformDialect, webhooks, clock: systemClock, random }
  const convert = definitionFromCustomResource({ object: sent }, options).conversion
  if (!convert) throw new Error('the type was expected to be converted')
  return convert
}

const answering = (response: unknown, review: object = { ...REVIEW, apiVersion: 'apiextensions.platform.io/v1beta1' }) =>
  conversion(async () => ({ status: 200, body: JSON.stringify({ ...review, response }) }))

const inV2 = (change: Readonly<Record<string, unknown>> = {}) => ({ ...widget('a', `${GROUP}/v2`), ...change })
const answer = (...convertedObjects: unknown[]) => ({ uid: 'request', result: success, convertedObjects })

describe('a conversion webhook', () => {
  test('is called with the first review version that both sides support', async () => {
    const calls: WebhookCall[] = []
    const convert = conversion(
      async (call) => {
        calls.push(call)
        return { status: 500, body: '' }
      },
      { service: { namespace: 'n', name: 's', port: 443, path: '/convert' }, caBundle: btoa('certificate') },
    )
    await expect(convert([widget('a')], `${GROUP}/v2`)).rejects.toThrow('status 500')
    expect(calls).toMatchObject([
      { server: { service: { namespace: 'n', name: 's', port: 443, path: '/convert' } }, caBundle: 'certificate' },
    ])
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      kind: 'ConversionReview',
      apiVersion: 'apiextensions.platform.io/v1beta1',
      request: { uid: 'request', desiredAPIVersion: `${GROUP}/v2`, objects: [widget('a')] },
    })
  })

  test.each(['evil.example/', 'user@evil.example', '', 'a.b'])(
    'of a service called %j, which was stored once, is not asked',
    async (name) => {
      for (const service of [
        { namespace: 'n', name },
        { namespace: name, name: 's' },
      ]) {
        const calls: WebhookCall[] = []
        const convert = conversion(
          async (call) => {
            calls.push(call)
            return { status: 200, body: '{}' }
          },
          { service: { ...service, port: 443 } },
        )
        await expect(convert([widget('a')], `${GROUP}/v2`)).rejects.toThrow('is no DNS label')
        expect(calls).toEqual([])
      }
    },
  )

  test('is asked once for each version that objects come in, and their order stays', async () => {
    const sizes: number[] = []
    const convert = conversion(async ({ body }) => {
      const { request, ...review } = JSON.parse(body)
      sizes.push(request.objects.length)
      const objects = request.objects.map((object: ApiObject) => ({ ...object, apiVersion: request.desiredAPIVersion }))
      return { status: 200, body: JSON.stringify({ ...review, response: answer(...objects) }) }
    })
    const objects = [widget('a', `${GROUP}/v0`), widget('b'), widget('c', `${GROUP}/v0`), inV2()]
    const converted = await convert(objects, `${GROUP}/v2`)
    expect(converted.map(({ apiVersion, metadata }) => `${apiVersion} ${metadata.name}`)).toEqual(
      ['a', 'b', 'c', 'a'].map((name) => `${GROUP}/v2 ${name}`),
    )
    expect(sizes).toEqual([2, 1])
  })

  test('may change labels and annotations; the rest of the metadata stays', async () => {
    const metadata = { ...widget('a').metadata, labels: { a: 'b' }, generation: 9, finalizers: ['x.example/y'] }
    const [converted] = await answering(answer(inV2({ metadata })))([widget('a')], `${GROUP}/v2`)
    expect(converted?.metadata).toEqual({ ...widget('a').metadata, labels: { a: 'b' } })
  })

  test.each([
    { about: 'no response', response: undefined, says: 'failed: expected a response of kind ConversionReview' },
    {
      about: 'the answer to another request',
      response: { ...answer(inV2()), uid: 'other' },
      says: 'failed: expected response.uid=',
    },
    { about: 'a failure', response: { uid: 'request', result: { status: 'Failed', message: 'no way' } }, says: 'failed: no way' },
    {
      about: 'no result',
      response: { uid: 'request', convertedObjects: [inV2()] },
      says: 'failed: response.result.status was not Success',
    },
    { about: 'too few objects', response: answer(), says: 'returned 0 objects, expected 1' },
    { about: 'too many objects', response: answer(inV2(), inV2()), says: 'returned 2 objects, expected 1' },
    {
      about: 'the old version',
      response: answer(widget('a')),
      says: 'returned invalid object at index 0: invalid groupVersion (expected shop.example.com/v2, received shop.example.com/v1)',
    },
    {
      about: 'another kind',
      response: answer(inV2({ kind: 'Gadget' })),
      says: 'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    },
    { about: 'no object', response: answer('text'), says: 'returned invalid object at index 0: it is no object' },
    {
      about: 'another name',
      response: answer(inV2({ metadata: { ...widget('a').metadata, name: 'b' } })),
      says: 'returned invalid object: must have the same name: a != b',
    },
    {
      about: 'another uid',
      response: answer(inV2({ metadata: { ...widget('a').metadata, uid: 'b' } })),
      says: 'returned invalid object: must have the same UID: ',
    },
    {
      about: 'labels of another type',
      response: answer(inV2({ metadata: { ...widget('a').metadata, labels: { a: 1 } } })),
      says: 'returned invalid object at index 0: metadata.labels',
    },
  ])('that answers with $about fails the request', async ({ response, says }) => {
    const failure = answering(response)([widget('a')], `${GROUP}/v2`)
    await expect(failure).rejects.toThrow('conversion webhook for shop.example.com/v1, Kind=Widget ')
    await expect(failure).rejects.toThrow(says)
    await expect(failure).rejects.toMatchObject({ status: { code: 500 } })
  })

  test.each([
    { about: 'hundreds of thousands of values', objects: `[${'[],'.repeat(300_000)}1]`, says: 'more than 100' },
    { about: 'levels without an end', objects: `${'['.repeat(5000)}${']'.repeat(5000)}`, says: 'more than 1000 levels' },
    { about: 'a number that is infinite', objects: '[{"spec":{"size":1e999}}]', says: 'a number is out of range' },
    { about: 'a number that would be rounded', objects: '[{"spec":{"size":9007199254740993}}]', says: 'cannot be kept exactly' },
  ])('that answers with $about fails the request', async ({ objects, says }) => {
    const response = `{"uid":"request","result":{"status":"Success"},"convertedObjects":${objects}}`
    const body = `{"kind":"ConversionReview","apiVersion":"apiextensions.platform.io/v1beta1","response":${response}}`
    const convert = conversion(async () => ({ status: 200, body }))
    await expect(convert([widget('a')], `${GROUP}/v2`)).rejects.toThrow(says)
  })

  test('may answer with as many fields whose names are numbers as the body of each object has, and no more', async () => {
    const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [100_000 + i, i]))
    const answered = (count: number, objects: number) =>
      answering(answer(...Array.from({ length: objects }, () => inV2({ spec: numbered(count) }))))(
        Array.from({ length: objects }, () => widget('a')),
        `${GROUP}/v2`,
      )
    expect(await answered(1000, 6)).toHaveLength(6)
    await expect(answered(1001, 1)).rejects.toThrow('invalid object at index 0: an object has more than 1000 fields')
  })

  test('may answer with what it was sent, and as much as a body has beyond that', async () => {
    const limits: unknown[] = []
    const sizes: number[] = []
    const convert = conversion(async ({ body, maxReplyBytes }) => {
      limits.push(maxReplyBytes)
      sizes.push(body.length)
      const { request, ...review } = JSON.parse(body)
      const objects = request.objects.map((object: ApiObject) => ({ ...object, apiVersion: request.desiredAPIVersion }))
      return { status: 200, body: JSON.stringify({ ...review, response: answer(...objects) }) }
    })
    const owned = { fieldsV1: Object.fromEntries(Array.from({ length: 120_000 }, (_, i) => [`f:${i}`, {}])) }
    for (const object of [widget('a'), { ...widget('a'), spec: owned }]) await convert([object], `${GROUP}/v2`)
    expect(limits).toEqual(sizes.map((size) => size + 3 * 1024 * 1024))
  })

  test.each([
    { about: 'labels', change: { labels: { a: 'no label' } }, says: 'metadata.labels' },
    { about: 'annotations', change: { annotations: { a: 'x'.repeat(300_000) } }, says: 'metadata.annotations' },
  ])('that sets invalid $about fails the request; those that were there before may stay', async ({ change, says }) => {
    const metadata = { ...widget('a').metadata, ...change }
    const convert = answering(answer(inV2({ metadata })))
    await expect(convert([widget('a')], `${GROUP}/v2`)).rejects.toThrow(`returned invalid object: ${says}`)
    const [converted] = await convert([{ ...widget('a'), metadata }], `${GROUP}/v2`)
    expect(converted?.metadata).toEqual(metadata)
  })

  test('that answers with tens of thousands of labels is judged in turns', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    const labels = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`l${i}`, 'v']))
    const body = JSON.stringify({
      ...REVIEW,
      apiVersion: 'apiextensions.platform.io/v1beta1',
      response: answer(inV2({ metadata: { ...widget('a').metadata, labels } })),
    })
    const convert = conversion(async () => {
      setImmediate(count)
      return { status: 200, body }
    })
    await convert([widget('a')], `${GROUP}/v2`)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('that answers in another review version, or not in JSON, fails the request', async () => {
    await expect(answering(answer(inV2()), REVIEW)([widget('a')], `${GROUP}/v2`)).rejects.toThrow(
      'in apiextensions.platform.io/v1beta1',
    )
    await expect(conversion(async () => ({ status: 200, body: '<' }))([widget('a')], `${GROUP}/v2`)).rejects.toThrow('not JSON')
    const unreachable = conversion(() => Promise.reject(new Error('unreachable')))
    await expect(unreachable([widget('a')], `${GROUP}/v2`)).rejects.toThrow('failed: unreachable')
  })
})

test('a type whose versions differ by apiVersion alone calls no webhook', () => {
  const type = definitionFromCustomResource(
    { object: definition() },
    { dialect: platformDialect, clock: systemClock, random: systemRandom },
  )
  expect(type.conversion).toBeUndefined()
  expect(type.convert).toBeUndefined()
})
