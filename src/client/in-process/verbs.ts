/**
 * The verbs at the registry's door: what HTTP reads from addresses and bodies is read from the same words here.
 *
 * @module
 */

import { type Dialect, deepFreeze } from '../../meta/index.js'
import {
  type Caller,
  type DecodedBody,
  type DeleteOptions,
  deleteOptionsFromBody,
  deleteOptionsFromQuery,
  type QueryParameters,
  type Registry,
  type Route,
  readListOptions,
  readPatchOptions,
  readVersionOptions,
  readWriteOptions,
} from '../../registry/index.js'
import type { ClientRequest } from '../transport.js'
import { deletionOf, listOf, objectOf } from './answers.js'
import { toJsonValue } from './json-value.js'

/** A request whose way is known. */
export interface Call {
  readonly registry: Registry
  readonly dialect: Dialect
  readonly route: Route
  readonly caller: Caller
  readonly request: ClientRequest
  readonly query: QueryParameters
  readonly userAgent: string
  readonly maxBodyBytes: number
}

/** Carries out a request, watches apart. */
export async function carryOut(call: Call): Promise<unknown> {
  const { registry, route, query, caller, dialect } = call
  const { target } = route
  switch (route.verb) {
    case 'get':
      return objectOf(target, await registry.get(target, readVersionOptions(query)))
    case 'list':
      return listOf(target, await registry.list(target, readListOptions(query)))
    case 'create': {
      const options = readWriteOptions(sentBy(call), 'CreateOptions', dialect)
      return objectOf(target, await registry.create(target, caller, bodyOf(call), options))
    }
    case 'update': {
      const options = readWriteOptions(sentBy(call), 'UpdateOptions', dialect)
      return objectOf(target, await registry.update(target, caller, bodyOf(call), options))
    }
    case 'patch':
      return patch(call)
    case 'delete':
      return deletionOf(target, await registry.delete(target, caller, deleteOptionsOf(call)))
    case 'deletecollection': {
      const selection = readListOptions(query)
      return deepFreeze(await registry.deleteCollection(target, caller, deleteOptionsOf(call), selection))
    }
    case 'watch':
      throw new Error('a watch is opened, not sent')
  }
}

async function patch(call: Call): Promise<unknown> {
  const { registry, caller, dialect, route, request } = call
  const type = request.patchType ?? 'merge'
  const { options, force } = readPatchOptions(sentBy(call), type, dialect)
  const change = { type, body: bodyOf(call), ...(force !== undefined && { force }) }
  return objectOf(route.target, await registry.patch(route.target, caller, change, options))
}

const sentBy = ({ query, userAgent }: Call) => ({ query, header: () => userAgent })

/** A program's object has no member twice, as text may. */
const bodyOf = ({ request, maxBodyBytes }: Call): DecodedBody => ({
  value: toJsonValue(request.body, maxBodyBytes),
  duplicateFields: [],
})

const deleteOptionsOf = (call: Call): DeleteOptions =>
  call.request.body === undefined
    ? deleteOptionsFromQuery(call.query, call.dialect)
    : deleteOptionsFromBody(bodyOf(call), call.dialect)
