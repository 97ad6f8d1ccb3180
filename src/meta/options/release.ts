/**
 * Releases of a product: `1.29` comes after `1.9`.
 *
 * @module
 */

import { fits } from './option-checks.js'

/** A release, such as `1.29`: a major and a minor number. */
export type Release = `${number}.${number}`

const RELEASE = /^v?(\d{1,4})\.(\d{1,4})$/

/**
 * Parses a release.
 *
 * @param text - Such as `1.29`; a leading `v` is ignored.
 * @returns Its two numbers, or undefined for any other text.
 */
export function parseRelease(text: string): { readonly major: number; readonly minor: number } | undefined {
  const [, major, minor] = RELEASE.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}

/** A release, or text that names one. */
export const aRelease = /* @__PURE__ */ fits(
  'MAJOR.MINOR, such as "1.29"',
  (value) => typeof value === 'string' && parseRelease(value) !== undefined,
)

/**
 * Orders releases.
 *
 * @param left - A release.
 * @param right - Another one.
 * @returns Negative when `left` came first, 0 for the same release.
 * @throws RangeError for an invalid release.
 */
export const compareReleases = (left: string, right: string): number => orderOf(left) - orderOf(right)

/**
 * The release that comes some minor releases later.
 *
 * @param release - A release.
 * @param count - How many.
 */
export function laterRelease(release: Release, count: number): Release {
  const { major = 0, minor = 0 } = parseRelease(release) ?? {}
  return `${major}.${minor + count}`
}

/** The known orders: a new plane compares a few dozen releases hundreds of times. They come from tables and options only. */
const orders = /* @__PURE__ */ new Map<string, number>()

function orderOf(text: string): number {
  const known = orders.get(text)
  if (known !== undefined) return known
  const release = parseRelease(text)
  if (!release) throw new RangeError(`release ${JSON.stringify(text)}: expected MAJOR.MINOR, such as 1.29`)
  const order = release.major * 10_000 + release.minor
  orders.set(text, order)
  return order
}
