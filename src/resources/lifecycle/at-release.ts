/**
 * Types as of a release: with the versions that it serves, and deprecation warnings.
 *
 * @module
 */

import {
  type ApiObject,
  compareReleases,
  compareVersions,
  type Dialect,
  type FieldError,
  formatApiVersion,
  oncePerDialect,
} from '../../meta/index.js'
import type { ResourceDefinition, ResourceVersion } from '../definition/definition.js'
import { storedApiVersionOf } from '../definition/stored-as.js'
import { podSecurityPolicyDefinition } from '../policy/pod-security-policy.js'
import { withoutLaterFields } from './later-fields.js'
import { withoutLaterWarnings } from './later-warnings.js'
import { type Conversions, lossless } from './lossless.js'
import { olderSchema } from './older-schema.js'
import { livesOf, type Removal, removalsOf } from './removals.js'
import { isDeprecated, isIntroducedBy, isThere, lifeWarning, type VersionLife } from './version-life.js'

/** The first release with known versions. For older releases, the plane's own kinds are unchanged. */
export const FIRST_RELEASE = '1.15'

/** The last release with known changes, which are future removals. */
export const LAST_RELEASE = '1.40'

/**
 * Whether a release is a Kubernetes release with known versions; the release of an embedder's product is not.
 *
 * @param release - The release.
 * @throws RangeError for an invalid text.
 */
export const isKnownRelease = (release: string): boolean =>
  release.startsWith('1.') && compareReleases(release, FIRST_RELEASE) >= 0

/**
 * Returns types as of a release. Objects that were stored under another release are kept unchanged.
 *
 * @param definitions - The types, each with all its versions.
 * @param release - The release.
 * @param dialect - The plane's dialect.
 * @throws RangeError, with one line, when the release lacks the storage version of a custom type, or introduces it although the
 *   type has older versions.
 * @see Specification, "Deprecation rules", 4b
 */
export function atRelease(
  definitions: readonly ResourceDefinition[],
  release: string,
  dialect: Dialect,
): readonly ResourceDefinition[] {
  const gone = isKnownRelease(release) ? goneWithoutHeir(definitions, dialect, isThereAt(release)) : []
  const types = [...definitions, ...gone].map((definition) => typesAt(definition, release, dialect))
  return [...types.flatMap(({ own }) => own), ...types.flatMap(({ views }) => views)]
}

/** The types that a definition stands for. */
interface Types {
  /** The type itself, if it has versions. */
  readonly own: readonly ResourceDefinition[]
  /** The same objects in the groups that the type had formerly. */
  readonly views: readonly ResourceDefinition[]
}

/** By definition and release: planes share the definitions of their own kinds. */
const typesOfReleases = /* @__PURE__ */ oncePerDialect(() => new WeakMap<ResourceDefinition, Map<string, Types>>())

function typesAt(definition: ResourceDefinition, release: string, dialect: Dialect): Types {
  const ofReleases = typesOfReleases(dialect)
  const known = ofReleases.get(definition) ?? new Map<string, Types>()
  const types = known.get(release) ?? makeTypesAt(definition, release, dialect)
  ofReleases.set(definition, known.set(release, types))
  return types
}

function makeTypesAt(definition: ResourceDefinition, release: string, dialect: Dialect): Types {
  const { own, views } = isKnownRelease(release)
    ? withFormerVersions(definition, dialect, isThereAt(release))
    : { own: definition, views: [] }
  const ofRelease = (type: ResourceDefinition) => withVersionsOf(type, release, dialect)
  return { own: ofRelease(own), views: views.flatMap(ofRelease) }
}

