import { expect, jest, test } from '@jest/globals'
import type { ObjectListener } from '../../../src/admission/index.js'
import { Quota } from '../../../src/admission/quota/quota.js'
import { QuotaLedger } from '../../../src/admission/quota/quota-ledger.js'
import type { GroupResource } from '../../../src/meta/index.js'
import { fakePlane } from '../fake-plane.js'

const namespace = 'default'
const CONFIG_MAPS = { group: '', resource: 'configmaps' }
const PODS = { group: '', resource: 'pods' }
const pods = { ...PODS, version: 'v1', kind: 'Pod', namespaced: true, schema: undefined }
const pod = (name: string, cpu: string, activeDeadlineSeconds?: number) => ({
  metadata: { name, namespace },
  spec: { activeDeadlineSeconds, containers: [{ name: 'c', resources: { requests: { cpu } } }] },
})

function start() {
  const plane = fakePlane({ types: [pods] })
  const ledger = new QuotaLedger(plane.sources, () => {})
  ledger.start()
  const putQuota = (name: string, hard: object, scopes?: readonly string[]) =>
    plane.put('resourcequotas', { metadata: { name, namespace }, spec: { hard, scopes } })
  const usedBy = (name: string, resource: string) => {
    const quota = ledger.quotasFor({ type: PODS, namespace, name: '' }).find((one) => one.name === name)
    return quota && String(quota.used(resource))
  }
  return { ...plane, ledger, putQuota, usedBy }
}

test('the objects of a namespace are gone through for its first quota, not for each', () => {
  const { put, putQuota, usedBy } = start()
  for (let i = 0; i < 1000; i++) put('configmaps', { metadata: { name: `c${i}`, namespace } })
  const looks = jest.spyOn(Quota.prototype, 'held')
  for (let i = 0; i < 50; i++) putQuota(`q${i}`, { 'count/configmaps': '5000' })
  expect(looks.mock.calls.length).toBeLessThan(100)
  looks.mockRestore()
  expect(usedBy('q49', 'count/configmaps')).toBe('1k')
})

test('a later quota counts what an earlier one has counted, whatever was written in between', async () => {
  const { put, remove, putQuota, usedBy, ledger } = start()
  const hard = { pods: '50', 'requests.cpu': '50' }
  putQuota('early', hard)
  putQuota('early-ending', hard, ['Terminating'])
  put('pods', pod('a', '1'))
  put('pods', pod('b', '2', 60))
  put('pods', pod('c', '4'))
  let later = 0
  const expectUsage = (all: readonly string[], ending: readonly string[]) => {
    later += 1
    putQuota(`late-${later}`, hard)
    putQuota(`late-ending-${later}`, hard, ['Terminating'])
    const usage = (name: string) => ['pods', 'requests.cpu'].map((resource) => usedBy(name, resource))
    expect([usage('early'), usage(`late-${later}`)]).toEqual([all, all])
    expect([usage('early-ending'), usage(`late-ending-${later}`)]).toEqual([ending, ending])
  }
  expectUsage(['3', '7'], ['1', '2'])
  put('pods', pod('c', '5', 60))
  expectUsage(['3', '8'], ['2', '7'])
  // While a write may or may not have been stored, the greater of both counts.
  const type = PODS
  const reserve = (object: ReturnType<typeof pod>) => {
    const { name } = object.metadata
    return ledger.reserve({ type, namespace, name }, ledger.usageOf(type, object as never), () => {})
  }
  const giveBack = await reserve(pod('a', '9', 60))
  const giveBackNew = await reserve(pod('d', '1'))
  expectUsage(['4', '17'], ['3', '16'])
  giveBack(false)
  giveBackNew(false)
  expectUsage(['3', '8'], ['2', '7'])
  for (const name of ['a', 'b', 'c']) remove('pods', name, namespace)
  expectUsage(['0', '0'], ['0', '0'])
  put('pods', pod('e', '3'))
  expectUsage(['1', '3'], ['0', '0'])
})

test('a new quota counts the writes in progress of a namespace that had none', async () => {
  const { put, putQuota, usedBy, ledger } = start()
  putQuota('other', { pods: '1' }, ['BestEffort'])
  put('configmaps', { metadata: { name: 'a', namespace } })
  const usage = ledger.usageOf(CONFIG_MAPS, { metadata: { name: 'b' } } as never)
  await ledger.reserve({ type: CONFIG_MAPS, namespace, name: 'b' }, usage, () => {})
  putQuota('new', { 'count/configmaps': '9' })
  expect(usedBy('new', 'count/configmaps')).toBe('2')
})

test('a write waits until the existing objects are counted, and the status of a quota is not written before', async () => {
  const plane = fakePlane({ types: [pods] })
  plane.put('pods', pod('old', '3'))
  let start = () => {}
  const { follow } = plane.sources.objects
  const objects = {
    ...plane.sources.objects,
    follow(type: GroupResource, listener: ObjectListener) {
      if (type.resource !== 'pods') return follow(type, listener)
      start = () => void follow(type, listener)
      return () => {}
    },
  }
  const reported: (string | undefined)[] = []
  const ledger = new QuotaLedger({ ...plane.sources, objects }, (quota) => reported.push(String(quota.used('requests.cpu'))))
  ledger.start()
  plane.put('resourcequotas', { metadata: { name: 'q', namespace }, spec: { hard: { 'requests.cpu': '5' } } })
  let isLoaded = false
  const loaded = ledger.loaded({ type: PODS, namespace, name: 'new' }).then(() => {
    isLoaded = true
  })
  await ledger.loaded({ type: CONFIG_MAPS, namespace, name: 'other' })
  expect([isLoaded, reported]).toEqual([false, []])
  start()
  await loaded
  expect(reported).toEqual(['3'])
})

test('a write that waits for objects to be counted ends when the plane closes', async () => {
  const plane = fakePlane({ types: [pods] })
  const objects = { ...plane.sources.objects }
  const { follow } = objects
  objects.follow = (type, listener) => (type.resource === 'pods' ? () => {} : follow(type, listener))
  const ledger = new QuotaLedger({ ...plane.sources, objects }, () => {})
  const stop = ledger.start()
  plane.put('resourcequotas', { metadata: { name: 'q', namespace }, spec: { hard: { 'requests.cpu': '5' } } })
  const loaded = ledger.loaded({ type: PODS, namespace, name: 'new' })
  stop()
  await expect(loaded).resolves.toBeUndefined()
})
