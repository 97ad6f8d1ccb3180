import { expect, test } from '@jest/globals'
import { createAdmission, resourceQuota } from '../../../src/admission/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
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
