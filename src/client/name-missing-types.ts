/**
 * Names the type in errors of requests for a type that the plane does not serve, and the subresource in those for one that its type
 * may not have. The plane's answer only says that there is nothing at the path, or that the object is not there.
 *
 * @module
 */

import { catchError } from 'rxjs/internal/operators/catchError'
import { ApiError, formatApiVersion } from '../meta/index.js'
import { isNotFound } from './errors.js'
import type { ClientRequest, ResourceType, Transport } from './transport.js'

/**
 * Wraps a transport: messages of its errors have the type, their `Status` stays as the plane sent it.
 *
 * @param transport - The way to a plane.
 */
export function nameMissingTypes(transport: Transport): Transport {
  const fail = (error: unknown, { type, subresource = '' }: Pick<ClientRequest, 'type'> & Partial<ClientRequest>): never => {
    if (error instanceof ApiError && isNotFound(error)) error.message += hintOf(error, type, subresource)
    throw error
  }
  // Member by member, as a transport may be an object of a class.
  return {
    get closed() {
      return transport.closed
    },
    resolve: (name) => transport.resolve(name),
    types: () => transport.types(),
    close: () => transport.close(),
    send: (request) => transport.send(request).catch((error: unknown) => fail(error, request)),
    connect: (request) => transport.connect(request).catch((error: unknown) => fail(error, request)),
    watch: (request) => transport.watch(request).pipe(catchError((error: unknown) => fail(error, request))),
  }
}

function hintOf({ status }: ApiError, { resource, group, version }: ResourceType, subresource: string): string {
  // A 404 about an object names its kind in the details.
  if (status.details?.kind === undefined)
    return `: ${resource} of ${formatApiVersion(group, version)} (is the type, in this version, among those that the plane serves?)`
  return subresource === '' ? '' : ` (or the type has no subresource ${subresource})`
}
