import { describe, expect, test } from '@jest/globals'
import { CONFIG_MAPS, testPlane } from './plane.js'
import { jsonOf } from './requests.js'

/** Far more than an error may be; what led to it is a hundred times as much. */
const MOST_BYTES = 200_000

interface Failure {
  readonly message: string
  readonly details: { readonly causes: readonly { readonly field: string }[] }
}

const GADGETS = '/apis/example.com/v1/namespaces/default/gadgets'
const gadget = (more: object) => ({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'a' }, ...more })
const list = (count: number, item: (index: number) => unknown) => Array.from({ length: count }, (_, index) => item(index))
const members = (count: number, value: unknown) => Object.fromEntries(list(count, (i) => [`k${i}`, value]) as [string, unknown][])

async function failureOf(method: string, url: string, body: unknown, headers: Record<string, string> = {}) {
  const { send } = await testPlane()
  const response = await send(method, url, { body, headers })
  const bytes = response.body as Uint8Array
  return { status: response.status, length: bytes.length, failure: jsonOf(response) as Failure }
}

describe('however many errors a request has, the answer is short and not an internal error', () => {
  test.each([
    {
      what: 'finalizers',
      url: CONFIG_MAPS,
      body: { metadata: { name: 'a', finalizers: list(60_001, (i) => `f${i}`) } },
      status: 422,
    },
    { what: 'labels', url: CONFIG_MAPS, body: { metadata: { name: 'a', labels: members(60_001, '!') } }, status: 422 },
    { what: 'entries', url: CONFIG_MAPS, body: { metadata: { name: 'a' }, data: { ['!'.repeat(500_000)]: 'x' } }, status: 422 },
    { what: 'names', url: CONFIG_MAPS, body: { metadata: { name: 'N'.repeat(1_000_000) } }, status: 422 },
    {
      what: 'controllers among owners',
      url: CONFIG_MAPS,
      body: {
        metadata: {
          name: 'a',
          ownerReferences: list(15_000, (i) => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: String(i), controller: true })),
        },
      },
      status: 422,
    },
    {
      what: 'values under a long key',
      url: CONFIG_MAPS,
      body: { metadata: { name: 'a' }, data: { ['k'.repeat(500_000)]: list(400, (i) => i) } },
      status: 400,
    },
    {
      what: 'rules',
      url: '/apis/rbac.authorization.platform.io/v1/namespaces/default/roles',
      body: { metadata: { name: 'a' }, rules: list(20_001, () => ({ verbs: [] })) },
      status: 422,
    },
    { what: 'custom values', url: GADGETS, body: gadget({ spec: { size: 'x'.repeat(1_000_000) } }), status: 422 },
  ])('$what', async ({ url, body, status }) => {
    const answer = await failureOf('POST', url, body)
    expect(answer.status).toBe(status)
    expect(answer.length).toBeLessThan(MOST_BYTES)
  })

  test('a definition with very many faults', async () => {
    const properties = members(20_000, {})
    const { status, length } = await failureOf('POST', '/apis/apiextensions.platform.io/v1/customresourcedefinitions', {
      metadata: { name: 'a.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'as', kind: 'A', shortNames: list(10_000, () => '!') },
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a.example' }, conversionReviewVersions: list(10_000, (i) => `v${i}`) },
        },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: { type: 'object', allOf: [{ properties }], 'x-platform-list-map-keys': list(10_000, String) },
            },
          },
        ],
      },
    })
    expect(status).toBe(422)
    expect(length).toBeLessThan(MOST_BYTES)
  })

  test('an apply that conflicts in 7,000 fields under a key of 100 KB', async () => {
    const { send } = await testPlane()
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    const long = 'k'.repeat(100_000)
    const definition = {
      metadata: { name: 'wides.open.example.com' },
      spec: {
        group: 'open.example.com',
        scope: 'Namespaced',
        names: { plural: 'wides', kind: 'Wide', listKind: 'WideList', singular: 'wide' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-platform-preserve-unknown-fields': true } },
          },
        ],
      },
    }
    const made = await send('POST', '/apis/apiextensions.platform.io/v1/customresourcedefinitions', { body: definition })
    expect(made.status).toBe(201)
    const url = '/apis/open.example.com/v1/namespaces/default/wides/a'
    const wide = (value: number) => ({
      apiVersion: 'open.example.com/v1',
      kind: 'Wide',
      metadata: { name: 'a' },
      more: { [long]: members(7_000, value) },
    })
    const apply = (manager: string, value: number) =>
      send('PATCH', `${url}?fieldManager=${manager}`, { headers, body: wide(value) })
    expect((await apply('one', 1)).status).toBe(201)
    const refused = await apply('other', 2)
    const failure = jsonOf(refused) as Failure
    expect([refused.status, (refused.body as Uint8Array).length < MOST_BYTES]).toEqual([409, true])
    expect(failure.message).toMatch(/^Apply failed with 7000 conflicts: conflicts with "one":\n- \.more\.k+…\n/)
    expect(failure.message).toMatch(/\nand 6\d{3} more$/)
    expect(failure.details.causes.length).toBeGreaterThan(0)
  })
})
