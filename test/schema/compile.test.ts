import { expect, jest, test } from '@jest/globals'
import { compileSchemaLater } from '../../src/schema/index.js'

test('a document that is made later is made once, by the first use', () => {
  const read = jest.fn(() => ({
    document: { type: 'object', properties: { a: { $ref: '#/definitions/A' } } } as const,
    definitions: { A: { type: 'string' } as const },
  }))
  const schema = compileSchemaLater(read, { style: 'builtin', name: 'Any' })
  expect(schema.name).toBe('Any')
  expect(read).not.toHaveBeenCalled()
  expect(schema.validate({ a: 7 })).toMatchObject([{ field: 'a', reason: 'FieldValueTypeInvalid' }])
  expect(schema.prune({ a: 'x', b: 1 }).unknownFields).toEqual(['b'])
  expect(Object.keys(schema.components)).toEqual(['A'])
  expect(read).toHaveBeenCalledTimes(1)
})
