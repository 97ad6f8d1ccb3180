import { beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { deepFreeze } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'
import { preparePatterns } from '../../src/text/index.js'
import { samples } from './mutations.js'

beforeAll(() => preparePatterns())

test('a value that fits is accepted, and neither pruning nor defaulting touches it', () => {
  fc.assert(
    fc.property(samples, ({ schema, value }) => {
      const compiled = compileSchema(schema, { root: 'value' })
      expect(compiled.validate(value)).toEqual([])
      expect(compiled.prune(deepFreeze(value))).toEqual({ value, unknownFields: [] })
      expect(compiled.applyDefaults(value)).toBe(value)
    }),
    { numRuns: 500 },
  )
})

test('each change that violates one keyword is refused for that keyword, at its path', () => {
  fc.assert(
    fc.property(samples, ({ schema, mutations }) => {
      const compiled = compileSchema(schema, { root: 'value' })
      for (const { keyword, value, field, reason } of mutations) {
        const found = compiled.validate(deepFreeze(value)).map((error) => ({ field: error.field, reason: error.reason }))
        expect({ keyword, value, found }).toEqual({ keyword, value, found: [{ field, reason }] })
      }
    }),
    { numRuns: 500 },
  )
})

test('an unknown member beside members that fit is all that is pruned', () => {
  fc.assert(
    fc.property(samples, ({ schema, value }) => {
      const outer = compileSchema({ type: 'object', properties: { known: schema } }, { root: 'value' })
      const pruned = outer.prune(deepFreeze({ known: value, unknown: value }))
      expect(pruned).toEqual({ value: { known: value }, unknownFields: ['unknown'] })
    }),
  )
})