/** A type with the versions of a release; none if it has no version there. */
function withVersionsOf(definition: ResourceDefinition, release: string, dialect: Dialect): readonly ResourceDefinition[] {
  const known = isKnownRelease(release)
    ? withoutLaterWarnings(withoutLaterFields(definition, release, dialect), release)
    : definition
  if (definition.versions.every(({ life }) => life === undefined)) return [known]
  const versions = definition.versions.filter(({ life = {} }) => isThere(life, release))
  if (versions.length === 0) return []
  const stored = definition.versions.find(({ name }) => name === definition.storageVersion)
  const older = versions.filter(({ life }) => !isIntroducedBy(life, release))
  if (definition.custom && stored && (!versions.includes(stored) || (older.length > 0 && !older.includes(stored)))) {
    const { group, names, storageVersion } = definition
    const why = versions.includes(stored)
      ? `which is new in that release: the one before could not read it; store ${older[0]?.name} for one release more`
      : 'which that release does not have'
    throw new RangeError(`release ${JSON.stringify(release)}: ${names.kind} of ${group} is stored in ${storageVersion}, ${why}`)
  }
  // A new version is preferred only from the next release on, so that clients of that release can be rolled back to this one.
  const isNew = (version: ResourceVersion) => older.length > 0 && !older.includes(version)
  const inOrder = [...versions.filter((version) => !isNew(version)), ...versions.filter(isNew)]
  const shown = inOrder.map((version) => ({
    ...asOf(definition, version, release),
    ...(isNew(version) && { isNew: true }),
  }))
  return [{ ...known, versions: shown }]
}

function asOf({ group, names: { kind } }: ResourceDefinition, version: ResourceVersion, release: string): ResourceVersion {
  const { life } = version
  if (!life || !isDeprecated(life, release)) return version
  const deprecationWarning = version.deprecationWarning ?? lifeWarning({ group, version: version.name, kind }, life)
  return { ...version, deprecated: true, deprecationWarning }
}

const keyOf = (group: string, resource: string): string => `${group}/${resource}`

/** What releases have changed, by the group and resource of the present types. */
const historyOf = /* @__PURE__ */ oncePerDialect((dialect) => {
  const removals = new Map<string, Removal[]>()
  for (const removal of removalsOf(dialect)) {
    if (!removal.replacement) continue
    const key = keyOf(removal.replacement.group, removal.resource)
    removals.set(key, [...(removals.get(key) ?? []), removal])
  }
  const lives = new Map<string, Map<string, VersionLife>>()
  for (const { group, resource, version, life } of livesOf(dialect)) {
    const key = keyOf(group, resource)
    lives.set(key, (lives.get(key) ?? new Map()).set(version, life))
  }
  return { removals, lives, gone: removalsOf(dialect).find(({ replacement }) => replacement === undefined) }
})

/**
 * The types with all their former versions, for conversions. A type that has moved to another group exists in both groups, and a type
 * without a successor is included too.
 *
 * @param present - The current types.
 * @param dialect - The plane's dialect.
 */
export function withOlderVersions(present: readonly ResourceDefinition[], dialect: Dialect): readonly ResourceDefinition[] {
  const gone = goneWithoutHeir(present, dialect, () => true)
  const types = [...present, ...gone].map((definition) => withFormerVersions(definition, dialect, () => true))
  return [...types.map(({ own }) => own), ...types.flatMap(({ views }) => views)]
}

/** A type with its former versions, and its views in former groups. */
function withFormerVersions(
  definition: ResourceDefinition,
  dialect: Dialect,
  isWanted: IsWanted,
): { readonly own: ResourceDefinition; readonly views: readonly ResourceDefinition[] } {
  const { removals, lives } = historyOf(dialect)
  const key = keyOf(definition.group, definition.names.plural)
  const views: ResourceDefinition[] = []
  const older = definition.custom ? undefined : removals.get(key)
  const whole = older ? withRemovals(definition, older, { dialect, isWanted }, views) : definition
  const lifeOf = lives.get(key)
  if (!lifeOf) return { own: whole, views }
  const withLife = (version: ResourceVersion, life: VersionLife | undefined) => (life ? { ...version, life } : version)
  return { own: { ...whole, versions: whole.versions.map((version) => withLife(version, lifeOf.get(version.name))) }, views }
}

/** Whether a version of this life is added. */
type IsWanted = (life: Pick<VersionLife, 'introduced' | 'removed'>) => boolean

/** Only the versions of a release are added. Objects in any version are still converted. */
const isThereAt =
  (release: string): IsWanted =>
  (life) =>
    isThere(life, release)

