import { describe, expect, test } from '@jest/globals'
import { type Change, type Kind, refused } from '../../packaged/support.js'

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
