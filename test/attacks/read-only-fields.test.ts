import { afterEach, describe, expect, test } from '@jest/globals'
import { defineResource } from '../../src/resources/index.js'
import { type TestPlane, testPlane } from '../server/plane.js'
import { jsonOf } from '../server/requests.js'

const gadgets = defineResource({
  group: 'example.com',
  kind: 'Gadget',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: { type: 'object', properties: { size: { type: 'integer' } } },
        status: { type: 'object', properties: { by: { type: 'string' } } },
      },
      subresources: { status: true },
    },
  ],
})
const GADGETS = '/apis/example.com/v1/namespaces/default/gadgets'

const own = { apiVersion: 'example.com/v1', kind: 'Gadget' }

/** Fields that the server sets: no write of the object changes them. */
const FORGED = {
  uid: '00000000-0000-0000-0000-000000000000',
  creationTimestamp: '2001-01-01T00:00:00Z',
  deletionTimestamp: '2001-01-01T00:00:00Z',
  deletionGracePeriodSeconds: 0,
  generation: 77,
  selfLink: '/forged',
}

let made: TestPlane
afterEach(() => made.plane.close())

type Fields = Record<string, unknown>
interface Shown {
  readonly metadata: Fields
  readonly spec: Fields
  readonly status?: Fields
}

async function stored() {
  made = await testPlane({ resources: [gadgets] })
  await made.send('POST', GADGETS, { body: { ...own, metadata: { name: 'g' }, spec: { size: 1 } } })
  const status = { by: 'the controller' }
  await made.send('PATCH', `${GADGETS}/g/status`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { status },
  })
  const read = async () => jsonOf(await made.send('GET', `${GADGETS}/g`)) as Shown
  return { read, before: await read() }
}

const forged = { ...own, metadata: { name: 'g', ...FORGED }, spec: { size: 2 }, status: { by: 'a user' } }

/** The ways to write it: how the forged fields are sent, and where. */
const WAYS = [
  { way: 'an update', method: 'PUT', url: `${GADGETS}/g`, type: 'application/json', body: forged },
  { way: 'a merge patch', method: 'PATCH', url: `${GADGETS}/g`, type: 'application/merge-patch+json', body: forged },
  {
    way: 'an apply',
    method: 'PATCH',
    url: `${GADGETS}/g?fieldManager=x&force=true`,
    type: 'application/apply-patch+yaml',
    body: forged,
  },
  {
    way: 'a JSON patch',
    method: 'PATCH',
    url: `${GADGETS}/g`,
    type: 'application/json-patch+json',
    body: [
      ...Object.entries(FORGED).map(([key, value]) => ({ op: 'add', path: `/metadata/${key}`, value })),
      { op: 'replace', path: '/spec/size', value: 2 },
      { op: 'replace', path: '/status', value: { by: 'a user' } },
    ],
  },
]

describe('fields that are the server’s', () => {
  test.each(WAYS)('are not changed by $way', async ({ method, url, type, body }) => {
    const { read, before } = await stored()
    const { status } = await made.send(method, url, { headers: { 'content-type': type }, body: JSON.stringify(body) })
    const { metadata, spec, status: state } = await read()
    expect(state).toEqual({ by: 'the controller' })
    for (const key of ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink']) {
      expect([key, metadata[key]]).toEqual([key, before.metadata[key]])
    }
    // Either all of it is refused, or what was the client's to change is changed, and counted as the server counts.
    if (status < 300) expect([spec.size, metadata.generation]).toEqual([2, 2])
    else expect([status, spec.size, metadata.generation]).toEqual([expect.any(Number), 1, 1])
  })

  test.each(WAYS)(
    'do not change through the status subresource, nor does the spec: $way',
    async ({ method, url, type, body }) => {
      const { read, before } = await stored()
      await made.send(method, url.replace(/\/g(?=$|\?)/, '/g/status'), {
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      })
      const after = await read()
      expect(after.spec).toEqual(before.spec)
      expect(after.metadata.generation).toBe(1)
      expect(after.metadata.uid).toBe(before.metadata.uid)
    },
  )

  test('of a create are those of the server', async () => {
    await stored()
    const response = await made.send('POST', GADGETS, { body: { ...forged, metadata: { ...forged.metadata, name: 'h' } } })
    const { metadata, status } = jsonOf(response) as Shown
    expect(metadata).toMatchObject({ generation: 1 })
    for (const [key, value] of Object.entries(FORGED)) expect([key, metadata[key]]).not.toEqual([key, value])
    expect(status).toBeUndefined()
  })

  test.each(['name', 'namespace'])('a patch does not move an object: %s', async (key) => {
    const { read, before } = await stored()
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status } = await made.send('PATCH', `${GADGETS}/g`, { headers, body: { metadata: { [key]: 'other' } } })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(await read()).toEqual(before)
    expect((await made.send('GET', `${GADGETS}/other`)).status).toBe(404)
  })
})
