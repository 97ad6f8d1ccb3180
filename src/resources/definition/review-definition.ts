/**
 * Definitions of the built-in virtual kinds, which are answered and not stored.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'
import { type BuiltinKind, builtinDefinition } from './builtin-definition.js'
import type { ResourceDefinition } from './definition.js'
import type { Strategy } from './strategy.js'

/** The kind-specific parts of a virtual kind. */
export interface ReviewKind extends Omit<BuiltinKind, 'plural' | 'table' | 'strategy' | 'verbs' | 'subresources'> {
  readonly validate?: NonNullable<Strategy['validateCreate']>
  readonly defaults?: NonNullable<Strategy['defaults']>
  readonly review: NonNullable<ResourceDefinition['review']>
}

/**
 * Creates the definition of a virtual kind.
 *
 * @param dialect - The dialect of the schema's markers.
 * @param kind - The kind-specific parts.
 */
export const reviewDefinition = (dialect: Dialect, { validate, defaults, ...kind }: ReviewKind): ResourceDefinition =>
  builtinDefinition(dialect, {
    ...kind,
    plural: `${kind.kind.toLowerCase()}s`,
    verbs: ['create'],
    table: tableOf([nameColumn, ageColumn]),
    strategy: { ...(validate && { validateCreate: validate }), ...(defaults && { defaults }) },
  })
