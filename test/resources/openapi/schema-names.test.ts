import { expect, test } from '@jest/globals'
import { deepFreeze, type JsonObject, kubernetesDialect } from '../../../src/meta/index.js'
import { withoutVendorNames } from '../../../src/resources/openapi/schema-names.js'

const vendor = kubernetesDialect.groupDomain.split('.').reverse().join('.')
const rename = (schemas: Readonly<Record<string, JsonObject>>) => withoutVendorNames(deepFreeze(schemas), kubernetesDialect)

test.each([
  ['api.core.v1.Pod', 'core.v1.Pod'],
  ['apimachinery.pkg.apis.meta.v1.ObjectMeta', 'meta.v1.ObjectMeta'],
  ['apimachinery.pkg.api.resource.Quantity', 'resource.Quantity'],
  ['apimachinery.pkg.util.intstr.IntOrString', 'intstr.IntOrString'],
  ['apimachinery.pkg.runtime.RawExtension', 'runtime.RawExtension'],
  ['some-server.pkg.apis.shop.v1.Widget', 'shop.v1.Widget'],
])('%s of the vendor is %s', (name, short) => {
  expect(Object.keys(rename({ [`${vendor}.${name}`]: {} }))).toEqual([short])
})

test('names of others stay, and so does a name whose short form is taken', () => {
  const names = ['com.example.v1.Widget', `${vendor}.api.core.v1.Pod`, 'core.v1.Pod', '__proto__']
  const schemas = Object.fromEntries(names.map((name) => [name, {}]))
  expect(Object.keys(rename(schemas))).toEqual(names)
  expect(Object.keys(rename({ [`${vendor}.a.v1.X`]: {}, [`${vendor}.b.v1.X`]: {} }))).toEqual(['v1.X', `${vendor}.b.v1.X`])
})

test('references are renamed, wherever they are, and nothing else changes', () => {
  const [pod, meta] = [`${vendor}.api.core.v1.Pod`, `${vendor}.apimachinery.pkg.apis.meta.v1.ObjectMeta`]
  const described = `See #/definitions/${meta}.`
  expect(
    rename({
      [pod]: {
        description: described,
        properties: {
          metadata: { allOf: [{ $ref: `#/definitions/${meta}` }], default: {} },
          other: { items: { $ref: '#/components/schemas/absent' } },
        },
      },
      [meta]: { type: 'object' },
    }),
  ).toEqual({
    'core.v1.Pod': {
      description: described,
      properties: {
        metadata: { allOf: [{ $ref: '#/definitions/meta.v1.ObjectMeta' }], default: {} },
        other: { items: { $ref: '#/components/schemas/absent' } },
      },
    },
    'meta.v1.ObjectMeta': { type: 'object' },
  })
})
