import { beforeEach, describe, expect, test } from '@jest/globals'
import { firstValueFrom, map, take, toArray } from 'rxjs'
import { z } from 'zod'
import { type ApiObject, type JsonObject, parseFieldSelector } from '../../src/meta/index.js'
import { defineResource } from '../../src/resources/index.js'
import type { ListQuery, StoreEvent, WatchQuery } from '../../src/store/index.js'
import type { WebhookTransport } from '../../src/webhook/index.js'
import { body, fixture, refusal, WIDGET_DEFINITION } from './support.js'

const where = (text: string) => ({ fieldSelector: parseFieldSelector(text) })
const text = { type: 'string' }
const schema = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties: { spec: { type: 'object', default: {}, properties } },
})
const version = (name: string, field: string, rest: object = {}) => ({
  ...{ name, served: true, storage: name === 'v1' },
  schema: { openAPIV3Schema: schema({ [field]: text }) },
  selectableFields: [{ jsonPath: `.spec.${field}` }],
  ...rest,
})

/** `color` of v1 is `colour` of v1beta1. */
function renamed(object: ApiObject, apiVersion: string): ApiObject {
  const { color, colour = color } = object.spec as { readonly color?: string; readonly colour?: string }
  return { ...object, apiVersion, spec: apiVersion.endsWith('/v1') ? { color: colour } : { colour } }
}

const Widget = defineResource({
  group: 'example.com',
  kind: 'Widget',
  versions: [
    { name: 'v1', schema: { spec: z.object({ color: z.string() }) }, selectableFields: ['.spec.color'] },
    { name: 'v1beta1', schema: { spec: z.object({ colour: z.string() }) }, selectableFields: ['.spec.colour'] },
  ],
  conversions: {
    v1beta1: {
      toStorage: ({ spec }) => ({ spec: { color: spec.colour } }),
      fromStorage: ({ spec }) => ({ spec: { colour: spec.color } }),
    },
  },
})

/** A definition whose objects a webhook converts. */
const definition = (...versions: readonly object[]) => {
  const webhook = { clientConfig: { url: 'https://convert.example/' }, conversionReviewVersions: ['v1'] }
  return { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions, conversion: { strategy: 'Webhook', webhook } } }
}
const convertingWebhook: WebhookTransport = async ({ body: sent }) => {
  const { request, ...review } = JSON.parse(sent)
  const convertedObjects = request.objects.map((object: ApiObject) => renamed(object, request.desiredAPIVersion))
  const response = { uid: request.uid, result: { status: 'Success' }, convertedObjects }
  return { status: 200, body: JSON.stringify({ ...review, response }) }
}

async function open(by: string) {
  const plane = await fixture({ webhooks: convertingWebhook })
  const { registry, at, caller } = plane
  if (by === 'functions') registry.catalog.add(Widget)
  else await plane.create('customresourcedefinitions', definition(version('v1', 'color'), version('v1beta1', 'colour')))
  const target = (version: string, name = '') => ({
    ...at(`widgets/${name}`),
    ...registry.catalog.find('example.com', version, 'widgets'),
  })
  return {
    ...plane,
    target,
    create: (name: string, color: string) => {
      const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, spec: { color } }
      return registry.create(target('v1', name), caller, body(object), {})
    },
    update: (name: string, color: string, labels = {}) => {
      const patch = { type: 'merge', body: body({ metadata: { labels }, spec: { color } }) } as const
      return registry.patch(target('v1', name), caller, patch, {})
    },
    list: async (version: string, selector: string, query: ListQuery = {}) => {
      const { rows, ...page } = await registry.list(target(version), { ...query, ...where(selector) })
      return { ...page, names: rows.map(({ name }) => name) }
    },
    /** The first events of a watch. */
    watch: (version: string, selector: string, { most, ...query }: WatchQuery & { readonly most: number }) => {
      const events = registry.watch(target(version), { ...query, ...where(selector) })
      return firstValueFrom(events.pipe(take(most), map(described), toArray()))
    },
  }
}

/** A DELETED event has the revision of the change, as all others. */
function described(event: StoreEvent): unknown {
  if (event.type === 'BOOKMARK') return event.type
  const { metadata, spec } = renamed(event.row.object, 'example.com/v1beta1')
  return [event.type, metadata.name, (spec as { colour: string }).colour, Number(metadata.resourceVersion) - event.revision]
}

