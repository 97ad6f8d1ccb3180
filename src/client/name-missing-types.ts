/**
 * Names the type in errors of requests for a type that the plane does not serve. The plane's answer only says that there is nothing
 * at the path.
 *
 * @module
 */

import { catchError } from 'rxjs/internal/operators/catchError'
import { ApiError, formatApiVersion } from '../meta/index.js'
import type { ResourceType, Transport } from './transport.js'

/**
 * Wraps a transport: messages of its errors have the type, their `Status` stays as the plane sent it.
 *
 * @param transport - The way to a plane.
 */
export function nameMissingTypes(transport: Transport): Transport {
  const fail = (error: unknown, { type }: { readonly type: ResourceType }): never => {
    if (isPathNotFound(error)) error.message += hintOf(type)
    throw error
  }
  // Member by member, as a transport may be an object of a class.
  return {
    closed: transport.closed,
    resolve: (name) => transport.resolve(name),
    types: () => transport.types(),
    close: () => transport.close(),
    send: (request) => transport.send(request).catch((error: unknown) => fail(error, request)),
    connect: (request) => transport.connect(request).catch((error: unknown) => fail(error, request)),
    watch: (request) => transport.watch(request).pipe(catchError((error: unknown) => fail(error, request))),
  }
}

/** A 404 about an object names its kind in the details. */
const isPathNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status.code === 404 && error.status.details?.kind === undefined

const hintOf = ({ resource, group, version }: ResourceType): string =>
  `: ${resource} of ${formatApiVersion(group, version)} (is the type, in this version, among those that the plane serves?)`
