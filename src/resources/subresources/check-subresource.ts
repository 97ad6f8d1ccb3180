/**
 * Validates the spec of an embedder's subresource.
 *
 * @module
 */

import { check, isRecord, validateDnsLabel } from '../../meta/index.js'
import { typeProblems } from '../typed/refinements.js'
import type { VersionSchema } from '../typed/written-schema.js'
import { PROXY_METHODS } from './connect-subresource.js'
import type { ProxySubresource, StreamSubresource } from './connect-subresource-spec.js'
import type { CustomSubresource } from './custom-subresource-spec.js'

/** Syntax of kinds. */
export const KIND = /^[A-Z][A-Za-z0-9]{0,62}$/

const { anything, text, truth } = check
/** The members of each form of subresource. */
const FORMS = {
  create: check.members<keyof CustomSubresource>({ kind: anything, schema: anything, create: anything }),
  stream: check.members<keyof StreamSubresource>({
    kind: anything,
    parameters: check.object,
    contentType: text,
    stream: anything,
  }),
  proxy: check.members<keyof ProxySubresource>({
    kind: anything,
    parameters: check.object,
    methods: anything,
    subpaths: truth,
    proxy: anything,
  }),
} as const
const PARAMETER = /^[A-Za-z][A-Za-z0-9]{0,62}$/
const PARAMETER_TYPES: readonly unknown[] = ['string', 'integer', 'boolean', 'strings']
/** Fields of every options object, which parameters must not use. */
const RESERVED: readonly string[] = ['kind', 'apiVersion', 'metadata']

/**
 * Validates the spec of a subresource.
 *
 * @param name - Name of the subresource.
 * @param spec - The spec to validate.
 */
export function* subresourceProblems(name: string, spec: unknown): Iterable<string> {
  if (validateDnsLabel(name).length > 0) yield 'must be a lower-case DNS label'
  const { kind, parameters = {}, methods = [], schema, ...rest } = isRecord(spec) ? spec : {}
  const forms = Object.entries(FORMS).filter(([form]) => typeof rest[form] === 'function')
  const [[form, members] = []] = forms
  if (forms.length !== 1 || !members) {
    yield 'must have a kind, such as "WidgetRestart", and a function create; or a function stream; or a function proxy'
    return
  }
  for (const problem of members(spec, '')) yield `has a wrong member: ${problem}`
  for (const problem of schema ? typeProblems(schema as VersionSchema) : []) yield `has a schema whose ${problem}`
  if (kind === undefined ? form === 'create' : typeof kind !== 'string' || !KIND.test(kind))
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
