/**
 * Admin access to devices that others use: only claims in namespaces that an administrator has labelled may ask for it.
 *
 * @module
 */

import { type ApiObject, type Dialect, forbiddenField, invalid } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, nameOf, textAt, valueAt } from '../fields/fields.js'

type AuthorizeChange = NonNullable<Strategy['authorizeChange']>

/**
 * Creates the check of claims or their templates.
 *
 * @param dialect - The plane's dialect.
 * @param path - Where the spec of the claim is.
 * @returns A check that throws 422.
 */
export function authorizeAdminAccess(dialect: Dialect, ...path: readonly string[]): AuthorizeChange {
  const group = `resource.${dialect.groupDomain}`
  const label = `${group}/admin-access`
  return async (object, live, { find, namespace }) => {
    if (!asksNewly(object, live, path)) return
    if (textAt(find({ group: '', resource: 'namespaces' }, namespace), 'metadata', 'labels', label) === 'true') return
    const detail = `admin access to devices requires the \`${label}: true\` label on the containing namespace`
    throw invalid({ group, kind: object.kind }, nameOf(object), [forbiddenField('', detail)])
  }
}

/** Whether requests of the spec, which never changes, or newly results in the status have admin access. */
function asksNewly(object: ApiObject, live: ApiObject | undefined, path: readonly string[]): boolean {
  const isAsked = listOf(valueAt(object, ...path, 'devices', 'requests')).some(
    (request) => valueAt(request, 'exactly', 'adminAccess') === true,
  )
  return live ? hasResult(object) && !hasResult(live) : isAsked
}

const hasResult = (claim: ApiObject): boolean =>
  listOf(valueAt(claim, 'status', 'allocation', 'devices', 'results')).some((result) => valueAt(result, 'adminAccess') === true)
