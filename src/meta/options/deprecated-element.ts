/**
 * Parts of a command line that are going away: flags, commands, values.
 *
 * @module
 * @see Specification, "Deprecation rules", 5 and 6
 */

import * as check from './option-checks.js'
import { compareReleases, parseRelease, type Release } from './release.js'

/** A part of a command line that is going away. */
export interface DeprecatedElement {
  /** As it is written: `--old-flag`, `serve`, `--format=xml`. */
  readonly name: string
  /** How stable it was; `GA` by default. */
  readonly stability?: 'ALPHA' | 'BETA' | 'GA'
  /** Whether users of a service write it, or its administrators, who get less notice. Default `user`. */
  readonly audience?: 'user' | 'admin'
  /** The first release that warns of its use. */
  readonly deprecated: Release
  /** The first release that does not have it any more; absent while that is not known. */
  readonly removed?: Release
  /** What to write instead. */
  readonly replacement?: string
}

/** Releases that an element stays after its deprecation. There is one about every four months. */
const STAYS = {
  user: { GA: 3, BETA: 1, ALPHA: 0 },
  admin: { GA: 2, BETA: 1, ALPHA: 0 },
} as const

const { text } = check
const anElement = /* @__PURE__ */ check.members<keyof DeprecatedElement>(
  { name: text, stability: text, audience: text, deprecated: text, removed: text, replacement: text },
  ['name', 'deprecated'],
)

/**
 * The deprecation warning for users of a flag or another part of a command line.
 *
 * @param element - The part.
 * @param release - The release of the program.
 * @returns One line; undefined as long as the part is not deprecated.
 * @throws RangeError, with one line, when the release does not have it any more, or when it would go sooner than the rules allow.
 */
export function deprecationOf(element: DeprecatedElement, release: string): string | undefined {
  check.refuse('deprecationOf', [...anElement(element, 'element'), ...check.text(release, 'release')])
  const { name, stability = 'GA', audience = 'user', deprecated, removed, replacement } = element
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  if (removed !== undefined) {
    const stays = STAYS[audience][stability]
    if (compareReleases(removed, later(deprecated, stays)) < 0)
      throw new RangeError(
        `${name}: deprecated in ${deprecated} and removed in ${removed}: expected ${stays} releases or more between`,
      )
    if (compareReleases(release, removed) >= 0) throw new RangeError(`${name} was removed in ${removed}${instead}`)
  }
  if (compareReleases(release, deprecated) < 0) return undefined
  return `${name} is deprecated since ${deprecated}${removed === undefined ? '' : ` and will be removed in ${removed}`}${instead}`
}

function later(release: Release, count: number): Release {
  const { major = 0, minor = 0 } = parseRelease(release) ?? {}
  return `${major}.${minor + count}`
}
