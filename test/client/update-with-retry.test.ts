import { describe, expect, test } from '@jest/globals'
import { Activity } from '../../src/client/activity.js'
import { updateWithRetry } from '../../src/client/update-with-retry.js'
import { type ApiObject, conflict, deepFreeze, notFound, systemRandom } from '../../src/meta/index.js'
import { ManualClock, settle } from '../support/manual-clock.js'

const RESOURCE = { group: '', resource: 'configmaps' }
const LIVE: ApiObject = deepFreeze({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: {} } })

/** An update that loses some times before it wins. */
function losing(times: number, options: { readonly attempts?: number; readonly signal?: AbortSignal } = {}) {
  const clock = new ManualClock()
  const written: ApiObject[] = []
  const work = updateWithRetry<ApiObject>({
    read: async () => LIVE,
    write: async (object) => {
      written.push(object)
      if (written.length <= times) throw conflict(RESOURCE, 'a', 'another writer was faster')
      return object
    },
    change: (draft) => {
      draft.metadata.labels = { n: String(written.length) }
    },
    clock,
    random: systemRandom,
    activity: new Activity(),
    ...options,
  })
  return { work, clock, written }
}

const passTime = async (clock: ManualClock) => {
  for (let turn = 0; turn < 12; turn++) await clock.advanceAndSettle(1_000)
}

describe('updateWithRetry', () => {
  test('refuses a change that returns a changed copy, which would be lost', async () => {
    const plain = { clock: new ManualClock(), random: systemRandom, activity: new Activity() }
    const change = (draft: ApiObject) => ({ ...draft, metadata: { name: 'b' } }) as unknown as undefined
    const work = updateWithRetry<ApiObject>({ read: async () => LIVE, write: async (object) => object, change, ...plain })
    await expect(work).rejects.toThrow('updateWithRetry: change returned an object: expected it to write to its argument')
  })

  test('changes the newest state in each attempt', async () => {
    const { work, clock, written } = losing(2)
    await settle()
    await passTime(clock)
    expect((await work).metadata.labels).toEqual({ n: '2' })
    expect(written).toHaveLength(3)
    expect(LIVE.metadata.labels).toEqual({})
  })

  test.each([
    { attempts: undefined, tried: 10 },
    { attempts: 1, tried: 1 },
  ])('with attempts $attempts it gives up after $tried', async ({ attempts, tried }) => {
    const { work, clock, written } = losing(100, attempts === undefined ? {} : { attempts })
    const refused = expect(work).rejects.toMatchObject({ status: { reason: 'Conflict' } })
    await settle()
    await passTime(clock)
    await refused
    expect(written).toHaveLength(tried)
  })

  test('does not retry errors that a retry cannot cure', async () => {
    const clock = new ManualClock()
    const work = updateWithRetry<ApiObject>({
      read: async () => LIVE,
      write: async () => {
        throw notFound(RESOURCE, 'a')
      },
      change: (draft) => {
        draft.kind = 'Other'
      },
      clock,
      random: systemRandom,
      activity: new Activity(),
    })
    await expect(work).rejects.toMatchObject({ status: { code: 404 } })
    expect(clock.pending).toBe(0)
  })

  test('stops waiting when its signal is aborted', async () => {
    const controller = new AbortController()
    const { work, clock } = losing(100, { signal: controller.signal })
    await settle()
    controller.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect(clock.pending).toBe(0)
  })
})
