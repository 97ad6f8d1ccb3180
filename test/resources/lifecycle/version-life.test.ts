import { afterEach, describe, expect, test } from '@jest/globals'
import { compareReleases, platformDialect } from '../../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { defineResource, FIRST_RELEASE, LAST_RELEASE, type VersionLife } from '../../../src/resources/index.js'
import { removalsOf } from '../../../src/resources/lifecycle/removals.js'
import { lifeProblems } from '../../../src/resources/lifecycle/version-life.js'
import { headersOf, jsonOf, requestOf } from '../../server/requests.js'

const planes: ControlPlane[] = []
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))

describe('an invalid lifecycle of a version', () => {
  const REMOVED_EARLY = 'a stable version cannot be removed before the next major release'
  test.each<[string, VersionLife, string]>([
    ['v1beta1', { introduced: '1.4', deprecated: '1.3' }, 'deprecated must be a release after introduced'],
    ['v1beta1', { deprecated: '1.4', removed: '1.4' }, 'removed must be a release after deprecated'],
    ['v1beta1', { introduced: '1.4', removed: '1.9' }, 'removed needs deprecated: users have to be warned before'],
    ['v1', { introduced: '1.4', deprecated: '1.6', removed: '1.9' }, REMOVED_EARLY],
    ['v1', { deprecated: '1.6', removed: '1.9' }, REMOVED_EARLY],
    ['v1', { introduced: '1.4', deprecated: '2.1', removed: '2.5' }, REMOVED_EARLY],
    [
      'v1beta1',
      { deprecated: '1.4', replacement: { group: 'shop.example.com', version: 'v1alpha1', kind: 'Widget' } },
      'a version that is beta cannot be replaced by one that is alpha',
    ],
    ['v1beta1', { deprecated: '1.4', removed: '1.6' }, 'a beta version stays for 3 releases or more after it is deprecated'],
    ['v1', { introduced: 'soon' as '1.1', deprecated: '1.2' }, 'release "soon": expected MAJOR.MINOR, such as 1.29'],
  ])('%s with %j: %s', (name, life, problem) => {
    expect(lifeProblems(name, life)).toContain(problem)
  })

  test('keeps a type from being defined', () => {
    const define = () =>
      defineResource({
        group: 'shop.example.com',
        kind: 'Widget',
        versions: [{ name: 'v1beta1', life: { introduced: '1.4', removed: '1.9' } }],
      })
    expect(define).toThrow('resource Widget: version "v1beta1": removed needs deprecated')
  })

  test.each<[string, VersionLife]>([
    ['v1', { introduced: '1.4', deprecated: '1.6', removed: '2.0' }],
    ['v1alpha1', { introduced: '1.4', deprecated: '1.5', removed: '1.6' }],
    ['v1beta1', { introduced: '1.4', deprecated: '1.5', removed: '1.8' }],
    ['v1beta1', { introduced: '1.4', deprecated: '1.5', removed: '2.0' }],
    ['v1', {}],
  ])('is not that of %s with %j', (name, life) => {
    expect(lifeProblems(name, life)).toEqual([])
  })
})

test('the known releases are those from the one before the first removal to the last one', () => {
  const removed = removalsOf(platformDialect).map((removal) => removal.removed)
  const [first, last] = [removed.toSorted(compareReleases)[0], removed.toSorted(compareReleases).at(-1)]
  expect([FIRST_RELEASE, LAST_RELEASE]).toEqual([`1.${Number(first?.slice(2)) - 1}`, last])
})

describe('the types of an embedder', () => {
  const widgetStoredIn = (storage: string) =>
    defineResource({
      group: 'shop.example.com',
      kind: 'Widget',
      versions: [
        { name: 'v1', storage: storage === 'v1', life: { introduced: '3.1' } },
        { name: 'v1beta1', storage: storage === 'v1beta1', life: { introduced: '3.0', deprecated: '3.1', removed: '3.4' } },
        { name: 'v1alpha1', life: { introduced: '3.0', deprecated: '3.1', removed: '3.2' } },
      ],
    })
  const open = async (release: string, runtimeConfig = {}) => {
    // The release before 3.1 could not read the version that is new in it.
    const Widget = widgetStoredIn(release === '3.1' ? 'v1beta1' : 'v1')
    const plane = await createControlPlane({ release, resources: [Widget], runtimeConfig })
    planes.push(plane)
    return (path: string) => plane.handle(requestOf(path))
  }
  const at = (version: string) => `/apis/shop.example.com/${version}/widgets`
  const statusesOf = async (release: string, runtimeConfig = {}) => {
    const get = await open(release, runtimeConfig)
    return Promise.all(['v1alpha1', 'v1beta1', 'v1'].map(async (version) => (await get(at(version))).status))
  }

  test.each([
    { release: '3.1', config: {}, statuses: [404, 404, 200] },
    { release: '3.1', config: { 'api/beta': true, 'shop.example.com/v1alpha1': true }, statuses: [200, 200, 200] },
    { release: '3.3', config: { 'api/beta': true }, statuses: [404, 200, 200] },
    { release: '3.4', config: {}, statuses: [404, 404, 200] },
  ])('are served by release $release with $config: $statuses', async ({ release, config, statuses }) => {
    expect(await statusesOf(release, config)).toEqual(statuses)
  })

  test('warn of versions that will be removed, and when', async () => {
    const get = await open('3.1', { 'api/beta': true })
    expect(headersOf(await get(at('v1beta1')), 'warning')).toEqual([
      '299 - "shop.example.com/v1beta1 Widget is deprecated in v3.1+, unavailable in v3.4+"',
    ])
  })

  test('do not affect built-in kinds, whatever their releases are called', async () => {
    const get = await open('3.1')
    expect((jsonOf(await get('/version')) as { gitVersion: string }).gitVersion).toBe('v3.1.0')
    expect((await get('/apis/coordination.platform.io/v1/leases')).status).toBe(200)
  })

  test('cannot be served by a release without their storage version', async () => {
    await expect(open('3.0')).rejects.toThrow(
      'release "3.0": Widget of shop.example.com is stored in v1, which that release does not have',
    )
  })
})
