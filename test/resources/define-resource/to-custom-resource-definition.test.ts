import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { dialects, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, defineResource, toCustomResourceDefinition } from '../../../src/resources/index.js'
import { listMap, quantity, withRules } from '../../../src/zod/index.js'
import { fixture } from '../../registry/support.js'

const spec = z.object({
  color: z.enum(['red', 'green']),
  replicas: z.int().default(1),
  memory: quantity().optional(),
  ports: listMap(z.object({ name: z.string(), port: z.int() }), ['name']).optional(),
  range: withRules(z.object({ low: z.int(), high: z.int() }), { rule: 'self.low <= self.high' }).optional(),
})

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  shortNames: ['wd'],
  versions: [
    {
      name: 'v1',
      schema: { spec, status: z.object({ replicas: z.int() }) },
      subresources: { status: true, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      printerColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
      selectableFields: ['.spec.color'],
    },
    { name: 'v1beta1', schema: { spec }, deprecated: 'use v1' },
  ],
})

describe('a type as a document', () => {
  test('is a definition that a plane accepts and establishes', async () => {
    const { create, get } = await fixture()
    await create('customresourcedefinitions', toCustomResourceDefinition(Widget))
    const { status } = await get('customresourcedefinitions/widgets.shop.example.com')
    const { conditions } = status as { conditions: { type: string; status: string }[] }
    expect(conditions).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'Established', status: 'True' })]))
  })

  test('contains all options of the type', () => {
    expect(toCustomResourceDefinition(Widget)).toMatchObject({
      apiVersion: 'apiextensions.platform.io/v1',
      metadata: { name: 'widgets.shop.example.com' },
      spec: {
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
        versions: [
          {
            name: 'v1',
            storage: true,
            schema: { openAPIV3Schema: { properties: { spec: { properties: { replicas: { default: 1 } } } } } },
            subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas' } },
            additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
            selectableFields: [{ jsonPath: '.spec.color' }],
          },
          { name: 'v1beta1', storage: false, deprecated: true, deprecationWarning: 'use v1' },
        ],
      },
    })
  })

  test.each(dialects)('has the names of the given dialect, by name too: $name', (dialect) => {
    const document = toCustomResourceDefinition(Widget, { dialect })
    expect(toCustomResourceDefinition(Widget, { dialect: dialect.name })).toEqual(document)
    const { apiVersion, spec } = document
    expect(apiVersion).toBe(`apiextensions.${dialect.groupDomain}/v1`)
    const prefixes = [...JSON.stringify(spec).matchAll(/"(x-[a-z0-9]+-)/g)].map(([, prefix]) => prefix)
    expect(new Set(prefixes)).toEqual(new Set([dialect.schemaPrefix]))
  })

  test('needs a conversion webhook for the cluster, if the type has conversion functions', () => {
    const Box = defineResource({
      group: 'shop.example.com',
      kind: 'Box',
      versions: [{ name: 'v1' }, { name: 'v2' }],
      conversions: { v2: { toStorage: (fields: object) => fields, fromStorage: (fields: object) => fields } },
    })
    expect(() => toCustomResourceDefinition(Box)).toThrow('give the option conversion')
    const conversion = {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://c.example.com' } },
    }
    expect(toCustomResourceDefinition(Box, { conversion }).spec).toMatchObject({ conversion })
  })

  test('is not available for types from other sources, or recursive ones', () => {
    const [builtin] = builtinResources(platformDialect)
    expect(() => builtin && toCustomResourceDefinition(builtin)).toThrow('made by defineResource')
    interface Tree {
      children?: Tree[] | undefined
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree).optional() }))
    const Forest = defineResource({
      group: 'shop.example.com',
      kind: 'Forest',
      versions: [{ name: 'v1', schema: { spec: z.object({ tree }) } }],
    })
    expect(() => toCustomResourceDefinition(Forest)).toThrow('recursive')
  })
})
