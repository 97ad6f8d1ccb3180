/**
 * The roles and bindings of every plane with RBAC: missing ones are created, incomplete ones are completed.
 *
 * @module
 */

import { missingRights } from '../../authz/index.js'
import { ApiError, type ApiObject, type Dialect, jsonEqual } from '../../meta/index.js'
import { bindingFromObject, certificatesGroup, roleFromObject } from '../../resources/index.js'
import type { LoopParts } from '../loop.js'
import { PLANE } from '../plane-caller.js'
import { defaultBindings } from './default-bindings.js'
import { autoupdateAnnotation } from './default-object.js'
import { defaultRoles } from './default-roles.js'
import { type PolicyResource, policyTarget } from './policy-types.js'
import { userRoles } from './user-roles.js'

/**
 * Creates the default roles and bindings. Existing ones keep additions, and get missing rules, subjects and labels, unless their
 * annotation `autoupdate` is `false`.
 *
 * @param parts - The plane.
 */
export async function reconcileDefaults(parts: LoopParts): Promise<void> {
  const { dialect, registry } = parts
  const group = certificatesGroup(dialect)
  const hasTrustBundles = registry.catalog
    .all()
    .some((type) => type.group === group && type.names.plural === 'clustertrustbundles')
  const roles = [...defaultRoles(dialect, hasTrustBundles), ...userRoles(dialect)]
  const all = [
    ...roles.map((role) => reconcile(parts, 'clusterroles', role)),
    ...defaultBindings(dialect, hasTrustBundles).map((binding) => reconcile(parts, 'clusterrolebindings', binding)),
  ]
  await Promise.all(all)
}

async function reconcile(parts: LoopParts, resource: PolicyResource, wanted: ApiObject): Promise<void> {
  const { registry, dialect } = parts
  const target = policyTarget(parts, resource, wanted.metadata.name)
  const body = (value: ApiObject) => ({ value, duplicateFields: [] })
  try {
    const live = await find(() => registry.get(target, {}))
    if (!live) {
      await registry.create({ ...target, name: '' }, PLANE, body(wanted), { fieldManager: PLANE.user.username })
      return
    }
    const next = completed(live.object, wanted, dialect)
    if (!jsonEqual(next, live.object)) await registry.update(target, PLANE, body(next), { fieldManager: PLANE.user.username })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code } = error.status
    // Another replica may do the same at startup.
    if (code === 409) return
    // If admission refuses all writes, the plane can still be read.
    if (code !== 403) throw error
    parts.reportError(error)
  }
}

async function find<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.status.reason === 'NotFound') return undefined
    throw error
  }
}

function completed(live: ApiObject, wanted: ApiObject, dialect: Dialect): ApiObject {
  if (live.metadata.annotations?.[autoupdateAnnotation(dialect)] === 'false') return live
  const labels = { ...wanted.metadata.labels, ...live.metadata.labels }
  const annotations = { ...wanted.metadata.annotations, ...live.metadata.annotations }
  const object = { ...live, metadata: { ...live.metadata, labels, annotations } }
  if (wanted.roleRef !== undefined) return withSubjects(object, wanted)
  // The rules of an aggregated role come from other roles.
  if (wanted.aggregationRule !== undefined) return { ...object, aggregationRule: live.aggregationRule ?? wanted.aggregationRule }
  return withRules(object, wanted)
}

function withRules(live: ApiObject, wanted: ApiObject): ApiObject {
  const held = roleFromObject(live).rules
  const owned = {
    resourceRules: held.filter(({ resources }) => resources).map((rule) => ({ apiGroups: [], resources: [], ...rule })),
    nonResourceRules: held.flatMap(({ verbs, nonResourceURLs }) => (nonResourceURLs ? [{ verbs, nonResourceURLs }] : [])),
  }
  const missing = missingRights(owned, roleFromObject(wanted).rules)
  return missing.length === 0 ? live : { ...live, rules: [...held, ...missing] }
}

function withSubjects(live: ApiObject, wanted: ApiObject): ApiObject {
  const there = bindingFromObject(live).subjects
  const missing = bindingFromObject(wanted).subjects.flatMap((subject, i) =>
    there.some((one) => jsonEqual(one, subject)) ? [] : [(wanted.subjects as readonly unknown[])[i]],
  )
  if (missing.length === 0) return live
  return { ...live, subjects: [...(Array.isArray(live.subjects) ? live.subjects : []), ...missing] }
}
