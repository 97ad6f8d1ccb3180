/**
 * Names of published schemas, in the field's style: reversed domain of the group, version, kind.
 *
 * @module
 */

import type { Dialect, GroupVersionKind } from '../../meta/index.js'

/**
 * Names the schema of a kind: `com.example.stable.v1.Widget`, `io.platform.core.v1.ConfigMap`.
 *
 * @param gvk - The kind.
 * @param dialect - Its domain stands before groups that have none.
 */
export function schemaName({ group, version, kind }: GroupVersionKind, { groupDomain }: Dialect): string {
  const domain = group.includes('.') ? group : `${group === '' ? 'core' : group}.${groupDomain}`
  return `${domain.split('.').reverse().join('.')}.${version}.${kind}`
}

/**
 * Names the schema of one of the kinds and parts that all groups share, such as `ObjectMeta`.
 *
 * @param kind - Its kind.
 * @param dialect - Whose domain to use.
 */
export const metaName = (kind: string, dialect: Dialect): string => schemaName({ group: 'meta', version: 'v1', kind }, dialect)

/** Where references point to: OpenAPI v3's place for schemas. */
export const COMPONENTS = '#/components/schemas/'

/** A reference to a published schema. */
export const refTo = (name: string): { readonly $ref: string } => ({ $ref: COMPONENTS + name })

/**
 * Writes a name as part of an operation's id: `events.platform.io` becomes `EventsPlatformIo`.
 *
 * @param text - A group, version or name.
 */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
