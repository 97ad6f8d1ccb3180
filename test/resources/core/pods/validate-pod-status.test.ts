import { describe, expect, test } from '@jest/globals'
import { changed, kinds, stored } from '../../packaged/support.js'
import { update } from '../../support.js'

const APPARMOR = 'container.apparmor.security.beta.platform.io/main'
const pod = (restartPolicy: string, spec: Readonly<Record<string, unknown>> = {}) =>
  changed(stored('Pod'), { 'spec.restartPolicy': restartPolicy, ...spec })

/** The errors of a status that is written to a pod with another status. */
const refused = (live: ReturnType<typeof pod>, before: object, status: object): readonly string[] =>
  update(kinds.Pod, { ...live, status: before }, { ...live, status }, 'status').causes

const state = (name: string, exitCode?: number) => ({
  name,
  ready: false,
  restartCount: 0,
  image: 'i',
  imageID: '',
  state: exitCode === undefined ? { running: {} } : { terminated: { exitCode } },
})
const of = (list: string, ...states: readonly object[]) => ({ [list]: states })
const WITH_SIDECAR = {
  'spec.initContainers': [
    { name: 'side', image: 'i', restartPolicy: 'Always' },
    { name: 'first', image: 'i' },
  ],
}
const ENDED = 'Forbidden: may not be transitioned to non-terminated state'

describe('a container that has ended', () => {
  test.each<readonly [policy: string, list: string, name: string, exitCode: number, causes: readonly string[]]>([
    ['Always', 'containerStatuses', 'main', 0, []],
    ['OnFailure', 'containerStatuses', 'main', 1, []],
    ['OnFailure', 'containerStatuses', 'main', 0, [`status.containerStatuses[1].state: ${ENDED}`]],
    ['Never', 'containerStatuses', 'main', 1, [`status.containerStatuses[1].state: ${ENDED}`]],
    ['Never', 'initContainerStatuses', 'first', 0, [`status.initContainerStatuses[1].state: ${ENDED}`]],
    ['Never', 'initContainerStatuses', 'side', 0, []],
    ['Always', 'ephemeralContainerStatuses', 'debug', 0, [`status.ephemeralContainerStatuses[1].state: ${ENDED}`]],
  ])('with restart policy %s runs again (%s of %j after code %j): %j', (policy, list, name, exitCode, causes) => {
    const before = of(list, state('other'), state(name, exitCode))
    expect(refused(pod(policy, WITH_SIDECAR), before, of(list, state('other'), state(name)))).toEqual(causes)
    expect(refused(pod(policy, WITH_SIDECAR), before, before)).toEqual([])
  })
})

describe('the status of a pod', () => {
  const ips = (...addresses: readonly string[]) => addresses.map((ip) => ({ ip }))
  test.each<readonly [status: object, fields: readonly string[]]>([
    [{ podIPs: ips('10.0.0.1', '2001:db8::1'), hostIPs: ips('2001:db8::1') }, []],
    [{ podIPs: ips('10.0.0.1', '10.0.0.2') }, ['status.podIPs']],
    [{ hostIPs: ips('10.0.0.1', '2001:db8::1', '2001:db8::2') }, ['status.hostIPs']],
    [{ podIPs: ips('010.0.0.1') }, ['status.podIPs[0]']],
    [{ podIPs: ips('old', '2001:db8::1') }, ['status.podIPs']],
    [{ podIPs: ips('old') }, []],
    [{ nominatedNodeName: 'a b' }, ['status.nominatedNodeName']],
    [{ nominatedNodeName: 'node-1' }, []],
    [
      {
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'a/b/c', status: 'True' },
        ],
      },
      ['metadata.conditions[1].Type'],
    ],
    [{ resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'one' }] }, []],
    [
      { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'a b' }, { name: 'other' }] },
      ['status.resourceClaimStatuses[0].name', 'status.resourceClaimStatuses[1].name'],
    ],
  ])('%j is refused at %j', (status, fields) => {
    const live = pod('Always', { 'spec.resourceClaims': [{ name: 'gpu', resourceClaimName: 'one' }] })
    const causes = refused(live, { podIPs: ips('old') }, status)
    expect(causes.map((cause) => cause.slice(0, cause.indexOf(': ')))).toEqual(fields)
  })

  test('comes without new AppArmor annotations', () => {
    const live = pod('Always')
    const annotated = { ...live, metadata: { ...live.metadata, annotations: { [APPARMOR]: 'unconfined' } } }
    expect(update(kinds.Pod, live, annotated, 'status').causes).toEqual([
      `metadata.annotations[${APPARMOR}]: Forbidden: may not add AppArmor annotations`,
    ])
    expect(update(kinds.Pod, annotated, annotated, 'status').causes).toEqual([])
  })
})
