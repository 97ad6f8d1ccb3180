import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import type { JsonObject } from '../../src/meta/index.js'
import { defineResource } from '../../src/resources/index.js'
import { compileJsonSchema, compileSchema, type Schema } from '../../src/schema/index.js'

async function messages(schema: Schema | undefined, value: object): Promise<readonly string[]> {
  await schema?.prepare?.()
  return (schema?.validate(value) ?? []).map(({ field, message }) => `${field}: ${message}`)
}
const typed = (type: z.ZodType) => compileJsonSchema(z.toJSONSchema(z.object({ v: type })), { root: 'value' })

describe("an error of a type's format says what is expected, once, and without its pattern", () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.iso.datetime(), 'now', 'a date-time (RFC 3339), such as 2026-01-31T12:00:00Z'],
    [z.iso.datetime(), '2026-01-31T12:00:00+01:00', 'a date-time (RFC 3339), such as 2026-01-31T12:00:00Z'],
    [z.iso.date(), '31.1.2026', 'a date (RFC 3339), such as 2026-01-31'],
    [z.email(), 'jane', 'an email address, such as jane@example.com'],
    [z.email(), 'Jane <jane@example.com>', 'an email address, such as jane@example.com'],
    [z.url(), 'example', 'a URI, such as https://example.com/'],
    [z.uuid(), '1', 'a UUID, such as 0b6c3b36-5a9e-4f0e-9c2b-7d1f0c9a4e21'],
    [z.ipv4(), '1.2.3', 'an IPv4 address, such as 192.0.2.1'],
    [z.cidrv4(), '10.0.0.0', 'a range of IPv4 addresses, such as 10.0.0.0/8'],
    [z.e164(), '1', 'a phone number (E.164), such as +14155550100'],
  ])('%#', async (type, value, expected) => {
    expect(await messages(typed(type), { v: value })).toEqual([`v: Invalid value: "${value}": v in body must be ${expected}`])
  })

  test('in types of resources, too', async () => {
    const spec = z.object({ at: z.iso.datetime() })
    const Visit = defineResource({ group: 'shop.example.com', kind: 'Visit', versions: [{ name: 'v1', schema: { spec } }] })
    expect(await messages(Visit.versions[0]?.schema, { spec: { at: 'now' } })).toEqual([
      'spec.at: Invalid value: "now": spec.at in body must be a date-time (RFC 3339), such as 2026-01-31T12:00:00Z',
    ])
  })
})

test('examples in the messages are valid', async () => {
  const values = [
    [z.iso.datetime(), '2026-01-31T12:00:00Z'],
    [z.iso.date(), '2026-01-31'],
    [z.email(), 'jane@example.com'],
    [z.url(), 'https://example.com/'],
    [z.uuid(), '0b6c3b36-5a9e-4f0e-9c2b-7d1f0c9a4e21'],
    [z.ipv4(), '192.0.2.1'],
    [z.ipv6(), '2001:db8::1'],
    [z.cidrv4(), '10.0.0.0/8'],
    [z.cidrv6(), 'fd00::/8'],
    [z.base64(), 'aGVsbG8='],
    [z.e164(), '+14155550100'],
  ] as const
  for (const [type, value] of values) expect(await messages(typed(type), { v: value })).toEqual([])
})

test("a pattern of the program's own beside a format is shown", async () => {
  const own = typed(z.email({ pattern: /@example\.com$/ }))
  expect(await messages(own, { v: 'jane@example.org' })).toEqual([
    `v: Invalid value: "jane@example.org": v in body should match '@example\\.com$'`,
  ])
  expect(await messages(typed(z.string().regex(/^a+$/)), { v: 'b' })).toEqual([
    `v: Invalid value: "b": v in body should match '^a+$'`,
  ])
})

test('definitions keep the messages of Kubernetes', async () => {
  const { document } = typed(z.iso.date())
  expect(await messages(compileSchema(document as JsonObject, { root: 'value' }), { v: 'x' })).toEqual([
    expect.stringContaining('v in body should match'),
    'v: Invalid value: "x": v in body must be of type date: "x"',
  ])
})
