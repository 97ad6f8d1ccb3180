import { describe, expect, test } from '@jest/globals'
import { defineResource } from '../../src/resources/index.js'
import { CONFIG_MAPS, configMap, testPlane } from '../server/plane.js'
import { headersOf, jsonOf, textOf } from '../server/requests.js'

/** A type by whose versions a product numbers its own releases. */
const own = [defineResource({ group: 'shop.example.com', kind: 'Own', versions: [{ name: 'v1', life: { introduced: '0.1' } }] })]

describe('the release of a plane', () => {
  test('is shown at /version', async () => {
    const { send } = await testPlane({ release: '1.26' })
    expect(jsonOf(await send('GET', '/version'))).toMatchObject({ major: '1', minor: '26', gitVersion: 'v1.26.0' })
  })

  test('decides which features there are', async () => {
    await expect(testPlane({ release: '1.29', featureGates: { APIListChunking: false } })).rejects.toThrow('locked')
    const { plane } = await testPlane({ release: '1.28', featureGates: { APIListChunking: false } })
    expect(plane.features.isEnabled('APIListChunking')).toBe(false)
  })

  test('that is invalid is refused in one line', async () => {
    await expect(testPlane({ release: 'newest' })).rejects.toThrow(/^release "newest": expected MAJOR.MINOR/)
  })

  test.each(['9.9', '2.0', '1.41', '1.14', '0.3', '1.9999'])(
    '%s, which Kubernetes has not got here, is refused',
    async (release) => {
      const line = `release "${release}": expected 1.15 to 1.40, or a release of your product`
      await expect(testPlane({ release })).rejects.toThrow(line)
      const gates = [{ name: 'Mine', steps: [{ since: '0.1', stage: 'BETA', default: false }] } as const]
      for (const product of [{ resources: own }, { ownFeatureGates: gates }]) {
        const { send } = await testPlane({ release, ...product })
        expect(jsonOf(await send('GET', '/version'))).toMatchObject({ gitVersion: `v${release}.0` })
      }
    },
  )

  test.each(['1.15', '1.36', '1.40'])('may be %s', async (release) => {
    await testPlane({ release })
  })
})

describe('metrics that are hidden since the release before', () => {
  test.each(['1.32', 'v1.32'])('are shown for %s in 1.33', async (showHiddenMetricsFor) => {
    const { send } = await testPlane({ release: '1.33', showHiddenMetricsFor })
    expect((await send('GET', '/metrics')).status).toBe(200)
  })

  test.each([
    { release: '1.33', showHiddenMetricsFor: '1.31', expected: '1.32, the release before' },
    { release: '1.33', showHiddenMetricsFor: '1.33', expected: '1.32, the release before' },
    { release: '2.0', showHiddenMetricsFor: '1.36', expected: 'none, as nothing is hidden in 2.0' },
  ])('are not for $showHiddenMetricsFor in $release', async ({ expected, ...options }) => {
    const line = `showHiddenMetricsFor "${options.showHiddenMetricsFor}": expected ${expected}`
    await expect(testPlane({ ...options, resources: own })).rejects.toThrow(new RangeError(line))
  })
})

