/**
 * Rights that are found to be needed only during a write: to create an object that an update or an apply did not find, and
 * what a kind requires.
 *
 * @module
 */

import { type Authorizer, requireAccess } from '../../authz/index.js'
import type { ApiObject, Attributes, GroupResource } from '../../meta/index.js'
import { definitionOf, keyOf, type Write } from '../context.js'
import type { WriteState } from './state.js'

/**
 * Refuses to create an object for callers who may change it, but not create it.
 *
 * @param write - The write, of an object that does not exist.
 * @throws {@link ApiError} 403.
 */
export async function authorizeCreate(write: Write): Promise<void> {
  const { caller, target } = write
  if (!caller.authorizer) return
  const { group, names } = target.definition
  await requireAccess(
    caller.authorizer,
    attributesOf(write, { group, resource: names.plural, verb: 'create', name: target.name }),
  )
}

/** Step: refuses a change that needs more rights than its verb, before the object is validated. */
export function authorizeChange(write: WriteState): Promise<void> | undefined {
  const { object, live } = write
  const { authorizeChange: check } = write.target.definition.strategy
  const { authorizer, user } = write.caller
  if (!check || !authorizer) return undefined
  return check(object, live, {
    user,
    authorizer,
    namespace: write.target.namespace,
    name: write.target.name,
    allows: (asked) => isAllowed(authorizer, attributesOf(write, asked)),
    find: (resource, name) => find(write, resource, name),
  })
}

async function isAllowed(authorizer: Authorizer, attributes: Attributes): Promise<boolean> {
  return (await authorizer.authorize(attributes)).decision === 'allow'
}

type Asked = GroupResource & { readonly verb: string; readonly name: string }

const attributesOf = ({ caller, target }: Write, asked: Asked): Attributes => ({
  ...asked,
  user: caller.user,
  isResourceRequest: true,
  path: '',
  version: target.version.name,
  subresource: '',
  namespace: target.namespace,
})

/** The local view may lag behind other planes of the same storage. */
function find({ context, target }: Write, resource: GroupResource, name: string): ApiObject | undefined {
  const definition = definitionOf(context, resource)
  return definition && context.collectionOf(definition).peek(keyOf({ ...target, definition }, name))?.object
}
