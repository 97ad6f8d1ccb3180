import { expect, test } from '@jest/globals'
import { compileSchema } from '../../src/public/schema.js'

test.each([
  ['pattern', { type: 'object', properties: { a: { type: 'string', pattern: '^a' } } }],
  ['rule', { type: 'object', properties: { a: { type: 'string' } }, 'x-platform-validations': [{ rule: 'self.a != ""' }] }],
])('a schema with a %s that was not prepared says what to call', (_what, document) => {
  expect(() => compileSchema(document).validate({ a: 'a' })).toThrow(/ not prepared: await schema\.prepare\(\) first$/)
})
