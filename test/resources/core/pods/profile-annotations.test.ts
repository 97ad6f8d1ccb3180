import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, refused, refusedUpdate, stored } from '../../packaged/support.js'

const BETA = 'container.apparmor.security.beta.platform.io'
const onPod = (key: string, profile: string): Change => ({ 'metadata.annotations': { [key]: profile } })

describe('an annotation with the AppArmor profile of a container', () => {
  test.each([
    [`${BETA}/main`, 'runtime/default', true],
    [`${BETA}/main`, 'unconfined', true],
    [`${BETA}/main`, 'localhost/mine', true],
    [`${BETA}/main`, '', true],
    [`${BETA}/main`, 'strict', false],
    [`${BETA}/other`, 'unconfined', false],
    ['example.com/other', 'strict', true],
  ] as const)('%s: %j is accepted: %j', (key, profile, isAccepted) => {
    expect(refused('Pod', onPod(key, profile))).toEqual(isAccepted ? [] : [`metadata.annotations[${key}]`])
  })

  test.each<readonly [kind: Kind, path: string]>([
    ['Deployment', 'spec.template'],
    ['PodTemplate', 'template'],
  ])('is judged in the template of a %s', (kind, path) => {
    const change = (profile: string): Change => ({
      [`${path}.metadata`]: { labels: { app: 'a' }, annotations: { [`${BETA}/main`]: profile } },
    })
    expect(refused(kind, change('strict'))).toEqual([`${path}.annotations[${BETA}/main]`])
    expect(refused(kind, change('unconfined'))).toEqual([])
  })
})

test('the annotations with AppArmor profiles of a pod can be neither added, changed nor removed', () => {
  const key = `${BETA}/main`
  const live = stored('Pod', onPod(key, 'unconfined'))
  const refusal = [`metadata.annotations[${key}]`]
  expect(refusedUpdate('Pod', live, onPod(key, 'unconfined'))).toEqual([])
  expect(refusedUpdate('Pod', live, { 'metadata.annotations': { [key]: 'unconfined', other: 'new' } })).toEqual([])
  expect(refusedUpdate('Pod', live, onPod(key, 'runtime/default'))).toEqual(refusal)
  expect(refusedUpdate('Pod', live, { 'metadata.annotations': {} })).toEqual(refusal)
  expect(refusedUpdate('Pod', stored('Pod'), onPod(key, 'unconfined'))).toEqual(refusal)
})
