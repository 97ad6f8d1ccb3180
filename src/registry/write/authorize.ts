/**
 * Rights that are found to be needed only during a write: to create an object that an update or an apply did not find, and
 * what a kind requires.
 *
 * @module
 */

import { type Authorizer, requireAccess } from '../../authz/index.js'
import { type ApiObject, type Attributes, type GroupResource, parseApiVersion } from '../../meta/index.js'
import type { AskedRight } from '../../resources/index.js'
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
    typeOf: (apiVersion, kind) => typeOf(write, apiVersion, kind),
  })
}

async function isAllowed(authorizer: Authorizer, attributes: Attributes): Promise<boolean> {
  return (await authorizer.authorize(attributes)).decision === 'allow'
}

const attributesOf = ({ caller, target }: Write, asked: AskedRight): Attributes => ({
  version: target.version.name,
  namespace: target.namespace,
  ...asked,
  user: caller.user,
  isResourceRequest: true,
  path: '',
  subresource: '',
})

function typeOf({ context }: Write, apiVersion: string, kind: string): GroupResource | undefined {
  const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' }
  const found = context.catalog.findKind(group, version, kind)
  return found && { group, resource: found.definition.names.plural }
}

/** The local view may lag behind other planes of the same storage. */
function find({ context, target }: Write, resource: GroupResource, name: string): ApiObject | undefined {
  const definition = definitionOf(context, resource)
  return definition && context.collectionOf(definition).peek(keyOf({ ...target, definition }, name))?.object
}
