import { expect, test } from '@jest/globals'
import { Quota } from '../../../src/admission/quota/quota.js'
import { type ApiObject, platformDialect } from '../../../src/meta/index.js'

/** A quota whose resources count how often they are gone through. */
function counted(resourceVersion: string, amounts: Record<string, string>) {
  const counts = { reads: 0 }
  const hard = new Proxy(amounts, {
    ownKeys(target) {
      counts.reads += 1
      return Reflect.ownKeys(target)
    },
  })
  const metadata = { name: 'q', namespace: 'default', uid: 'u', resourceVersion }
  const object = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } } as ApiObject
  return { counts, object }
}

test('what a quota allows is read once for each of its versions', () => {
  const first = counted('1', { pods: '3' })
  const quota = new Quota(first.object, platformDialect)
  expect(quota.isOf(first.object)).toBe(true)
  expect(first.counts.reads).toBe(1)
  const second = counted('2', { pods: '3' })
  for (let i = 0; i < 3; i++) expect(quota.isOf(second.object)).toBe(true)
  expect(second.counts.reads).toBe(1)
  const third = counted('3', { pods: '4' })
  expect(quota.isOf(third.object)).toBe(false)
  expect(quota.isOf(second.object)).toBe(true)
  expect(second.counts.reads).toBe(1)
})
