import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { z } from 'zod'
import type { JsonObject } from '../../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { defineResource, toCustomResourceDefinition } from '../../../src/resources/index.js'
import { compileJsonSchema } from '../../../src/schema/index.js'
import { headersOf, jsonOf, requestOf, whole } from '../../server/requests.js'

const bulb = z.object({ watts: z.number().optional().meta({ deprecated: true }), lumens: z.number().optional() })
const Lamp = defineResource({
  group: 'shop.example.com',
  kind: 'Lamp',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({
          level: z.number().optional().meta({ deprecated: true, description: 'use brightness' }),
          brightness: z.number().default(5),
          dimmer: z.number().default(1).meta({ deprecated: true }),
          bulbs: z.array(bulb).optional(),
          rooms: z.record(z.string(), bulb).optional(),
          '__proto__.odd': z.string().optional(),
        }),
        status: z.object({}),
      },
      subresources: { status: true },
    },
  ],
})

let plane: ControlPlane
beforeAll(async () => {
  plane = await createControlPlane({ resources: [Lamp] })
})
afterAll(() => plane.close())

const LAMPS = '/apis/shop.example.com/v1/namespaces/default/lamps'
const lamp = (name: string, spec: object) => ({ apiVersion: 'shop.example.com/v1', kind: 'Lamp', metadata: { name }, spec })

async function warningsOf(method: string, path: string, body: object, type = 'application/json'): Promise<string[]> {
  const response = await plane.handle(requestOf(path, { method, body, headers: { 'content-type': type } }))
  expect([response.status, jsonOf(response)]).toMatchObject([method === 'POST' ? 201 : 200, {}])
  return headersOf(response, 'warning').map((line) => JSON.parse(line.replace(/^299 - /, '')))
}

test.each<[object, string[]]>([
  [{ brightness: 3 }, []],
  [{ level: 3 }, ['spec.level is deprecated: use brightness']],
  [{ level: null }, []],
  [{ dimmer: 2 }, ['spec.dimmer is deprecated']],
  [{ dimmer: 1 }, []],
  [{ bulbs: [{ lumens: 1 }, { watts: 60 }] }, ['spec.bulbs[1].watts is deprecated']],
  [{ rooms: { hall: { watts: 1 } } }, ['spec.rooms.hall.watts is deprecated']],
])('a new object with %j warns of %j: what was set, not what is filled in', async (spec, warnings) => {
  expect(await warningsOf('POST', `${LAMPS}?dryRun=All`, lamp('a', spec))).toEqual(warnings)
})

test('updates and patches warn of the resulting object, applies of the applied one, and subresources never', async () => {
  await warningsOf('POST', LAMPS, lamp('b', { level: 1 }))
  const warning = ['spec.level is deprecated: use brightness']
  expect(await warningsOf('PUT', `${LAMPS}/b`, lamp('b', { level: 2 }))).toEqual(warning)
  expect(await warningsOf('PATCH', `${LAMPS}/b`, { spec: { level: 3 } }, 'application/merge-patch+json')).toEqual(warning)
  const apply = (spec: object) =>
    warningsOf('PATCH', `${LAMPS}/b?fieldManager=m&force=true`, lamp('b', spec), 'application/apply-patch+yaml')
  expect(await apply({ brightness: 1 })).toEqual([])
  expect(await apply({ level: 4 })).toEqual(warning)
  expect(await warningsOf('PUT', `${LAMPS}/b/status`, lamp('b', { level: 2 }))).toEqual([])
})

test('published schemas have the deprecation, and custom resource definitions cannot', async () => {
  const v3 = jsonOf(await whole(await plane.handle(requestOf('/openapi/v3/apis/shop.example.com/v1')))) as {
    readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> }
  }
  const level = { type: 'number', deprecated: true, description: 'use brightness' }
  expect(v3.components.schemas['com.example.shop.v1.Lamp']).toMatchObject({ properties: { spec: { properties: { level } } } })
  const v2 = jsonOf(await whole(await plane.handle(requestOf('/openapi/v2')))) as {
    readonly definitions: Readonly<Record<string, JsonObject>>
  }
  const swagger = JSON.stringify(v2.definitions['com.example.shop.v1.Lamp'])
  expect([swagger.includes('use brightness'), swagger.includes('deprecated')]).toEqual([true, false])
  expect(JSON.stringify(toCustomResourceDefinition(Lamp)).includes('deprecated')).toBe(false)
})

test('a deprecated alternative does not affect the others, and the number of warnings is bounded', () => {
  const either = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, deprecated: true }, { type: 'object' }] }
  const schema = compileJsonSchema({ type: 'object', properties: { either } }, { root: 'value' })
  expect(schema.deprecations?.({ either: { a: 'x' } })).toEqual([])
  const many = compileJsonSchema({ type: 'array', items: { type: 'string', deprecated: true } }, { root: 'value' })
  expect(many.deprecations?.(new Array(1000).fill('x'))).toHaveLength(100)
})