describe('a release of an embedder', () => {
  test.each(['0.3', '1.3', '1.14'])(
    '%s, which is earlier than all known releases of Kubernetes, has all stable features',
    async (release) => {
      const { send } = await testPlane({ release, resources: own })
      for (const name of ['a', 'b']) await send('POST', CONFIG_MAPS, { body: configMap(name) })
      const list = jsonOf(await send('GET', `${CONFIG_MAPS}?limit=1`)) as { items: unknown[] }
      const strict = await send('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, { body: { ...configMap('c'), more: 1 } })
      expect([list.items.length, strict.status]).toEqual([1, 400])
      await expect(testPlane({ release, resources: own, featureGates: { APIListChunking: false } })).rejects.toThrow('locked')
    },
  )
})

describe('SelfSubjectReview', () => {
  const on = (version: string) => ({ [`authentication.platform.io/${version}`]: true })
  test.each([
    { release: '1.26', version: 'v1alpha1', gates: { AllAlpha: false }, config: {}, status: 404 },
    { release: '1.26', version: 'v1alpha1', gates: { APISelfSubjectReview: true }, config: {}, status: 404 },
    { release: '1.26', version: 'v1alpha1', gates: { APISelfSubjectReview: true }, config: on('v1alpha1'), status: 201 },
    { release: '1.27', version: 'v1beta1', gates: {}, config: on('v1beta1'), status: 201 },
    { release: '1.27', version: 'v1beta1', gates: { APISelfSubjectReview: false }, config: {}, status: 404 },
    { release: '1.28', version: 'v1', gates: {}, config: on('v1'), status: 201 },
    { release: '0.3', version: 'v1', gates: {}, config: on('v1'), status: 201 },
    { release: '3.1', version: 'v1', gates: {}, config: on('v1'), status: 201 },
  ])('of $version in $release with $gates and $config answers $status', async ({ release, version, gates, config, status }) => {
    const { send } = await testPlane({ release, featureGates: gates, runtimeConfig: config, resources: own })
    const path = `/apis/authentication.platform.io/${version}/selfsubjectreviews`
    expect((await send('POST', path, { body: {} })).status).toBe(status)
  })

  test.each([
    { release: '1.25', version: 'v1alpha1' },
    { release: '1.26', version: 'v1beta1' },
    { release: '1.27', version: 'v1/selfsubjectreviews' },
  ])('cannot be turned on by $version in $release', async ({ release, version }) => {
    await expect(testPlane({ release, runtimeConfig: on(version) })).rejects.toThrow('there is none')
  })

  test('cannot be turned on by its version alone: the error says that the feature gate is off', async () => {
    const making = testPlane({ release: '1.26', runtimeConfig: on('v1alpha1') })
    await expect(making).rejects.toThrow('v1alpha1": the feature gate of SelfSubjectReview is off')
  })
})

test('without the feature of chunks a list is whole', async () => {
  const { send } = await testPlane({ release: '1.28', featureGates: { APIListChunking: false } })
  for (const name of ['a', 'b', 'c']) await send('POST', CONFIG_MAPS, { body: configMap(name) })
  const list = jsonOf(await send('GET', `${CONFIG_MAPS}?limit=1`)) as { items: unknown[]; metadata: { continue?: string } }
  expect([list.items.length, list.metadata.continue]).toEqual([3, undefined])
})

test('without the feature of field validation unknown fields are dropped silently', async () => {
  const { send } = await testPlane({ release: '1.26', featureGates: { ServerSideFieldValidation: false } })
  const response = await send('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, { body: { ...configMap('a'), more: 1 } })
  expect([response.status, headersOf(response, 'warning')]).toEqual([201, []])
})

test('the metric of features is named by the dialect, and has their stages', async () => {
  const { send } = await testPlane({
    release: '1.26',
    featureGates: { APISelfSubjectReview: true },
    ownFeatureGates: [{ name: 'Mine', steps: [{ since: '1.0', stage: 'BETA', default: false }] }],
  })
  const metrics = textOf(await send('GET', '/metrics'))
  expect(metrics).toContain('platform_feature_enabled{name="APISelfSubjectReview",stage="ALPHA"} 1')
  expect(metrics).toContain('platform_feature_enabled{name="Mine",stage="BETA"} 0')
  expect(metrics).toContain('platform_feature_enabled{name="APIListChunking",stage="BETA"} 1')
})

describe('a version that is new in a release, beside an older one', () => {
  const lampStoredIn = (storage: string, introduced: '3.3' | '3.2' = '3.3') =>
    defineResource({
      group: 'shop.example.com',
      kind: 'Lamp',
      versions: [
        { name: 'v1', storage: storage === 'v1', life: { introduced } },
        { name: 'v1beta1', storage: storage === 'v1beta1', served: true, life: { introduced: '3.2' } },
      ],
    })
  const preferred = async (release: string) => {
    const { send } = await testPlane({ release, resources: [lampStoredIn('v1beta1')] })
    const group = jsonOf(await send('GET', '/apis/shop.example.com')) as { versions: { version: string }[] }
    return group.versions.map(({ version }) => version)
  }

  test('is preferred from the next release on', async () => {
    expect(await preferred('3.2')).toEqual(['v1beta1'])
    expect(await preferred('3.3')).toEqual(['v1beta1', 'v1'])
    expect(await preferred('3.4')).toEqual(['v1', 'v1beta1'])
  })

  test('cannot be what objects are stored in before the next release', async () => {
    const resources = [lampStoredIn('v1')]
    await expect(testPlane({ release: '3.3', resources })).rejects.toThrow(
      'release "3.3": Lamp of shop.example.com is stored in v1, which is new in that release: the one before could not read it; store v1beta1 for one release more',
    )
    await expect(testPlane({ release: '3.2', resources })).rejects.toThrow('stored in v1, which that release does not have')
    await testPlane({ release: '3.4', resources })
    // A type that is new as a whole has nothing to go back to.
    await testPlane({ release: '3.2', resources: [lampStoredIn('v1', '3.2')] })
  })
})
