/**
 * Rights on the parameters of policies: expressions read them with the rights of the plane, and their messages show what they read.
 * Who writes a policy or a binding must be able to read its parameters.
 *
 * @module
 */

import { type ApiObject, forbiddenField, type GroupResource, invalid, jsonEqual, parseApiVersion } from '../../meta/index.js'
import type { AskedRight, ChangeContext, Strategy } from '../definition/strategy.js'
import { nameOf, recordOf, textAt, textOf } from '../fields/fields.js'

type AuthorizeChange = NonNullable<Strategy['authorizeChange']>

/** Any kind, where a policy does not say which. */
const ANYTHING = { group: '*', version: '*', resource: '*' } as const

/**
 * Checks that the user may get all objects of the kind of parameters. An unchanged kind is not checked again.
 *
 * @param policy - The policy.
 * @param live - The stored one.
 * @param context - The user.
 * @throws {@link ApiError} 422.
 */
export const authorizeParamKind: AuthorizeChange = async (policy, live, context) => {
  const { paramKind } = recordOf(policy.spec)
  if (paramKind === undefined || jsonEqual(paramKind, recordOf(live?.spec).paramKind)) return
  if (await context.allows({ ...typeOf(paramKind, context), verb: 'get', name: '*', namespace: '*' })) return
  const { apiVersion, kind } = recordOf(paramKind)
  const which = `(kind=${textOf(kind)}, apiVersion=${textOf(apiVersion)})`
  refuse(
    policy,
    'spec.paramKind',
    `${who(context)} must have "get" permission on all objects of the referenced paramKind ${which}`,
  )
}

/**
 * Creates the check that the user may get the parameters that a binding refers to. The same parameters of the same policy are not
 * checked again.
 *
 * @param policies - The kind of its policies.
 * @returns A check that throws 422.
 */
export const authorizeParamRef =
  (policies: string): AuthorizeChange =>
  async (binding, live, context) => {
    const [spec, before] = [recordOf(binding.spec), recordOf(live?.spec)]
    const { paramRef, policyName } = spec
    if (paramRef === undefined || (jsonEqual(paramRef, before.paramRef) && policyName === before.policyName)) return
    const { group } = parseApiVersion(binding.apiVersion) ?? { group: '' }
    const policy = context.find({ group, resource: policies }, textOf(policyName))
    const type = typeOf(recordOf(policy?.spec).paramKind, context)
    const [name, namespace] = [textAt(paramRef, 'name'), textAt(paramRef, 'namespace')]
    if (await context.allows({ ...type, verb: 'get', name, namespace })) return
    refuse(binding, 'spec.paramRef', `${who(context)} does not have "get" permission on the object referenced by paramRef`)
  }

/** The type of parameters; all resources of the group if the plane does not serve the kind, and all types for an unknown kind. */
function typeOf(paramKind: unknown, context: ChangeContext): GroupResource & Pick<AskedRight, 'version'> {
  const { apiVersion, kind } = recordOf(paramKind)
  const text = textOf(apiVersion)
  const parsed = text === '' ? undefined : parseApiVersion(text)
  if (!parsed) return ANYTHING
  return { ...ANYTHING, ...parsed, ...context.typeOf(text, textOf(kind)) }
}

const who = ({ user }: ChangeContext): string => `user ${JSON.stringify(user.username)}`

function refuse(object: ApiObject, field: string, detail: string): never {
  const { group } = parseApiVersion(object.apiVersion) ?? { group: '' }
  throw invalid({ group, kind: object.kind }, nameOf(object), [forbiddenField(field, detail)])
}
