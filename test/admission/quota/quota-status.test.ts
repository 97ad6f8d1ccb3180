import { expect, test } from '@jest/globals'
import { createAdmission, resourceQuota } from '../../../src/admission/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import { createControlPlane } from '../../../src/public/index.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'
import { faultyStorage } from '../../support/faulty-storage.js'
import { ManualClock } from '../../support/manual-clock.js'
import { fakePlane } from '../fake-plane.js'
import { write } from '../support.js'

const CLAIMS = { group: '', resource: 'persistentvolumeclaims' }
const claims = { ...CLAIMS, version: 'v1', kind: 'PersistentVolumeClaim', namespaced: true, schema: undefined }

test('a write looks at the status of those quotas alone that it takes something of', async () => {
  const { sources, put, failures } = fakePlane({ types: [claims] })
  const admission = createAdmission([resourceQuota()])
  const looked: string[] = []
  const objects = {
    ...sources.objects,
    get: (...[type, name, namespace]: Parameters<typeof sources.objects.get>) => {
      if (type.resource === 'resourcequotas') looked.push(name)
      return sources.objects.get(type, name, namespace)
    },
  }
  await admission.start({ ...sources, objects })
  for (const name of ['a', 'b', 'c']) {
    const hard = { [`${name}.storageclass.storage.platform.io/requests.storage`]: '9Gi' }
    put('resourcequotas', { metadata: { name, namespace: 'default' }, spec: { hard } })
  }
  await new Promise(setImmediate)
  looked.length = 0
  const spec = { storageClassName: 'b', resources: { requests: { storage: '1Gi' } } }
  const object = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'p', namespace: 'default' },
    spec,
  } as ApiObject
  await admission.validate(write({ ...CLAIMS, name: 'p', object }))
  expect(new Set(looked)).toEqual(new Set(['b']))
  expect(failures).toEqual([])
})

test('the usage of a write that the storage did not take is removed from the status when the storage is available again', async () => {
  const { storage, state } = faultyStorage()
  const clock = new ManualClock()
  const resources = Object.values(packagedKinds())
  const plane = await createControlPlane({
    ...{ storage, clock, resources },
    admission: [resourceQuota()],
    logger: { info() {}, error() {} },
  })
  const client = plane.client()
  const quotas = client.resource<{ status?: object }>({ group: '', version: 'v1', kind: 'ResourceQuota' }).namespace('default')
  const maps = client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  const hard = { configmaps: '5' }
  await quotas.create({ metadata: { name: 'q' }, spec: { hard } } as { metadata: { name: string } })
  await clock.advanceAndSettle(0)
  // The status is written before the object: the storage becomes unavailable in between.
  const isMap = (key: string) => key.includes('configmaps')
  const fail = () => {
    state.away = /./
    return true
  }
  state.away = { test: (key) => isMap(key) && fail() }
  await expect(maps.create({ metadata: { name: 'a' } })).rejects.toThrow('the storage is away')
  for (let minute = 0; minute < 5; minute++) await clock.advanceAndSettle(60_000)
  expect((await quotas.get('q')).status).toEqual({ hard, used: { configmaps: '1' } })
  state.away = undefined
  await clock.advanceAndSettle(30_000)
  expect((await quotas.get('q')).status).toEqual({ hard, used: { configmaps: '0' } })
  await plane.close()
})

test('a status that another plane overwrites each time is corrected less and less often, and at once after a calm time', async () => {
  const { sources, put, clock } = fakePlane()
  const quota = { metadata: { name: 'q', namespace: 'default' }, spec: { hard: { configmaps: '5' } } }
  const foreign = () => put('resourcequotas', { ...quota, status: { ...quota.spec, used: { configmaps: '3' } } })
  let corrections = 0
  let isContested = true
  const replace: typeof sources.objects.replace = async (...args) => {
    corrections += 1
    const isStored = await sources.objects.replace(...args)
    if (isContested) setImmediate(foreign)
    return isStored
  }
  const admission = createAdmission([resourceQuota()])
  put('resourcequotas', quota)
  const stop = await admission.start({ ...sources, objects: { ...sources.objects, replace } })
  for (let i = 0; i < 100; i++) await clock.advanceAndSettle(0)
  expect(corrections).toBeLessThanOrEqual(3)
  for (let second = 0; second < 3_600; second++) await clock.advanceAndSettle(1_000)
  expect(corrections).toBeLessThan(60)
  isContested = false
  for (let minute = 0; minute < 20; minute++) await clock.advanceAndSettle(60_000)
  const before = corrections
  foreign()
  await clock.advanceAndSettle(0)
  expect(corrections).toBe(before + 1)
  stop?.()
})
