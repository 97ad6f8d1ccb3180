/**
 * Connect requests: nothing is written, and admission sees their options.
 *
 * @module
 */

import { type ApiObject, copyWith, deepFreeze, getKey } from '../../meta/index.js'
import type { ConnectOptions, ParameterType } from '../../resources/index.js'
import type { Target } from '../types.js'
import { expectedKind } from './decode-object.js'
import type { WriteState } from './state.js'

/**
 * Options as the object that admission sees, with metadata like every object.
 *
 * @param target - The subresource.
 * @param options - By name.
 */
export function optionsObject(target: Target, options: ConnectOptions): ApiObject {
  const { kind, apiVersion } = expectedKind(target)
  return deepFreeze(copyWith({ kind, apiVersion, metadata: {} }, options))
}

/**
 * The options in such an object. Plugins may set no more than clients.
 *
 * @param target - The subresource.
 * @param object - The object.
 */
function optionsIn(target: Target, object: ApiObject): ConnectOptions {
  const options: Record<string, NonNullable<ConnectOptions[string]>> = {}
  for (const [name, type] of Object.entries(target.subresource?.connect?.parameters ?? {})) {
    const value = getKey(object, name)
    if (FITS[type](value)) options[name] = value as NonNullable<ConnectOptions[string]>
  }
  return options
}

const FITS: Readonly<Record<ParameterType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}

/** Takes the options that a plugin has changed. */
export function takeOptions(write: WriteState, changed: ApiObject): ApiObject {
  write.object = optionsObject(write.target, optionsIn(write.target, changed))
  return write.object
}

/** Step: lets the request pass, with the options after mutation. */
export function letThrough(write: WriteState<ConnectOptions>): void {
  write.answer = optionsIn(write.target, write.object)
}
