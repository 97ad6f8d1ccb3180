/**
 * The fields of stored policies and bindings that admission reads. They were validated when written.
 *
 * @module
 */

import type { ApiObject, LabelSelectorObject } from '../../meta/index.js'
import type { MatchCriteria } from '../matching/index.js'

/** An expression with a name. */
export interface NamedExpression {
  readonly name: string
  readonly expression: string
}

/** Fields of both kinds of policies. */
export interface PolicySpec {
  readonly failurePolicy?: string
  readonly paramKind?: { readonly apiVersion: string; readonly kind: string }
  readonly matchConstraints?: MatchCriteria
  readonly matchConditions?: readonly NamedExpression[]
  readonly variables?: readonly NamedExpression[]
}

/** Fields of both kinds of bindings. */
export interface BindingSpec {
  readonly policyName: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchCriteria
}

/** The parameters of a binding. */
export interface ParamRef {
  readonly name?: string
  /** The namespace of the request when absent. */
  readonly namespace?: string
  readonly selector?: LabelSelectorObject
  readonly parameterNotFoundAction?: string
}

/** A stored policy or binding. */
export interface Stored<Spec> {
  readonly name: string
  readonly uid: string
  readonly spec: Spec
}

/** Reads a stored policy or binding. */
export const readStored = <Spec>({ metadata, spec }: ApiObject): Stored<Spec> => ({
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
  spec: spec as Spec,
})
