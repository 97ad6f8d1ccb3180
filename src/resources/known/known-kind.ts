/**
 * Kind-specific rules of a kind that documents do not say.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import type { ResourceDefinition, Subresource } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import type { StatusTakes } from '../subresources/subresources.js'
import type { TableDefinition } from '../tables/tables.js'

/** Kind-specific rules of a kind, beside its document. */
export interface KnownKind {
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly hasGeneration?: boolean
  /** Where the scale subresource finds its counts. */
  readonly scale?: ScaleSubresource
  readonly table?: TableDefinition
  readonly selectableFields?: NonNullable<ResourceDefinition['selectableFields']>
  readonly strategy?: Strategy
  /** Members of the metadata that a write of the status takes. Default {@link STATUS_TAKES}. */
  readonly statusTakes?: StatusTakes
  /** Subresources beside status and scale. */
  readonly subresources?: readonly Subresource[]
  /** Set when the strategy judges objects, so that the schema need not: all of them, or all but values that are among a few. */
  readonly judgesItself?: 'in-full' | 'but-choices'
  readonly convert?: (object: ApiObject, apiVersion: string) => ApiObject
}

/** Known kinds by plural name, for one group without its domain: `networking`, or `apps`, which has none. */
export interface KnownGroup {
  readonly group: string
  readonly kinds: Readonly<Record<string, KnownKind>>
}
