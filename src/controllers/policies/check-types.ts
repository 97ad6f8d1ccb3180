/**
 * Type checking of policies: their expressions against the kinds that they match.
 *
 * @module
 */

import { loadedPolicies, type PolicyScope, preparePolicies } from '../../admission/index.js'
import { type GroupVersionResource, inTurns, mapPausing, type Pausing, parseApiVersion, TurnShare } from '../../meta/index.js'
import type { ResourceCatalog } from '../../resources/index.js'
import type { Schema } from '../../schema/index.js'

/** The fields of a ValidatingAdmissionPolicy that type checking needs. */
export interface CheckedPolicy {
  readonly paramKind?: { readonly apiVersion: string; readonly kind: string }
  readonly matchConstraints?: {
    readonly resourceRules?: readonly {
      readonly apiGroups: readonly string[]
      readonly apiVersions: readonly string[]
      readonly resources: readonly string[]
    }[]
  }
  readonly variables?: readonly { readonly name: string; readonly expression: string }[]
  readonly validations?: readonly { readonly expression: string; readonly messageExpression?: string }[]
}

/** The type errors of one expression, as in `status.typeChecking`. */
export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}

/** The types of a plane, for checking policies. */
export type CheckedTypes = Pick<ResourceCatalog, 'find' | 'findKind'>

/** Maximum number of kinds that one policy is checked against. */
const MAX_KINDS = 10
/** Maximum number of names that are looked up for that (ours): a rule of three long lists has a billion of them. */
const MAX_NAMES = 10_000

interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly schema: Schema
}

/**
 * Checks the validations of a policy, and their messages, against the kinds that it names. Kinds that are matched by a wildcard,
 * or have no schema, are not checked.
 *
 * @param policy - The `spec` of the policy.
 * @param types - The types of the plane.
 * @returns The errors, expression by expression.
 * @see Kubernetes, ValidatingAdmissionPolicy, "Type checking"
 */
export async function checkPolicyTypes(policy: CheckedPolicy, types: CheckedTypes): Promise<readonly ExpressionWarning[]> {
  await preparePolicies()
  const { paramKind, validations = [] } = policy
  const { group = '', version = '' } = (paramKind && parseApiVersion(paramKind.apiVersion)) ?? {}
  const params = paramKind && types.findKind(group, version, paramKind.kind)?.version.schema
  const expressions = validations.flatMap(({ expression, messageExpression = '' }, i) => [
    { fieldRef: `spec.validations[${i}].expression`, source: expression, faults: [] as string[] },
    ...(messageExpression === ''
      ? []
      : [{ fieldRef: `spec.validations[${i}].messageExpression`, source: messageExpression, faults: [] as string[] }]),
  ])
  const turn = new TurnShare()
  for (const kind of kindsOf(policy, types)) {
    const scope = await inTurns(scopeOf(policy, kind.schema, params), turn)
    for (const { source, faults } of expressions) {
      if (turn.isSpent) await turn.next()
      const compiled = scope.compile(source)
      if ('error' in compiled) faults.push(`${kind.group}/${kind.version}, Kind=${kind.kind}: ${compiled.error}\n`)
    }
  }
  return expressions.flatMap(({ fieldRef, faults }) => (faults.length === 0 ? [] : [{ fieldRef, warning: faults.join('\n') }]))
}

function* scopeOf({ variables = [] }: CheckedPolicy, object: Schema, params: Schema | undefined): Pausing<PolicyScope> {
  const { PolicyScope } = loadedPolicies()
  const scope = new PolicyScope({
    params: params !== undefined,
    mutates: false,
    object,
    ...(params && { paramsObject: params }),
  })
  yield* mapPausing(variables, ({ name, expression }) => {
    // An error in a variable is reported where the variable is used; its type is unknown then.
    if (scope.declare(name, expression) !== undefined) scope.declare(name, 'dyn(null)')
  })
  return scope
}

/** The kinds that a policy names, by group, version and name. */
function kindsOf(policy: CheckedPolicy, types: CheckedTypes): readonly Kind[] {
  const kinds = new Map<string, Kind>()
  let left = MAX_NAMES
  for (const { group, version, resource } of namesIn(policy)) {
    if (left === 0 || kinds.size === MAX_KINDS) break
    left -= 1
    const found = types.find(group, version, resource)
    const schema = found?.version.schema
    if (!schema) continue
    const { kind } = found.definition.names
    kinds.set(`${group}/${version} ${kind}`, { group, version, kind, schema })
  }
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
}

/** The resources that the rules of a policy name. */
function* namesIn({ matchConstraints }: CheckedPolicy): Generator<GroupVersionResource> {
  for (const { apiGroups, apiVersions, resources } of matchConstraints?.resourceRules ?? []) {
    if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) continue
    const named = resources.filter((resource) => !/[*/]/.test(resource))
    if (named.length === 0) continue
    for (const group of apiGroups) {
      for (const version of apiVersions) {
        for (const resource of named) yield { group, version, resource }
      }
    }
  }
}
