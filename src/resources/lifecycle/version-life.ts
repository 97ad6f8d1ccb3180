/**
 * The life of a version: the releases that introduce, deprecate and remove it.
 *
 * @module
 */

import {
  compareReleases,
  formatApiVersion,
  type GroupVersionKind,
  parseRelease,
  type Release,
  stabilityOf,
} from '../../meta/index.js'

/** The releases of a version. An absent release is before all known ones, or has not been decided. */
export interface VersionLife {
  /** The first release that has it. */
  readonly introduced?: Release
  /** The first release that warns of its use. */
  readonly deprecated?: Release
  /** The first release without it. */
  readonly removed?: Release
  /** What to use instead. */
  readonly replacement?: GroupVersionKind
}

/** Whether a release is at least another one. */
const reached = (release: string, other: Release | undefined): boolean =>
  other !== undefined && compareReleases(release, other) >= 0

/** Whether a release has a version. */
export const isThere = ({ introduced, removed }: Pick<VersionLife, 'introduced' | 'removed'>, release: string): boolean =>
  (introduced === undefined || reached(release, introduced)) && !reached(release, removed)

/** Whether a release is the first one that has a version. */
export const isIntroducedBy = ({ introduced }: VersionLife = {}, release: string): boolean =>
  introduced !== undefined && compareReleases(introduced, release) === 0

/** Whether a release warns of the use of a version. */
export const isDeprecated = ({ deprecated }: VersionLife, release: string): boolean => reached(release, deprecated)

/** From this release on new beta versions are off by default, like alpha ones. */
const BETA_OFF_FROM = '1.22'

/**
 * Whether a version is served by default.
 *
 * @param name - Name of the version.
 * @param life - Its life; a version without `introduced` is served.
 * @see Specification, "Levels"
 */
export function isOnByDefault(name: string, { introduced }: VersionLife): boolean {
  const stability = stabilityOf(name)
  if (stability === 'stable' || introduced === undefined) return true
  return stability === 'beta' && compareReleases(introduced, BETA_OFF_FROM) < 0
}

/**
 * The warning for each use of a deprecated version.
 *
 * @param used - What was used.
 * @param life - Its life.
 */
export function lifeWarning(used: GroupVersionKind, { deprecated, removed, replacement }: VersionLife): string {
  const say = ({ group, version, kind }: GroupVersionKind) => `${formatApiVersion(group, version)} ${kind}`
  const until = removed === undefined ? '' : `, unavailable in v${removed}+`
  return `${say(used)} is deprecated in v${deprecated}+${until}${replacement ? `; use ${say(replacement)}` : ''}`
}

/** Number of releases for which a beta version remains after its deprecation. */
const BETA_STAYS = 3

function isTooSoon(deprecated: Release | undefined, removed: Release | undefined): boolean {
  const [from, to] = [parseRelease(deprecated ?? ''), parseRelease(removed ?? '')]
  return from !== undefined && to !== undefined && from.major === to.major && to.minor - from.minor < BETA_STAYS
}

/**
 * Validates a life.
 *
 * @param name - Name of the version.
 * @param life - Its life.
 * @returns One line for each problem.
 * @see Specification, "Deprecation rules", 3 and 4a
 */
export function lifeProblems(name: string, { introduced, deprecated, removed, replacement }: VersionLife): readonly string[] {
  const problems: string[] = []
  const before = (earlier: Release | undefined, later: Release | undefined) =>
    earlier === undefined || later === undefined || compareReleases(earlier, later) < 0
  try {
    if (!before(introduced, deprecated)) problems.push('deprecated must be a release after introduced')
    if (removed !== undefined && deprecated === undefined)
      problems.push('removed needs deprecated: users have to be warned before')
    if (!before(deprecated, removed)) problems.push('removed must be a release after deprecated')
    if (!before(introduced, removed)) problems.push('removed must be a release after introduced')
  } catch (error) {
    problems.push((error as Error).message)
  }
  const order = ['alpha', 'beta', 'stable']
  const [own, other] = [stabilityOf(name), replacement && stabilityOf(replacement.version)]
  if (other && order.indexOf(other) < order.indexOf(own))
    problems.push(`a version that is ${own} cannot be replaced by one that is ${other}`)
  if (own === 'beta' && isTooSoon(deprecated, removed))
    problems.push(`a beta version stays for ${BETA_STAYS} releases or more after it is deprecated`)
  // Any other release than the first one of a major version has a predecessor in it, which had the version.
  if (own === 'stable' && (parseRelease(removed ?? '')?.minor ?? 0) > 0) {
    problems.push('a stable version cannot be removed before the next major release')
  }
  return problems
}
