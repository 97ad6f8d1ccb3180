/**
 * Names of published schemas, in the style of Kubernetes: reversed domain of the group, version, kind.
 *
 * @module
 */

import type { GroupVersionKind } from '../../meta/index.js'

/**
 * Names the schema of a kind: `com.example.stable.v1.Widget`, `core.v1.ConfigMap`.
 *
 * @param gvk - The kind.
 */
export const schemaName = ({ group, version, kind }: GroupVersionKind): string =>
  `${group === '' ? 'core' : group.split('.').reverse().join('.')}.${version}.${kind}`

/**
 * Names the schema of one of the kinds and parts that all groups share, such as `meta.v1.ObjectMeta`.
 *
 * @param kind - Its kind.
 */
export const metaName = (kind: string): string => schemaName({ group: 'meta', version: 'v1', kind })

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