/** The single type without a present version, added to its group. */
function goneWithoutHeir(
  present: readonly ResourceDefinition[],
  dialect: Dialect,
  isWanted: IsWanted,
): readonly ResourceDefinition[] {
  const { gone } = historyOf(dialect)
  if (!gone || !isWanted(gone)) return []
  const ofGroup = present.filter(({ group, custom }) => group === gone.group && !custom)
  if (ofGroup.length === 0 || ofGroup.some(({ names }) => names.plural === gone.resource)) return []
  const { introduced, deprecated, removed } = gone
  return [podSecurityPolicyDefinition(dialect, { introduced, deprecated, removed })]
}

function withRemovals(
  definition: ResourceDefinition,
  removals: readonly Removal[],
  { dialect, isWanted }: { readonly dialect: Dialect; readonly isWanted: IsWanted },
  views: ResourceDefinition[],
): ResourceDefinition {
  const convert = convertBy(definition, removals, dialect)
  const allowing = removals.flatMap(({ form }) => form.allows ?? [])
  const hasAllowed = (fault: FieldError) => allowing.some((allows) => allows(fault))
  const common = { ...definition, convert, ...(allowing.length > 0 && { hasAllowed }) }
  const preferred = definition.versions.find(({ name }) => name === definition.storageVersion) ?? definition.versions[0]
  const older = removals
    .filter(isWanted)
    .map((removal) => ({ removal, version: olderVersion(definition, removal, { preferred, dialect }) }))
  for (const group of new Set(older.map(({ removal }) => removal.group))) {
    if (group === definition.group) continue
    const moved = older.filter(({ removal }) => removal.group === group)
    views.push({ ...common, group, versions: moved.map(({ version }) => version) })
  }
  const known = new Set(definition.versions.map(({ name }) => name))
  const since = new Map(
    removals.flatMap(({ replacement }) => (replacement ? [[replacement.version, replacement.introduced]] : [])),
  )
  const present = definition.versions.map((version): ResourceVersion => {
    const introduced = since.get(version.name)
    return introduced === undefined || version.life ? version : { ...version, life: { introduced } }
  })
  const added = older.filter(({ removal, version }) => removal.group === definition.group && !known.has(version.name))
  return {
    ...common,
    versions: [...present, ...added.map(({ version }) => version)].sort((a, b) => compareVersions(a.name, b.name)),
  }
}

function olderVersion(
  { names }: ResourceDefinition,
  { version: name, introduced, deprecated, removed, served, replacement, form }: Removal,
  { preferred, dialect }: { readonly preferred: ResourceVersion | undefined; readonly dialect: Dialect },
): ResourceVersion {
  const { schema, ...rest } = preferred ?? { name, served: true, subresources: [] }
  const life: VersionLife = {
    introduced,
    deprecated,
    removed,
    ...(replacement && { replacement: { group: replacement.group, version: replacement.version, kind: names.kind } }),
  }
  return {
    ...rest,
    ...(schema && { schema: form.changes ? olderSchema(schema, form.changes, dialect) : schema }),
    ...(form.allows && { allows: form.allows }),
    name,
    life,
    served,
  }
}

/** Converts between any two versions, through the storage version. */
function convertBy(
  definition: ResourceDefinition,
  removals: readonly Removal[],
  dialect: Dialect,
): NonNullable<ResourceDefinition['convert']> {
  const annotation = `conversion.${dialect.labelDomain}/lost-fields`
  const forms = new Map<string, Conversions>()
  const formOf = (apiVersion: string): Conversions | undefined => {
    if (forms.size === 0) {
      for (const { group, version, form } of removals) forms.set(formatApiVersion(group, version), lossless(form, annotation))
    }
    return forms.get(apiVersion)
  }
  const stored = storedApiVersionOf(definition)
  const base = (object: ApiObject, apiVersion: string): ApiObject =>
    object.apiVersion === apiVersion ? object : (definition.convert?.(object, apiVersion) ?? { ...object, apiVersion })
  return (object, apiVersion) => {
    if (object.apiVersion === apiVersion) return object
    const from = formOf(object.apiVersion)
    const present = from ? { ...from.toPresent(object), apiVersion: stored } : object
    const to = formOf(apiVersion)
    return to ? { ...to.fromPresent(base(present, stored)), apiVersion } : base(present, apiVersion)
  }
}
