import { expect, test } from '@jest/globals'
import { createAdmission, resourceQuota } from '../../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../../src/meta/index.js'
import { fakePlane } from '../fake-plane.js'
import { write } from '../support.js'

test('a write with an unknown outcome counts until it cannot be stored any more, a failed write does not count', async () => {
  const { sources, put, clock } = fakePlane()
  const admission = createAdmission([resourceQuota()])
  await admission.start(sources)
  put('resourcequotas', { metadata: { name: 'q', namespace: 'default' }, spec: { hard: { configmaps: '1' } } })
  const ends: ((isUncertain: boolean) => void)[] = []
  const create = (name: string) => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } } as ApiObject
    return admission.validate(write({ name, object, onEnd: (listener) => void ends.push(listener) })).then(
      () => 'passes',
      ({ status }: ApiError) => status.message,
    )
  }
  expect(await create('failed')).toBe('passes')
  ends.pop()?.(false)
  expect(await create('late')).toBe('passes')
  ends.pop()?.(true)
  clock.advance(59_000)
  expect(await create('other')).toContain('exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1')
  clock.advance(1_000)
  expect(await create('other')).toBe('passes')
})
