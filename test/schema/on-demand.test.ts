import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/meta/index.js'
import { compileSchemaOnDemand } from '../../src/schema/index.js'

const MIB = 1024 * 1024

/** A schema whose document counts how often it is read. */
function counted(document: JsonObject) {
  const counts = { reads: 0 }
  const read = () => {
    counts.reads += 1
    return structuredClone(document)
  }
  return { counts, schema: compileSchemaOnDemand(read, { root: 'value' }) }
}

const typed = (description = '') =>
  counted({
    type: 'object',
    description,
    properties: { count: { type: 'integer', default: 3, deprecated: true, description: 'Use size.' } },
    'x-platform-validations': [{ rule: 'self.count < 10', message: 'too many' }],
  })

describe('a schema that is compiled on demand', () => {
  test('is not read before it is used, and once while it is', async () => {
    const { counts, schema } = typed()
    expect(counts.reads).toBe(0)
    await schema.prepare?.()
    expect(schema.prune({ count: 1, other: 2 })).toEqual({ value: { count: 1 }, unknownFields: ['other'] })
    expect(schema.applyDefaults({})).toEqual({ count: 3 })
    expect(schema.deprecations?.({ count: 1 })).toHaveLength(1)
    expect(await schema.ruleFaults?.()).toEqual([])
    expect(schema.validate({ count: 11 })).toMatchObject([{ message: expect.stringContaining('too many') }])
    expect(schema.document).toBe(schema.document)
    expect(counts.reads).toBe(1)
  })

  test('is released when other large ones are used, and validates as before when it is used again', async () => {
    const { counts, schema } = typed()
    await schema.prepare?.()
    expect(schema.validate({ count: 11 })).toHaveLength(1)
    for (let i = 0; i < 7; i++) typed('x'.repeat(MIB)).schema.prune({})
    expect(schema.validate({ count: 11 })).toMatchObject([{ message: expect.stringContaining('too many') }])
    expect(schema.validate({ count: 9 })).toEqual([])
    expect(counts.reads).toBe(2)
  })

  test('that is released while its rules are compiled is held again when they are', async () => {
    const { counts, schema } = typed()
    const prepared = schema.prepare?.()
    for (let i = 0; i < 7; i++) typed('x'.repeat(MIB)).schema.prune({})
    await prepared
    expect(schema.validate({ count: 11 })).toHaveLength(1)
    expect(schema.prepare?.()).toBeUndefined()
    expect(counts.reads).toBe(1)
  })

  test('stays while it is used, whatever other schemas are', () => {
    const { counts, schema } = typed()
    for (let i = 0; i < 20; i++) {
      schema.prune({})
      typed('x'.repeat(MIB)).schema.prune({})
    }
    expect(counts.reads).toBe(1)
  })

  test('is kept until another one is used, if it is larger than the limit for all schemas', () => {
    const { counts, schema } = typed('x'.repeat(8 * MIB))
    schema.prune({})
    schema.applyDefaults({})
    expect(counts.reads).toBe(1)
    typed().schema.prune({})
    schema.prune({})
    expect(counts.reads).toBe(2)
  })

  test('publishing the documents of many releases none that are in use', () => {
    const { counts, schema } = typed()
    schema.prune({})
    for (let i = 0; i < 10; i++) expect(typed('x'.repeat(MIB)).schema.document).toMatchObject({ type: 'object' })
    schema.prune({})
    expect(counts.reads).toBe(1)
  })
})
