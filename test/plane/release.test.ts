import { describe, expect, test } from '@jest/globals'
import { CONFIG_MAPS, configMap, testPlane } from '../server/plane.js'
import { headersOf, jsonOf, textOf } from '../server/requests.js'

describe('the release of a plane', () => {
  test('is what /version says', async () => {
    const { send } = await testPlane({ release: '1.26' })
    expect(jsonOf(await send('GET', '/version'))).toMatchObject({ major: '1', minor: '26', gitVersion: 'v1.26.0' })
  })

  test('decides which features there are', async () => {
    await expect(testPlane({ release: '1.29', featureGates: { APIListChunking: false } })).rejects.toThrow('locked')
    const { plane } = await testPlane({ release: '1.28', featureGates: { APIListChunking: false } })
    expect(plane.features.isEnabled('APIListChunking')).toBe(false)
  })

  test('that is none is refused in one line', async () => {
    await expect(testPlane({ release: 'newest' })).rejects.toThrow(/^release "newest": expected MAJOR.MINOR/)
  })
})

test('without the feature of chunks a list is whole', async () => {
  const { send } = await testPlane({ release: '1.28', featureGates: { APIListChunking: false } })
  for (const name of ['a', 'b', 'c']) await send('POST', CONFIG_MAPS, { body: configMap(name) })
  const list = jsonOf(await send('GET', `${CONFIG_MAPS}?limit=1`)) as { items: unknown[]; metadata: { continue?: string } }
  expect([list.items.length, list.metadata.continue]).toEqual([3, undefined])
})

test('without the feature of field validation unknown fields are dropped in silence', async () => {
  const { send } = await testPlane({ release: '1.26', featureGates: { ServerSideFieldValidation: false } })
  const response = await send('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, { body: { ...configMap('a'), more: 1 } })
  expect([response.status, headersOf(response, 'warning')]).toEqual([201, []])
})

test('the metric of features is named by the dialect, and tells their stages', async () => {
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
