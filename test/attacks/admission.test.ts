import { afterEach, describe, expect, test } from '@jest/globals'
import { type AdmissionPlugin, admissionDenied } from '../../src/admission/index.js'
import { defineResource } from '../../src/resources/index.js'
import { type TestPlane, testPlane } from '../server/plane.js'
import { jsonOf } from '../server/requests.js'

const AT = '/apis/example.com/v1/namespaces/default/machines'
const own = { apiVersion: 'example.com/v1', kind: 'Machine' }
const machines = defineResource({
  group: 'example.com',
  kind: 'Machine',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: { type: 'object', properties: { replicas: { type: 'integer' } } },
        status: { type: 'object', properties: { phase: { type: 'string' } } },
      },
      subresources: { status: true, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.spec.replicas' } },
    },
  ],
})

let made: TestPlane
afterEach(() => made.plane.close())

/** A plane with one machine, and a guard that from then on refuses all that is done to machines. */
async function guarded() {
  let isShut = false
  const asked: string[] = []
  const guard: AdmissionPlugin = {
    name: 'guard',
    validate: (attributes) => {
      const { operation, resource, subresource, oldObject, object } = attributes
      if (!isShut || resource !== 'machines') return
      asked.push(`${operation} ${subresource} ${oldObject ? 'old' : ''} ${object ? 'new' : ''}`.replaceAll(/ +/g, ' ').trim())
      throw admissionDenied(attributes, 'refused by the plugin')
    },
  }
  made = await testPlane({ admission: [guard], resources: [machines] })
  await made.send('POST', AT, { body: { ...own, metadata: { name: 'm' }, spec: { replicas: 1 } } })
  const read = async () => jsonOf(await made.send('GET', AT)) as { readonly items: readonly unknown[]; readonly metadata: object }
  const before = await read()
  isShut = true
  return { asked, before, read }
}

const patch = (type: string, body: unknown, at = `${AT}/m`) => ({
  method: 'PATCH',
  url: at,
  headers: { 'content-type': `application/${type}` },
  body: JSON.stringify(body),
})
const whole = { ...own, metadata: { name: 'm' }, spec: { replicas: 9 } }

describe('a guard that refuses', () => {
  test.each([
    { way: 'a create', request: { method: 'POST', url: AT, body: { ...own, metadata: { name: 'n' } } }, sees: 'CREATE new' },
    {
      way: 'a create with a generated name',
      request: { method: 'POST', url: AT, body: { ...own, metadata: { generateName: 'n-' } } },
      sees: 'CREATE new',
    },
    {
      way: 'a create by apply',
      request: patch('apply-patch+yaml', { ...own, metadata: { name: 'n' } }, `${AT}/n?fieldManager=x`),
      sees: 'CREATE new',
    },
    {
      way: 'a dry run',
      request: { method: 'POST', url: `${AT}?dryRun=All`, body: { ...own, metadata: { name: 'n' } } },
      sees: 'CREATE new',
    },
    { way: 'an update', request: { method: 'PUT', url: `${AT}/m`, body: whole }, sees: 'UPDATE old new' },
    { way: 'a merge patch', request: patch('merge-patch+json', { spec: { replicas: 9 } }), sees: 'UPDATE old new' },
    {
      way: 'a JSON patch',
      request: patch('json-patch+json', [{ op: 'add', path: '/spec/replicas', value: 9 }]),
      sees: 'UPDATE old new',
    },
    { way: 'an apply', request: patch('apply-patch+yaml', whole, `${AT}/m?fieldManager=x&force=true`), sees: 'UPDATE old new' },
    {
      way: 'a status',
      request: patch('merge-patch+json', { status: { phase: 'x' } }, `${AT}/m/status`),
      sees: 'UPDATE status old new',
    },
    {
      way: 'a status by apply',
      request: patch(
        'apply-patch+yaml',
        { ...own, metadata: { name: 'm' }, status: { phase: 'x' } },
        `${AT}/m/status?fieldManager=x`,
      ),
      sees: 'UPDATE status old new',
    },
    {
      way: 'a scale',
      request: patch('merge-patch+json', { spec: { replicas: 9 } }, `${AT}/m/scale`),
      sees: 'UPDATE scale old new',
    },
    {
      way: 'a change of metadata alone',
      request: patch('merge-patch+json', { metadata: { labels: { a: 'b' } } }),
      sees: 'UPDATE old new',
    },
    { way: 'a delete', request: { method: 'DELETE', url: `${AT}/m` }, sees: 'DELETE old' },
    { way: 'a delete of the collection', request: { method: 'DELETE', url: AT }, sees: 'DELETE old' },
  ])('is asked about $way, with the old state and the new one', async ({ request: { method, url, ...init }, sees }) => {
    const { asked, before, read } = await guarded()
    const { status } = await made.send(method, url, init)
    expect([status, asked]).toEqual([403, [sees]])
    expect((await read()).items).toEqual(before.items)
  })

  test.each(['create', 'update', 'patch', 'apply', 'delete'] as const)(
    'is asked about a call in this process too: %s',
    async (verb) => {
      const { asked, before, read } = await guarded()
      const client = made.plane.client().resource(machines).namespace('default')
      const calls = {
        create: () => client.create({ metadata: { name: 'n' } }),
        update: () => client.update({ metadata: { name: 'm' }, spec: { replicas: 9 } }),
        patch: () => client.patch('m', { merge: { spec: { replicas: 9 } } }),
        apply: () => client.apply({ metadata: { name: 'm' }, spec: { replicas: 9 } }, { fieldManager: 'x', force: true }),
        delete: () => client.delete('m'),
      }
      await expect(calls[verb]()).rejects.toThrow('refused by the plugin')
      expect(asked).toHaveLength(1)
      expect((await read()).items).toEqual(before.items)
    },
  )
})
