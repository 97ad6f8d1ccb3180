import { expect, test } from '@jest/globals'
import { StreamRooms } from '../../../src/server/answers/stream-room.js'

const KIB = 1024

test('a stream may have 64 KiB waiting, and 4 KiB once its user has half of what there is', () => {
  const rooms = new StreamRooms(256 * KIB)
  const [first, second, third] = [rooms.open('ann'), rooms.open('ann'), rooms.open('ann')]
  first.hold(64 * KIB)
  second.hold(64 * KIB)
  expect([first, second, third, rooms.open('bob')].map(({ bytes }) => bytes / KIB)).toEqual([64, 64, 4, 64])
  third.hold(64 * KIB)
  expect(third.bytes).toBe(4 * KIB)
  first.release()
  first.release()
  expect(third.bytes).toBe(64 * KIB)
})
