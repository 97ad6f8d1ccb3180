import { expect, test } from '@jest/globals'
import { type ApiObject, atOnce, dialects, platformDialect, systemClock, systemRandom } from '../../../src/meta/index.js'
import { defineResource, definitionFromCustomResource, type ResourceDefinition } from '../../../src/resources/index.js'
import { publishKind } from '../../../src/server/openapi/kind-schema.js'

/** What a type is published as. */
const published = (...given: Parameters<typeof publishKind>) => atOnce(publishKind(...given))

const OPTIONS = { dialect: platformDialect, bareWhenOpen: true }

test('the schema of a custom type names the fields that its objects can be selected by', () => {
  const schema = { spec: { type: 'object', properties: { color: { type: 'string' } } } } as const
  const publish = (selectableFields: readonly string[]) => {
    const definition = defineResource({
      group: 'example.com',
      kind: 'Widget',
      versions: [{ name: 'v1', schema, selectableFields }],
    })
    const [version] = definition.versions
    if (!version) throw new Error('the type was expected to have a version')
    return published({ definition, version }, OPTIONS).schema
  }
  expect(publish(['.spec.color'])['x-platform-selectable-fields']).toEqual([{ fieldPath: 'spec.color' }])
  expect(publish([])).not.toHaveProperty('x-platform-selectable-fields')
})

const firstOf = (definition: ResourceDefinition) => {
  const [version] = definition.versions
  if (!version) throw new Error('the type was expected to have a version')
  return { definition, version }
}

/** A custom type as a definition of Kubernetes declares it. */
function defined(dialect: (typeof dialects)[number], schema: object) {
  const object = {
    apiVersion: `apiextensions.${dialect.groupDomain}/v1`,
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.shop.example.com' },
    spec: {
      group: 'shop.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  } as unknown as ApiObject
  const parts = { dialect, clock: systemClock, random: systemRandom, webhooks: undefined }
  return firstOf(definitionFromCustomResource({ object }, parts))
}

test.each(dialects)('the $name dialect names types by their reversed group, built-in and custom', (dialect) => {
  const own = firstOf(defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: {} }] }))
  for (const type of [own, defined(dialect, { type: 'object' })]) {
    const { name, listName } = published(type, { dialect, bareWhenOpen: false })
    expect([name, listName]).toEqual(['com.example.shop.v1.Widget', 'com.example.shop.v1.WidgetList'])
  }
})

test.each(dialects)(
  'in the $name dialect a type that preserves unknown fields at its root has no properties in version 2',
  (dialect) => {
    const properties = { spec: { type: 'object' } }
    const publish = (keeps: boolean, bareWhenOpen: boolean) => {
      const root = { type: 'object', properties, ...(keeps && { [`${dialect.schemaPrefix}preserve-unknown-fields`]: true }) }
      return published(defined(dialect, root), { dialect, bareWhenOpen }).schema
    }
    const gvk = `${dialect.schemaPrefix}group-version-kind`
    expect(publish(true, true)).toEqual({ type: 'object', [gvk]: [{ group: 'shop.example.com', version: 'v1', kind: 'Widget' }] })
    for (const [keeps, bare] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      expect(publish(keeps, bare)).toHaveProperty('properties.spec')
    }
  },
)

test('apiVersion, kind and metadata are described in words that clients look for', () => {
  const { schema } = published(defined(platformDialect, { type: 'object' }), OPTIONS)
  const beginning = (text: string) => expect.objectContaining({ description: expect.stringMatching(new RegExp(`^${text}`)) })
  expect(schema.properties).toMatchObject({
    apiVersion: beginning('APIVersion defines '),
    kind: beginning('Kind is a string value '),
    metadata: beginning("Standard object's metadata"),
  })
})
