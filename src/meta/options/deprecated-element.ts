/**
 * Deprecated parts of a command line: flags, commands, values.
 *
 * @module
 * @see Specification, "Deprecation rules", 5 and 6
 */

import * as check from './option-checks.js'
import { compareReleases, laterRelease, type Release } from './release.js'

/** A deprecated part of a command line. */
export interface DeprecatedElement {
  /** As on the command line: `--old-flag`, `serve`, `--format=xml`. */
  readonly name: string
  /** Its stability before; `GA` by default. */
  readonly stability?: 'ALPHA' | 'BETA' | 'GA'
  /** Who uses it: users of a service, or its administrators, who get less notice. Default `user`. */
  readonly audience?: 'user' | 'admin'
  /** The first release that warns about it. */
  readonly deprecated: Release
  /** The first release without it; absent if not decided. */
  readonly removed?: Release
  /** The replacement. */
  readonly replacement?: string
}

/** Releases for which an element remains after its deprecation. There is one about every four months. */
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
 * @throws RangeError, with one line, when it is already removed in the release, or would be removed sooner than the rules allow.
 */
export function deprecationOf(element: DeprecatedElement, release: string): string | undefined {
  check.refuse('deprecationOf', [...anElement(element, 'element'), ...check.text(release, 'release')])
  const { name, stability = 'GA', audience = 'user', deprecated, removed, replacement } = element
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  if (removed !== undefined) {
    const stays = STAYS[audience][stability]
    if (compareReleases(removed, laterRelease(deprecated, stays)) < 0)
      throw new RangeError(
        `${name}: deprecated in ${deprecated} and removed in ${removed}: expected ${stays} releases or more between`,
      )
    if (compareReleases(release, removed) >= 0) throw new RangeError(`${name} was removed in ${removed}${instead}`)
  }
  if (compareReleases(release, deprecated) < 0) return undefined
  return `${name} is deprecated since ${deprecated}${removed === undefined ? '' : ` and will be removed in ${removed}`}${instead}`
}