describe.each(['functions', 'a webhook'])('objects that are converted to a version by %s are selected by its fields', (by) => {
  let plane: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    plane = await open(by)
  })

  test('which are those of the version alone', async () => {
    const { create, list } = plane
    await create('a', 'red')
    await create('b', 'blue')
    expect((await list('v1', 'spec.color=red')).names).toEqual(['a'])
    expect((await list('v1beta1', 'spec.colour=red')).names).toEqual(['a'])
    expect((await list('v1beta1', 'spec.colour!=red')).names).toEqual(['b'])
    expect((await list('v1beta1', 'metadata.name=b,spec.colour=red')).names).toEqual([])
    expect(await refusal(list('v1beta1', 'spec.color=red'))).toMatchObject({ code: 400 })
    expect(await refusal(list('v1', 'spec.colour=red'))).toMatchObject({ code: 400 })
  })

  test('when they are deleted together', async () => {
    const { create, list, registry, target, caller } = plane
    await create('a', 'red')
    await create('b', 'blue')
    await registry.deleteCollection(target('v1beta1'), caller, {}, where('spec.colour!=red'))
    expect((await list('v1', 'spec.color=red')).names).toEqual(['a'])
    expect((await list('v1', 'spec.color!=red')).names).toEqual([])
  })

  test('in full pages, which end with the last selected object of them', async () => {
    const { create, update, list } = plane
    for (let i = 0; i < 7; i++) await create(`w${i}`, i % 3 === 0 ? 'red' : 'blue')
    const first = await list('v1beta1', 'spec.colour=red', { limit: 2 })
    expect(first).toMatchObject({ names: ['w0', 'w3'], remainingItemCount: undefined })
    await update('w6', 'blue')
    const second = await list('v1beta1', 'spec.colour=red', { limit: 2, continue: first.continue ?? '' })
    expect(second).toMatchObject({ names: ['w6'], continue: undefined, revision: first.revision })
  })

  test('in watches, which they enter and leave', async () => {
    const { create, update, watch, registry, target, caller } = plane
    await create('a', 'red')
    await create('b', 'blue')
    const seen = watch('v1beta1', 'spec.colour=red', {
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
      most: 6,
    })
    await update('b', 'red')
    await update('b', 'red', { changed: 'yes' })
    await update('a', 'green')
    await update('a', 'blue')
    await registry.delete(target('v1', 'a'), caller, {})
    await registry.delete(target('v1', 'b'), caller, {})
    expect(await seen).toEqual([
      ['ADDED', 'a', 'red', 0],
      'BOOKMARK',
      ['ADDED', 'b', 'red', 0],
      ['MODIFIED', 'b', 'red', 0],
      ['DELETED', 'a', 'red', 0],
      ['DELETED', 'b', 'red', 0],
    ])
  })

  test('in watches that continue from a revision', async () => {
    const { create, update, watch, store } = plane
    await create('a', 'red')
    const resourceVersion = String(store.revision)
    await update('a', 'blue')
    await update('a', 'red')
    const seen = watch('v1beta1', 'spec.colour=red', { resourceVersion, most: 2 })
    expect(await seen).toEqual([
      ['DELETED', 'a', 'red', 0],
      ['ADDED', 'a', 'red', 0],
    ])
  })
})

describe('versions that share their fields', () => {
  test('have the values that each of them shows, with its own default', async () => {
    const plane = await fixture()
    const colored = { selectableFields: [{ jsonPath: '.spec.color' }] }
    const withDefault = { openAPIV3Schema: schema({ color: { ...text, default: 'red' } }) }
    const versions = [version('v1', 'color'), version('v1beta1', 'color', { ...colored, schema: withDefault })]
    const { registry, at, create } = plane
    await create('customresourcedefinitions', { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions } })
    await create('widgets', { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } })
    const count = async (version: string, selector: string) => {
      const target = { ...at('widgets'), ...registry.catalog.find('example.com', version, 'widgets') }
      return (await registry.list(target, where(selector))).rows.length
    }
    expect(await count('v1', 'spec.color=')).toBe(1)
    expect(await count('v1beta1', 'spec.color=')).toBe(0)
    expect(await count('v1beta1', 'spec.color=red')).toBe(1)
  })
})

test('objects that are stored in an older version are selected once the webhook has converted them', async () => {
  const { registry, create, list, caller, at } = await open('a webhook')
  await create('a', 'red')
  const versions = [version('v1', 'color', { storage: false }), version('v1beta1', 'colour', { storage: true })]
  const patch = { type: 'merge', body: body({ spec: { versions } }) } as const
  await registry.patch(at('customresourcedefinitions/widgets.example.com'), caller, patch, {})
  await create('b', 'red')
  expect((await list('v1', 'spec.color=red')).names).toEqual(['a', 'b'])
  expect((await list('v1beta1', 'spec.colour=red')).names).toEqual(['a', 'b'])
  expect((await list('v1beta1', 'spec.colour!=red')).names).toEqual([])
})
