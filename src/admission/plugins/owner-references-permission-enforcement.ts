/**
 * OwnerReferencesPermissionEnforcement: deleting an owner may delete its dependents, so setting an owner requires the right to
 * delete the dependent.
 *
 * @module
 */

import type { AuthorizationDecision } from '../../authz/index.js'
import { type ApiObject, jsonEqual, type OwnerReference, TurnShare } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../plugin.js'
import type { AdmissionSources } from '../sources.js'

const RESOURCE_REQUEST = { isResourceRequest: true, path: '' } as const

/**
 * Refuses changes of owner references by users who may not delete the object, and blocking references by users who may not set
 * the finalizers of the owner.
 */
export function ownerReferencesPermissionEnforcement(): AdmissionPlugin {
  let sources: AdmissionSources | undefined
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    start(given) {
      sources = given
    },
    handles: ({ operation, group, resource, subresource }) =>
      operation !== 'DELETE' && !(group === '' && resource === 'pods' && subresource === 'status'),
    async validate(attributes) {
      const { object, oldObject } = attributes
      if (!sources || jsonEqual(referencesOf(object), referencesOf(oldObject))) return
      await requireDelete(sources, attributes)
      await requireFinalizers(sources, attributes, newlyBlocking(object, oldObject))
    },
  }
}

const referencesOf = (object: ApiObject | undefined): readonly OwnerReference[] => object?.metadata.ownerReferences ?? []

/** References that block the deletion of an owner and did not before. */
function newlyBlocking(object: ApiObject | undefined, oldObject: ApiObject | undefined): readonly OwnerReference[] {
  const blocking = (one: ApiObject | undefined) => referencesOf(one).filter(({ blockOwnerDeletion }) => blockOwnerDeletion)
  const known = new Set(blocking(oldObject).map(({ uid }) => uid))
  return blocking(object).filter(({ uid }) => !known.has(uid))
}

async function requireDelete({ authorizer }: AdmissionSources, attributes: AdmissionAttributes): Promise<void> {
  // A create was authorized already: its user chooses the initial owners.
  if (attributes.operation === 'CREATE') return
  const { user, group, version, resource, subresource, namespace, name } = attributes
  const place = { group, version, resource, subresource, namespace, name }
  const decision = await authorizer.authorize({ ...RESOURCE_REQUEST, user, verb: 'delete', ...place })
  if (decision.decision === 'allow') return
  throw admissionDenied(attributes, `cannot set an ownerRef on a resource you can't delete: ${because(decision)}`)
}

/**
 * Requires the right to set the finalizers of the owners. An object may have ten thousand of them, and a decision looks at all
 * rules of the user: each question is asked once, and they are asked in turns, as an authorizer that answers at once never waits.
 */
async function requireFinalizers(
  { authorizer, types }: AdmissionSources,
  attributes: AdmissionAttributes,
  references: readonly OwnerReference[],
): Promise<void> {
  if (references.length === 0) return
  const { user, namespace } = attributes
  const question = { ...RESOURCE_REQUEST, user, verb: 'update', subresource: 'finalizers' }
  const anything = { group: '*', version: '*', resource: '*', namespace: '', name: '*' }
  if ((await authorizer.authorize({ ...question, ...anything })).decision === 'allow') return
  const allowed = new Set<string>()
  const turn = new TurnShare({ user: user.username })
  for (const { apiVersion, kind, name } of references) {
    const asked = JSON.stringify([apiVersion, kind, name])
    if (allowed.has(asked)) continue
    if (turn.isSpent) await turn.next()
    const type = types.ofKind(apiVersion, kind)
    if (!type) {
      const cause = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`
      const reason = `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${cause}`
      throw admissionDenied(attributes, reason)
    }
    const { group, version, resource, namespaced } = type
    const owner = { group, version, resource, namespace: namespaced ? namespace : '', name }
    const decision = await authorizer.authorize({ ...question, ...owner })
    if (decision.decision === 'allow') {
      allowed.add(asked)
      continue
    }
    const reason = `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${because(decision)}`
    throw admissionDenied(attributes, reason)
  }
}

/** Reason and error of a decision, as Kubernetes prints them. */
function because(decision: AuthorizationDecision): string {
  const error = decision.decision === 'allow' ? undefined : decision.evaluationError
  return `${decision.reason ?? ''}, ${error ?? '<nil>'}`
}
