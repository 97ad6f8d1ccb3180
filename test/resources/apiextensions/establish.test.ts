import { describe, expect, test } from '@jest/globals'
import { type ApiObject, dialects, platformDialect, systemClock, systemRandom } from '../../../src/meta/index.js'
import {
  cleanupFinalizerOf,
  convertObject,
  defineResource,
  definitionFromCustomResource,
  establish,
  isEstablished,
  namesInUse,
  ResourceCatalog,
} from '../../../src/resources/index.js'
import { NOW } from '../support.js'
import { definition, version } from './support.js'

const empty = new ResourceCatalog()
const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
/** Judges a definition among others. */
function judged(one: ApiObject, others: readonly ApiObject[], catalog: ResourceCatalog, nowMs: number): ApiObject {
  const { group } = one.spec as { readonly group: string }
  return establish(one, namesInUse(group, [one, ...others], catalog), nowMs)
}
const conditionsOf = (object: ApiObject) =>
  (object.status as { conditions: readonly Readonly<Record<string, string>>[] }).conditions

describe('a definition is established', () => {
  test('its names are accepted and its type is served; only its deletion makes it wait for its objects', () => {
    const done = judged(definition(), [], empty, NOW)
    expect(done.status).toEqual({
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime: '2024-05-06T07:08:09Z',
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          lastTransitionTime: '2024-05-06T07:08:09Z',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
      acceptedNames: names,
      storedVersions: ['v1'],
    })
    expect(done.metadata).not.toHaveProperty('finalizers')
    expect(cleanupFinalizerOf(done)).toBe('customresourcecleanup.apiextensions.platform.io')
    expect(isEstablished(done)).toBe(true)
    expect(isEstablished(definition())).toBe(false)
  })

  test('not while the certificates of its conversion webhook cannot be read', () => {
    const withBundle = (text: string) =>
      definition({
        conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://a.example', caBundle: btoa(text) } } },
      })
    const waiting = judged(withBundle('x'), [], empty, NOW)
    expect(conditionsOf(waiting)[1]).toMatchObject({ type: 'Established', status: 'False', reason: 'InvalidCABundle' })
    expect(isEstablished(waiting)).toBe(false)
    const mended = { ...withBundle('-----BEGIN CERTIFICATE-----'), status: waiting.status }
    expect(isEstablished(judged(mended as ApiObject, [], empty, NOW))).toBe(true)
  })

  test('once it is, nothing changes, and time does not move', () => {
    const done = judged(definition(), [], empty, NOW)
    expect(judged(done, [], empty, NOW + 60_000)).toBe(done)
  })

  test.each([
    { clash: { ...names, plural: 'widgets' }, reason: 'PluralConflict', message: '"widgets" is already in use' },
    {
      clash: { ...names, plural: 'things', singular: 'widget' },
      reason: 'SingularConflict',
      message: '"widget" is already in use',
    },
    {
      clash: { plural: 'things', singular: 'thing', kind: 'Widget', listKind: 'ThingList' },
      reason: 'KindConflict',
      message: '"Widget" is already in use',
    },
    {
      clash: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'WidgetList' },
      reason: 'ListKindConflict',
      message: '"WidgetList" is already in use',
    },
  ])('not with a name that another definition of its group has: $reason', ({ clash, reason, message }) => {
    const other = judged(definition({ names: { ...clash, shortNames: ['w'] } }), [], empty, NOW)
    const sent = reason === 'PluralConflict' ? { ...names, singular: 'x', kind: 'X', listKind: 'XList' } : names
    const wanted = reason === 'SingularConflict' ? { ...names, kind: 'X', listKind: 'XList' } : sent
    const refused = judged(definition({ names: wanted }), [{ ...other, metadata: { name: 'other' } }], empty, NOW)
    expect(conditionsOf(refused)).toMatchObject([
      { type: 'NamesAccepted', status: 'False', reason, message },
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    ])
    expect(isEstablished(refused)).toBe(false)
  })

  test('not with a short name that is in use, nor with a name of a built-in type', () => {
    const catalog = new ResourceCatalog([
      defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1' }] }),
    ])
    expect(isEstablished(judged(definition(), [], catalog, NOW))).toBe(false)
    const short = definition({ names: { plural: 'xs', singular: 'x', kind: 'X', listKind: 'XList', shortNames: ['widget'] } })
    expect(conditionsOf(judged(short, [], catalog, NOW))[0]).toMatchObject({ reason: 'ShortNamesConflict' })
  })

  test('with a name that another group uses', () => {
    const other = judged(definition({ group: 'other.example.com' }), [], empty, NOW)
    expect(isEstablished(judged(definition(), [other], empty, NOW))).toBe(true)
  })

  test('an established type keeps its names when it requests one in use', () => {
    const done = judged(definition(), [], empty, NOW)
    const other = judged(
      definition({ names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' } }),
      [],
      empty,
      NOW,
    )
    const asking = { ...done, spec: { ...(done.spec as object), names: { ...names, singular: 'thing' } } }
    const kept = judged(asking, [other], empty, NOW + 5000)
    expect(kept.status).toMatchObject({ acceptedNames: names })
    expect(isEstablished(kept)).toBe(true)
    expect(conditionsOf(kept)[0]).toMatchObject({ status: 'False', lastTransitionTime: '2024-05-06T07:08:14Z' })
  })

  test('one that is being deleted is not changed', () => {
    const leaving = { ...definition(), metadata: { name: 'a', deletionTimestamp: '2024-05-06T07:08:09Z' } }
    expect(judged(leaving, [], empty, NOW)).toBe(leaving)
  })
})

describe('the type of a definition', () => {
  const spec = {
    names: { ...names, shortNames: ['w'], categories: ['all'] },
    versions: [
      version({
        name: 'v1beta1',
        storage: false,
        deprecated: true,
        deprecationWarning: 'use v1',
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } },
        },
      }),
      version({
        subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
        additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
        selectableFields: [{ jsonPath: '.spec.color' }],
      }),
    ],
  }
  const type = definitionFromCustomResource(
    { object: judged(definition(spec), [], empty, NOW) },
    {
      dialect: platformDialect,
      clock: systemClock,
      random: systemRandom,
    },
  )

  test('uses the accepted names, and is a custom one', () => {
    expect(type).toMatchObject({
      group: 'shop.example.com',
      names: { ...names, shortNames: ['w'], categories: ['all'] },
      namespaced: true,
      storageVersion: 'v1',
      custom: true,
      hasGeneration: true,
      strategy: { allowUnconditionalUpdate: false },
    })
    expect(
      definitionFromCustomResource(
        { object: definition({ ...spec, scope: 'Cluster' }) },
        {
          dialect: platformDialect,
          clock: systemClock,
          random: systemRandom,
        },
      ),
    ).toMatchObject({
      namespaced: false,
      names,
    })
  })

  test('has its versions in order of preference, each with its own parts', () => {
    expect(type.versions.map(({ name, deprecated, deprecationWarning }) => [name, deprecated, deprecationWarning])).toEqual([
      ['v1', undefined, undefined],
      ['v1beta1', true, 'use v1'],
    ])
    expect(type.versions.map(({ subresources }) => subresources.map(({ name }) => name))).toEqual([['status', 'scale'], []])
    expect(type.versions.map(({ selectableFields = {} }) => Object.keys(selectableFields))).toEqual([['spec.color'], []])
  })

  test.each(dialects)('without columns it shows name and age, in the $name dialect too', (dialect) => {
    const shown = definitionFromCustomResource(
      { object: definition(spec) },
      { dialect, clock: systemClock, random: systemRandom },
    ).versions
    expect(shown.map(({ table }) => table?.columns.map((column) => column.name))).toEqual([
      ['Name', 'Color'],
      ['Name', 'Age'],
    ])
  })

  test('an object is read through the schema of the version that is asked for', () => {
    const object = { apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { a: 'x', b: 'y' } }
    expect(convertObject(type, object, 'shop.example.com/v1beta1')).toEqual({
      ...object,
      apiVersion: 'shop.example.com/v1beta1',
      spec: { a: 'x' },
    })
    expect(convertObject(type, object, 'shop.example.com/v1')).toBe(object)
  })
})
