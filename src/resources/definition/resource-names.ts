/**
 * The names of a type: given ones, and derived ones.
 *
 * @module
 */

import type { ResourceDefinition } from './definition.js'

type Names = ResourceDefinition['names']

/**
 * Completes the names of a type as Kubernetes does.
 *
 * @param given - At least the kind and the plural.
 */
export const resourceNames = ({ kind, plural, ...given }: Pick<Names, 'kind' | 'plural'> & Undefinable<Names>): Names => ({
  plural,
  singular: given.singular ?? kind.toLowerCase(),
  kind,
  listKind: given.listKind ?? `${kind}List`,
  shortNames: given.shortNames ?? [],
  categories: given.categories ?? [],
})

type Undefinable<T> = { readonly [K in keyof T]?: T[K] | undefined }
