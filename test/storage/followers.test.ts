import { expect, test } from '@jest/globals'
import { Followers } from '../../src/storage/followers.js'

const MIB = 1024 * 1024

/** Followers that have received a number of changes. */
function told(count: number, bytes: number) {
  const followers = new Followers(1)
  const value = new Uint8Array(bytes)
  for (let revision = 2; revision <= count + 1; revision++) followers.announce({ key: 'a', revision, value })
  return followers
}

/** Number of the newest changes that a follower which starts late receives. */
function kept(followers: Followers): number {
  for (let count = 0; ; count++) {
    try {
      followers.follow(followers.latest - count - 1, () => {})()
    } catch {
      return count
    }
  }
}

test('a follower that starts late receives the last changes, up to 32 MiB', () => {
  expect(kept(told(1_000, 10))).toBeGreaterThanOrEqual(64)
  const large = kept(told(1_000, MIB))
  expect(large).toBeGreaterThanOrEqual(16)
  expect(large).toBeLessThanOrEqual(32)
})

test('every change is delivered once and in order, whatever its size', () => {
  const followers = new Followers(1)
  const seen: number[] = []
  followers.follow(1, ({ revision }) => seen.push(revision))
  const sizes = Array.from({ length: 50 }, (_, i) => (i % 7) * MIB)
  for (const [i, size] of sizes.entries()) followers.announce({ key: 'a', revision: i + 2, value: new Uint8Array(size) })
  expect(seen).toEqual(sizes.map((_, i) => i + 2))
})
