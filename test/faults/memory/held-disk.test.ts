/**
 * A disk that never completes a write: which requests wait for it, and which do not.
 */

import { expect, test } from '@jest/globals'
import { createMemoryStorage } from '../../../src/storage/index.js'
import { CONFIG_MAPS, configMap, testPlane } from '../../server/plane.js'
import { jsonOf } from '../../server/requests.js'
import { Reader } from '../../server/watching.js'
import { settle } from '../../support/manual-clock.js'
import { SlowStorage } from './slow-storage.js'

const HOUR_MS = 3_600_000

/** A plane whose disk can be blocked. */
async function heldPlane() {
  let held = Promise.resolve()
  const plane = await testPlane({ storage: new SlowStorage(createMemoryStorage(), () => held) })
  const hold = () => {
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    return release
  }
  return { ...plane, hold }
}

test('a write that waits for the disk is not visible, and does not block reads and watches', async () => {
  const { plane, send, hold } = await heldPlane()
  const made = jsonOf(await send('POST', CONFIG_MAPS, { body: configMap('a') })) as { metadata: { resourceVersion: string } }
  const watch = new Reader(await send('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${made.metadata.resourceVersion}`))
  const release = hold()
  const write = send('PUT', `${CONFIG_MAPS}/a`, { body: configMap('a', { color: 'red' }) })
  await settle()
  const list = jsonOf(await send('GET', CONFIG_MAPS)) as { items: { data?: object }[] }
  expect(list.items.map(({ data }) => data)).toEqual([undefined])
  expect(watch.summary).toEqual([])
  release()
  expect((await write).status).toBe(200)
  expect(watch.summary).toEqual(['MODIFIED a'])
  await plane.close()
})

test('a write that exceeds the time limit is answered with 504, and reaches watches if it is stored later', async () => {
  const { plane, clock, send, hold } = await heldPlane()
  const watch = new Reader(await send('GET', `${CONFIG_MAPS}?watch=true`))
  const release = hold()
  const write = send('POST', CONFIG_MAPS, { body: configMap('a') })
  await settle()
  clock.advance(HOUR_MS / 60)
  expect((await write).status).toBe(504)
  release()
  await settle()
  expect(watch.summary).toEqual(['ADDED a'])
  expect((await send('GET', `${CONFIG_MAPS}/a`)).status).toBe(200)
  await plane.close()
})
