/**
 * Finds what is wrong with a description of a subresource of an embedder's own.
 *
 * @module
 */

import { isRecord, validateDnsLabel } from '../meta/index.js'
import { PROXY_METHODS } from './connect-subresource.js'

/** What kinds are called. */
export const KIND = /^[A-Z][A-Za-z0-9]{0,62}$/

const FORMS = ['create', 'stream', 'proxy'] as const
const PARAMETER = /^[A-Za-z][A-Za-z0-9]{0,62}$/
const PARAMETER_TYPES: readonly unknown[] = ['string', 'integer', 'boolean', 'strings']
/** Members that options have by themselves. */
const RESERVED: readonly string[] = ['kind', 'apiVersion', 'metadata']

/**
 * Finds what is wrong with a description of a subresource.
 *
 * @param name - Its name.
 * @param spec - What was written.
 */
export function* subresourceProblems(name: string, spec: unknown): Iterable<string> {
  if (validateDnsLabel(name).length > 0) yield 'must be a lower-case DNS label'
  const { kind, parameters = {}, methods = [], ...rest } = isRecord(spec) ? spec : {}
  const forms = FORMS.filter((form) => typeof rest[form] === 'function')
  if (forms.length !== 1) {
    yield 'must have a kind, such as "WidgetRestart", and a function create; or a function stream; or a function proxy'
    return
  }
  if (kind === undefined ? forms[0] === 'create' : typeof kind !== 'string' || !KIND.test(kind))
    yield 'must have a kind, such as "WidgetRestart"'
  for (const [parameter, type] of Object.entries(isRecord(parameters) ? parameters : {})) {
    if (!PARAMETER.test(parameter) || RESERVED.includes(parameter))
      yield `must not have a parameter ${JSON.stringify(parameter)}: names are letters and digits, such as "tailLines"`
    else if (!PARAMETER_TYPES.includes(type)) yield `must have parameters of type ${PARAMETER_TYPES.join(', ')}`
  }
  const known: readonly unknown[] = PROXY_METHODS
  if (!Array.isArray(methods) || methods.some((method) => !known.includes(method)))
    yield `must have methods among ${PROXY_METHODS.join(', ')}`
}
