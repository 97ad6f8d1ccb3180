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
const parts: ListParts = { form, head: 'at 2', rows, length: 20 * KIB }

/** Asks for a list, and tells how it came: not kept, written now, or found. */
function ask(cache: ListCache, asked: ListParts): 'new' | 'written' | 'found' {
  let isWritten = false
  const bytes = cache.get(asked, () => {
    isWritten = true
    return new Uint8Array(asked.length)
  })
  if (isWritten) expect(bytes?.length).toBe(asked.length)
  return bytes === undefined ? 'new' : isWritten ? 'written' : 'found'
}

describe('a cache of lists', () => {
  test('keeps the bytes of a list that is requested repeatedly, for the same rows and metadata', () => {
    const cache = new ListCache()
    expect([ask(cache, parts), ask(cache, parts), ask(cache, parts)]).toEqual(['new', 'written', 'found'])
    const bytes = cache.get(parts, () => new Uint8Array(0))
    expect(cache.get({ ...parts, rows: [...rows] }, () => new Uint8Array(0))).toBe(bytes)
  })

  test.each<[string, Partial<ListParts>]>([
    ['another revision', { head: 'at 3' }],
    ['fewer rows', { rows: rows.slice(1) }],
    ['more rows', { rows: [...rows, rowOf(configMap('c'), 2)] }],
    ['another order', { rows: rows.toReversed() }],
    ['an object that was written again', { rows: [rowOf(configMap('a'), 3), ...rows.slice(1)] }],
  ])('distinguishes a list with %s', (_, difference) => {
    const cache = new ListCache()
    for (let i = 0; i < 2; i += 1) ask(cache, parts)
    expect(ask(cache, { ...parts, ...difference })).toBe('new')
    expect(ask(cache, parts)).toBe('found')
  })

  test('does not keep short lists', () => {
    const cache = new ListCache()
    for (let i = 0; i < 3; i += 1) expect(ask(cache, { ...parts, length: KIB })).toBe('new')
  })

  test('evicts the least recently used list beyond its limit of bytes', () => {
    const cache = new ListCache(64 * KIB)
    const at = (revision: number): ListParts => ({ ...parts, head: `at ${revision}` })
    for (const revision of [1, 1, 2, 2, 3, 3, 1, 4, 4]) ask(cache, at(revision))
    expect([3, 4, 1].map((revision) => ask(cache, at(revision)))).toEqual(['found', 'found', 'found'])
    expect(ask(cache, at(2))).toBe('new')
    for (let i = 0; i < 3; i += 1) expect(ask(cache, { ...at(5), length: 65 * KIB })).toBe('new')
  })

  test('keeps a limited number of lists, however short they are', () => {
    const cache = new ListCache()
    for (let revision = 0; revision < 9; revision += 1) ask(cache, { ...parts, head: `at ${revision}` })
    expect(ask(cache, { ...parts, head: 'at 0' })).toBe('new')
    expect(ask(cache, { ...parts, head: 'at 8' })).toBe('written')
  })
})
