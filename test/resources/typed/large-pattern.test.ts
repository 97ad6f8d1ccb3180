import { expect, test } from '@jest/globals'
import * as z from 'zod'
import { platformDialect } from '../../../src/meta/index.js'
import { compileVersionSchema } from '../../../src/resources/typed/version-schema.js'

const named = { dialect: platformDialect, name: 'com.example.v1.Widget' }

test.each([
  ['a zod type', { spec: z.object({ ports: z.array(z.object({ name: z.string().regex(/^(((a{100}){100}){100})$/) })) }) }],
  [
    'a JSON schema',
    {
      spec: { type: 'object', properties: { ports: { items: { properties: { name: { pattern: '(((a{100}){100}){100})' } } } } } },
    },
  ],
])('a pattern of %s that is too large is an error when the type is defined', (_, schema) => {
  expect(() => compileVersionSchema(schema as never, named)).toThrow(
    /spec\.ports\[\]\.name: pattern ".*": must compile to at most 2048 instructions, not about \d+/,
  )
})

test('formats of zod are small enough', () => {
  const formats = [
    z.email(),
    z.url(),
    z.uuid(),
    z.ipv4(),
    z.ipv6(),
    z.cidrv4(),
    z.cidrv6(),
    z.base64(),
    z.iso.datetime(),
    z.iso.duration(),
    z.e164(),
    z.ulid(),
    z.jwt(),
  ]
  for (const format of formats) expect(() => compileVersionSchema({ spec: z.object({ format }) }, named)).not.toThrow()
})
