import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../src/meta/index.js'
import { builtinResources, defineResource, ResourceCatalog } from '../../src/resources/index.js'

const widget = (...versions: readonly string[]) =>
  defineResource({ group: 'shop.example.com', kind: 'Widget', versions: versions.map((name) => ({ name })) })
const gadget = defineResource({ group: 'other.example.com', kind: 'Gadget', versions: [{ name: 'v1' }] })

describe('the catalogue of types', () => {
  test('a type is found by resource and by kind', () => {
    const catalog = new ResourceCatalog([widget('v1', 'v2')])
    expect(catalog.find('shop.example.com', 'v2', 'widgets')?.version.name).toBe('v2')
    expect(catalog.findKind('shop.example.com', 'v1', 'Widget')?.definition.names.plural).toBe('widgets')
    expect(catalog.find('shop.example.com', 'v3', 'widgets')).toBeUndefined()
    expect(catalog.find('', 'v1', 'widgets')).toBeUndefined()
    expect(catalog.findKind('shop.example.com', 'v1', 'Gadget')).toBeUndefined()
  })

  test('a version that is not served is not found, and its group is not listed', () => {
    const hidden = defineResource({
      group: 'shop.example.com',
      kind: 'Widget',
      versions: [{ name: 'v1' }, { name: 'v2', served: false }],
    })
    const catalog = new ResourceCatalog([hidden])
    expect(catalog.find('shop.example.com', 'v2', 'widgets')).toBeUndefined()
    expect(catalog.groups()).toEqual([{ group: 'shop.example.com', versions: ['v1'] }])
  })

  test('groups come in the order of their first type, versions in order of preference', () => {
    const catalog = new ResourceCatalog([gadget, widget('v1beta1', 'v1', 'v2alpha1')])
    expect(catalog.groups()).toEqual([
      { group: 'other.example.com', versions: ['v1'] },
      { group: 'shop.example.com', versions: ['v1', 'v1beta1', 'v2alpha1'] },
    ])
  })

  test('groups that users made have no types of the plane itself', () => {
    const catalog = new ResourceCatalog([gadget, ...builtinResources(platformDialect)])
    expect(catalog.hasOwnTypes('')).toBe(true)
    expect(catalog.hasOwnTypes('coordination.platform.io')).toBe(true)
    expect(catalog.hasOwnTypes('other.example.com')).toBe(false)
    expect(catalog.hasOwnTypes('none.example.com')).toBe(false)
  })

  test('each change is reported and counted; removing an unknown type changes nothing', () => {
    const catalog = new ResourceCatalog()
    const seen: number[] = []
    catalog.changes.subscribe(() => seen.push(catalog.generation))
    catalog.add(gadget)
    catalog.add(widget('v1'))
    catalog.remove('other.example.com', 'gadgets')
    catalog.remove('other.example.com', 'gadgets')
    expect(seen).toEqual([1, 2, 3])
    expect(catalog.all().map(({ names }) => names.kind)).toEqual(['Widget'])
  })

  test('a type that is added again replaces the old one', () => {
    const catalog = new ResourceCatalog([widget('v1'), gadget])
    catalog.add(widget('v1', 'v2'))
    expect(catalog.all().map(({ names }) => names.kind)).toEqual(['Widget', 'Gadget'])
    expect(catalog.find('shop.example.com', 'v2', 'widgets')).toBeDefined()
  })

  test('types are found by what they share, in the order in which they were added', () => {
    const storedAs = { group: 'shop.example.com', resource: 'widgets' }
    const view = { ...gadget, storedAs }
    const catalog = new ResourceCatalog([widget('v1'), view])
    const stored = () => catalog.storedWith({ storedAs }).map(({ names, versions }) => `${names.kind} ${versions.length}`)
    expect(stored()).toEqual(['Widget 1', 'Gadget 1'])
    catalog.add(widget('v1', 'v2'))
    expect(stored()).toEqual(['Widget 2', 'Gadget 1'])
    expect(catalog.findType('shop.example.com', 'widgets')?.versions).toHaveLength(2)
    catalog.remove('shop.example.com', 'widgets')
    expect([stored(), catalog.findType('shop.example.com', 'widgets')]).toEqual([['Gadget 1'], undefined])
    // It is stored on its own, and of another kind, from now on.
    catalog.add({ ...gadget, names: { ...gadget.names, kind: 'Gizmo' } })
    expect([stored(), catalog.storedWith(gadget).length]).toEqual([[], 1])
    expect(catalog.findKind('other.example.com', 'v1', 'Gadget')).toBeUndefined()
    expect(catalog.findKind('other.example.com', 'v1', 'Gizmo')?.definition.names.plural).toBe('gadgets')
  })
})
