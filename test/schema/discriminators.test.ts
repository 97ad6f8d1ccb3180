import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { compileJsonSchema } from '../../src/schema/index.js'

const disk = z.object({ type: z.literal('disk'), path: z.string() })
const bucket = z.object({ type: z.enum(['bucket', 'share']), url: z.string() })
const NONE = 'store: Invalid value: "": "store" must validate one and only one schema (oneOf). Found none valid'

test.each<[string, object, readonly string[]]>([
  [
    'that fits no alternative lists all',
    { type: 'tape', path: '/' },
    [`store.type: Unsupported value: "tape": supported values: "disk", "bucket", "share"`],
  ],
  ['of the first alternative selects it', { type: 'disk', url: 'x' }, ['store.path: Required value']],
  ['of the last alternative selects it', { type: 'share', path: '/' }, ['store.url: Required value']],
  ['that is missing is required', { path: '/' }, ['store.type: Required value']],
])('a discriminator %s', (_what, store, errors) => {
  const schema = compileJsonSchema(z.toJSONSchema(z.object({ store: z.discriminatedUnion('type', [disk, bucket]) })), {
    root: 'value',
  })
  expect(schema.validate({ store }).map(({ field, message }) => `${field}: ${message}`)).toEqual([NONE, ...errors])
})

test('the values of a discriminator are published with it', () => {
  const { document } = compileJsonSchema(z.toJSONSchema(z.discriminatedUnion('type', [disk, bucket])), { root: 'value' })
  expect(document.properties).toMatchObject({ type: { type: 'string', enum: ['disk', 'bucket', 'share'] } })
})

test('a member that only some alternatives limit is not limited', () => {
  const free = z.object({ type: z.string(), size: z.int() })
  const schema = compileJsonSchema(z.toJSONSchema(z.union([disk, free])), { root: 'value' })
  expect(schema.validate({ type: 'tape', size: 1 })).toEqual([])
})
