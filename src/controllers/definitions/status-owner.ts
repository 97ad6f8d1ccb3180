/**
 * The plane as the field manager of a definition's status, which it writes separately from clients' requests.
 *
 * @module
 */

import { type ApiObject, formatApiVersion, formatTime, PLANE_USER } from '../../meta/index.js'
import type { ResourceDefinition } from '../../resources/index.js'

/** Updates an object's managedFields after its status was written. */
export type StatusOwner = (live: ApiObject, object: ApiObject, nowMs: number) => ApiObject

/**
 * Makes the plane the owner of the status fields that it writes.
 *
 * @param definition - The type of the objects; field sets use its first version.
 */
export async function loadStatusOwner({ group, versions: [version] }: ResourceDefinition): Promise<StatusOwner> {
  const { managedFieldsAfter, typeOfSchema, withManagedFields } = await import('../../apply/index.js')
  const type = typeOfSchema(version?.schema)
  const apiVersion = formatApiVersion(group, version?.name ?? '')
  const manager = PLANE_USER.username
  return (live, object, nowMs) => {
    const request = { type, live, object, manager, apiVersion, subresource: 'status', now: formatTime(nowMs) }
    return withManagedFields(object, managedFieldsAfter(request))
  }
}
