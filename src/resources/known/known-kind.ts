/**
 * Properties of a kind that OpenAPI documents do not contain.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import type { ResourceDefinition, Subresource } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import type { StatusRule } from '../fields/validate-status.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import type { StatusTakes } from '../subresources/subresources.js'
import type { TableDefinition } from '../tables/tables.js'

/** Properties of a kind, in addition to its document. */
export interface KnownKind {
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly hasGeneration?: boolean
  /** Paths of the counts for the scale subresource. */
  readonly scale?: ScaleSubresource
  readonly table?: TableDefinition
  readonly selectableFields?: NonNullable<ResourceDefinition['selectableFields']>
  readonly strategy?: Strategy
  /** Validates writes of the status, for which the rules of the strategy do not count. */
  readonly validateStatus?: StatusRule
  /** Metadata fields that a status write changes. Default {@link STATUS_TAKES}. */
  readonly statusTakes?: StatusTakes
  /** Subresources besides status and scale. */
  readonly subresources?: readonly Subresource[]
  /** Set when the strategy validates objects instead of the schema: completely, or except for enums. */
  readonly judgesItself?: 'in-full' | 'but-choices'
  /** Fields of the types of its schema whose zero value is absence. */
  readonly plainFields?: (type: string) => ReadonlySet<string>
  readonly convert?: (object: ApiObject, apiVersion: string) => ApiObject
}

/** Known kinds by plural name, for one group without its domain: `networking`, or `apps`, which has none. */
export interface KnownGroup {
  readonly group: string
  readonly kinds: Readonly<Record<string, KnownKind>>
}

/** Looks up a kind by its group, in the plane's dialect, and its plural name. */
export type KnownKinds = (group: string, plural: string) => KnownKind

const NOTHING: KnownKind = Object.freeze({})

/** Knows no kind. */
export const nothingKnown: KnownKinds = () => NOTHING
