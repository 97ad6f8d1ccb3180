import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type AdmissionPlugin, admissionDenied, createAdmission } from '../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../src/meta/index.js'
import { testPlane } from '../../src/testing/index.js'
import { write } from './support.js'

const data = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}$/), fc.string({ maxLength: 8 }), { maxKeys: 4 })
/** Writes of one object, one after the other. */
const writes = fc.array(
  fc.record({ verb: fc.constantFrom('create', 'merge', 'apply', 'delete'), data, labels: data, dryRun: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
)
type Writes = readonly { verb: string; data: object; labels: object; dryRun: boolean }[]

/** What clients are told of writes on a new plane with plugins. */
async function outcomesOf(list: Writes, admission: readonly AdmissionPlugin[]): Promise<readonly unknown[]> {
  const plane = await testPlane({ admission })
  const maps = plane
    .client()
    .resource({ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' })
    .namespace('default')
  const outcomes: unknown[] = []
  for (const { verb, data, labels, dryRun } of list) {
    const fields = { metadata: { name: 'a', labels }, data } as never
    const options = { dryRun, fieldManager: 'me' }
    const answer =
      verb === 'create'
        ? maps.create(fields, options)
        : verb === 'merge'
          ? maps.patch('a', { merge: fields }, options)
          : verb === 'apply'
            ? maps.apply(fields, { ...options, force: true })
            : maps.delete('a', { dryRun })
    outcomes.push(await answer.catch((error: ApiError) => error.status))
  }
  outcomes.push((await maps.list()).items, plane.revision)
  await plane.close()
  return outcomes
}

const idle: AdmissionPlugin = { name: 'idle', mutate: () => {} }
const same: AdmissionPlugin = {
  name: 'same',
  mutate(object) {
    object.metadata.labels = { ...object.metadata.labels }
  },
}
const patching: AdmissionPlugin = { name: 'patching', mutate: () => [] }

test('plugins that change nothing leave the outcome of every write alone', async () => {
  await fc.assert(
    fc.asyncProperty(writes, async (list) => {
      expect(await outcomesOf(list, [idle, same, patching])).toEqual(await outcomesOf(list, []))
    }),
    { numRuns: 30 },
  )
})

test('the same writes are refused in any order of validating plugins', async () => {
  const judges = [2, 3, 5, 7].map(
    (divisor): AdmissionPlugin => ({
      name: `not by ${divisor}`,
      validate(attributes) {
        if (Number((attributes.object as ApiObject & { size: number }).size) % divisor === 0) {
          throw admissionDenied(attributes, `divisible by ${divisor}`)
        }
      },
    }),
  )
  const isAllowed = async (plugins: readonly AdmissionPlugin[], size: number) => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, size } as ApiObject
    return createAdmission(plugins)
      .validate(write({ object }))
      .then(
        () => true,
        () => false,
      )
  }
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(judges, { minLength: 4 }), fc.nat(1000), async (order, size) => {
      expect(await isAllowed(order, size)).toBe([2, 3, 5, 7].every((divisor) => size % divisor !== 0))
    }),
  )
})
