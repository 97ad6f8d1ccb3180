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

  test('is not searched again when it is compiled again', async () => {
    let looks = 0
    const document = { type: 'object', properties: { a: { type: 'string' } } }
    // Each search looks whether this member has what it searches for.
    const watched = new Proxy(document.properties.a, {
      ownKeys(target) {
        looks += 1
        return Reflect.ownKeys(target)
      },
    })
    const schema = compileSchemaOnDemand(() => ({ ...document, properties: { a: watched } }), { root: 'value' })
    const use = async () => {
      await schema.prepare?.()
      schema.deprecations?.({ a: 'x' })
    }
    await use()
    for (let i = 0; i < 7; i++) typed('x'.repeat(MIB)).schema.prune({})
    looks = 0
    await use()
    expect(looks).toBe(0)
  })

  test('is compiled in a turn of its own, also when many are prepared at once', async () => {
    const read = () => {
      readIn.push(turns)
      // Longer than a turn has for it.
      for (const end = performance.now() + 4; performance.now() < end; );
      return { type: 'object', description: 'x'.repeat(100_000) }
    }
    const readIn: number[] = []
    const schemas = Array.from({ length: 5 }, () => compileSchemaOnDemand(read, { root: 'value' }))
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await Promise.all(schemas.map((schema) => schema.prepare?.()))
    clearImmediate(next)
    expect(new Set(readIn).size).toBe(5)
  })
})
