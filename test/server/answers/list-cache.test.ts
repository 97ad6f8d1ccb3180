import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import { platformDialect } from '../../../src/meta/index.js'
import { builtinResources, type ResourceDefinition, type ResourceVersion } from '../../../src/resources/index.js'
import { ListCache, type ListParts } from '../../../src/server/answers/list-cache.js'
import { storedForm } from '../../../src/server/answers/stored-form.js'
import { rowOf } from '../rows.js'

const KIB = 1024
const form = ((definition: ResourceDefinition) => storedForm(definition, definition.versions[0] as ResourceVersion))(
  builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps') as ResourceDefinition,
)
const configMap = (name: string): ApiObject => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace: 'n' } })
const rows = [rowOf(configMap('a'), 1), rowOf(configMap('b'), 2)]
const parts: ListParts = { form, head: 'at 2', rows }

/** Asks for a list, and tells whether it had to be written. */
function isWritten(cache: ListCache, asked: ListParts, length = 20 * KIB): boolean {
  let written = false
  cache.get(asked, () => {
    written = true
    return new Uint8Array(length)
  })
  return written
}

describe('a cache of lists', () => {
  test('gives the same rows under the same head as the same bytes', () => {
    const cache = new ListCache()
    const bytes = cache.get(parts, () => new Uint8Array(20 * KIB))
    expect(cache.get({ ...parts, rows: [...rows] }, () => new Uint8Array(0))).toBe(bytes)
  })

  test.each<[string, Partial<ListParts>]>([
    ['another revision', { head: 'at 3' }],
    ['fewer rows', { rows: rows.slice(1) }],
    ['more rows', { rows: [...rows, rowOf(configMap('c'), 2)] }],
    ['another order', { rows: rows.toReversed() }],
    ['an object that was written again', { rows: [rowOf(configMap('a'), 3), ...rows.slice(1)] }],
  ])('writes a list with %s', (_, difference) => {
    const cache = new ListCache()
    isWritten(cache, parts)
    expect(isWritten(cache, { ...parts, ...difference })).toBe(true)
    expect(isWritten(cache, parts)).toBe(false)
  })

  test('does not keep short lists', () => {
    const cache = new ListCache()
    isWritten(cache, parts, KIB)
    expect(isWritten(cache, parts, KIB)).toBe(true)
  })

  test('keeps no more bytes than it may: the least recently used list goes', () => {
    const cache = new ListCache(64 * KIB)
    const at = (revision: number): ListParts => ({ ...parts, head: `at ${revision}` })
    for (const revision of [1, 2, 3, 1, 4]) isWritten(cache, at(revision))
    expect([3, 4, 1].map((revision) => isWritten(cache, at(revision)))).toEqual([false, false, false])
    expect(isWritten(cache, at(2))).toBe(true)
    expect(isWritten(cache, at(5), 65 * KIB)).toBe(true)
    expect(isWritten(cache, at(5), 65 * KIB)).toBe(true)
  })
})
