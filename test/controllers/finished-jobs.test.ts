import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createFinishedJobCleaner } from '../../src/public/controllers.js'
import { defineResource } from '../../src/public/index.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { namesOf } from './support.js'

const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' } as const
// Jobs as far as the loop knows them; the kind itself comes from a cluster's document.
const Job = defineResource({
  group: 'batch.example.com',
  kind: 'Job',
  versions: [{ name: 'v1', subresources: { status: true } }],
})

let lab: TestPlane
beforeEach(async () => {
  lab = await testPlane({
    resources: [{ ...Job, group: 'batch', storedAs: { group: 'batch', resource: 'jobs' } }],
    controllers: ['garbagecollector', 'ttl-after-finished'],
  })
})
afterEach(() => lab.close())

const jobs = () => lab.client().resource(JOBS).namespace('default')
const at = (ms: number) => new Date(lab.clock.now() + ms).toISOString()
async function create(name: string, spec: object, ...conditions: readonly object[]) {
  const made = await jobs().create({ metadata: { name }, spec })
  await jobs().status.update({ ...made, status: { conditions } })
}
const done = (type: string, status = 'True') => ({ type, status, lastTransitionTime: at(0) })

test.each(['Complete', 'Failed'])(
  'a Job that is %s is deleted after its ttlSecondsAfterFinished, and no earlier',
  async (type) => {
    await create('a', { ttlSecondsAfterFinished: 100 }, done(type))
    await lab.advance(99_000)
    expect(await namesOf(jobs())).toEqual(['a'])
    await lab.advance(1_000)
    expect(await namesOf(jobs())).toEqual([])
  },
)

test('a Job stays that is not finished, has no time to live, or gets a longer one', async () => {
  await create('running', { ttlSecondsAfterFinished: 0 })
  await create('suspended', { ttlSecondsAfterFinished: 0 }, done('Suspended'), done('Complete', 'False'))
  await create('kept', {}, done('Complete'))
  await create('longer', { ttlSecondsAfterFinished: 100 }, done('Complete'))
  await lab.advance(50_000)
  await jobs().patch('longer', { merge: { spec: { ttlSecondsAfterFinished: 1000 } } })
  await lab.advance(100_000)
  expect(await namesOf(jobs())).toEqual(['kept', 'longer', 'running', 'suspended'])
})

test('a Job with a time to live of 0 is deleted at once', async () => {
  await create('a', { ttlSecondsAfterFinished: 0 }, done('Complete'))
  await lab.settled()
  expect(await namesOf(jobs())).toEqual([])
})

test('the loop can run alone, and a plane without Jobs does not have it', async () => {
  const other = await testPlane({ controllers: ['ttl-after-finished'] })
  await other.settled()
  expect(other.history({ resource: 'jobs' })).toEqual([])
  await other.close()
  const loop = createFinishedJobCleaner(lab.client())
  await loop.synced
  await loop.stop()
})
