import { describe, expect, test } from '@jest/globals'
import { testPlane } from '../server/plane.js'
import { jsonOf } from '../server/requests.js'

const GROUP = '/apis/authentication.platform.io'
const reviewIn = async (version: string, runtimeConfig: Record<string, boolean> = {}) => {
  const { send } = await testPlane({ runtimeConfig })
  const response = await send('POST', `${GROUP}/${version}/selfsubjectreviews`, { body: {} })
  return { status: response.status, body: jsonOf(response), send }
}

describe('versions that are served when somebody asks for them', () => {
  test.each(['v1alpha1', 'v1beta1'])('%s of SelfSubjectReview answers in its own words', async (version) => {
    const apiVersion = `authentication.platform.io/${version}`
    const { status, body, send } = await reviewIn(version, { [apiVersion]: true })
    expect([status, body]).toMatchObject([
      201,
      { kind: 'SelfSubjectReview', apiVersion, status: { userInfo: { username: 'system:anonymous' } } },
    ])
    const { resources } = jsonOf(await send('GET', `${GROUP}/${version}`)) as { resources: readonly { name: string }[] }
    expect(resources.map(({ name }) => name)).toEqual(['selfsubjectreviews'])
    expect(jsonOf(await send('GET', GROUP))).toMatchObject({ preferredVersion: { version: 'v1' } })
  })

  test.each(['v1alpha1', 'v1beta1'])('%s is not there otherwise', async (version) => {
    expect((await reviewIn(version)).status).toBe(404)
  })

  test('a version can be turned off as well', async () => {
    const { status } = await reviewIn('v1', {
      'authentication.platform.io/v1': false,
      'authentication.platform.io/v1beta1': true,
    })
    expect(status).toBe(404)
  })

  test('one that no type has is refused in one line', async () => {
    await expect(testPlane({ runtimeConfig: { 'authentication.platform.io/v9': true } })).rejects.toThrow(
      /^runtimeConfig "authentication\.platform\.io\/v9": expected one of v1, /,
    )
  })
})
