/**
 * An operation of a served type, independent of the version of OpenAPI.
 *
 * @module
 */

import type { GroupVersionKind } from '../../meta/index.js'
import type { Action, Parameter } from './parameters.js'

/** HTTP methods in lower case, as documents write them. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options'

/** One operation. */
export interface Operation {
  readonly method: Method
  readonly action: Action
  readonly id: string
  readonly description: string
  /** The kind that it is about. */
  readonly kind: GroupVersionKind
  /** Name of the schema of the body, if there is one. */
  readonly body?: string
  /** Whether the body may be left out. */
  readonly bodyOptional: boolean
  /** Name of the schema of a successful answer; absent for text, or whatever it may be. */
  readonly answer?: string
  /** Query parameters instead of those of its action. */
  readonly parameters?: readonly Parameter[]
  /** Success codes with what they mean. */
  readonly codes: Readonly<Record<string, string>>
  readonly deprecated: boolean
  /** Media types of a patch; empty for every other action. */
  readonly patchTypes: readonly string[]
  /** Whether answers come in the binary envelope too. */
  readonly binary: boolean
}

/** A path with its operations. */
export interface PathOperations {
  readonly path: string
  /** Names of the parameters in the path. */
  readonly parameters: readonly string[]
  readonly operations: readonly Operation[]
}
