/**
 * The names of types: group, version and kind, or group, version and resource.
 *
 * @module
 */

import { compareText } from '../values/text.js'

/** Names a kind: the schema of an object. */
export interface GroupVersionKind {
  /** API group, empty for the core group. */
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Names a resource type as in URLs, without its version. */
export interface GroupResource {
  /** API group, empty for the core group. */
  readonly group: string
  /** Plural, lower-case name, such as `configmaps`. */
  readonly resource: string
}

/** Names a resource type as in URLs. */
export interface GroupVersionResource extends GroupResource {
  readonly version: string
}

/**
 * Writes the `apiVersion` of a group and version: `v1` for the core group, else `group/version`.
 *
 * @param group - API group, empty for the core group.
 * @param version - Version within the group.
 * @see Specification, "Object metadata"
 */
export function formatApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`
}

/**
 * Reads an `apiVersion`.
 *
 * @param apiVersion - `v1` or `group/version`.
 * @returns Group (empty for the core group) and version, or undefined with more than one slash.
 */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } | undefined {
  const parts = apiVersion.split('/')
  if (parts.length === 1) return { group: '', version: apiVersion }
  if (parts.length !== 2) return undefined
  return { group: parts[0] as string, version: parts[1] as string }
}

/**
 * Formats a resource for messages: `leases.coordination.platform.io`, or `configmaps` for the core group.
 *
 * @param resource - Group and plural name.
 */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}

/** The type of namespaces. Types of other groups may have the same plural name. */
export const NAMESPACES: GroupResource = /* @__PURE__ */ Object.freeze({ group: '', resource: 'namespaces' })

/** Whether a type is that of namespaces, by its group as well. */
export const isNamespaces = ({ group, resource }: GroupResource): boolean =>
  group === NAMESPACES.group && resource === NAMESPACES.resource

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/
const LEVELS = { alpha: 0, beta: 1, stable: 2 } as const

/** Compares whole numbers of any length: the larger first. */
function byNumber(left = '0', right = '0'): number {
  const [a, b] = [BigInt(left), BigInt(right)]
  return a > b ? -1 : a < b ? 1 : 0
}

/**
 * Orders versions by preference: stable before beta before alpha, then the higher number; others follow by name.
 *
 * @param left - A version such as `v1beta2`.
 * @param right - Another one.
 * @returns Negative when `left` is preferred, 0 only for equal texts.
 * @see Specification, "Levels"
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [VERSION.exec(left), VERSION.exec(right)]
  if (!a || !b) return a ? -1 : b ? 1 : compareText(left, right)
  const level = (match: RegExpExecArray) => LEVELS[(match[2] as 'alpha' | 'beta' | undefined) ?? 'stable']
  return level(b) - level(a) || byNumber(a[1], b[1]) || byNumber(a[3], b[3]) || compareText(left, right)
}

/** The stability of a version: `alpha` and `beta` are in its name, others are stable. */
export type Stability = keyof typeof LEVELS

/**
 * The stability of a version.
 *
 * @param version - Such as `v1beta1`.
 * @see Specification, "Levels"
 */
export const stabilityOf = (version: string): Stability => (/^v\d+(alpha|beta)\d+$/.exec(version)?.[1] as Stability) ?? 'stable'
