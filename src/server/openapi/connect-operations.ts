/**
 * The operations of subresources that connect.
 *
 * @module
 */

import type { GroupVersionKind } from '../../meta/index.js'
import type { Connect } from '../../resources/index.js'
import { pascalCase } from './names.js'
import type { Method, Operation, PathOperations } from './operation.js'
import { PARAMETERS, type Parameter } from './parameters.js'

/** Where a subresource that connects is, and what it is called. */
export interface ConnectEndpoint {
  readonly path: string
  /** Names of the parameters in the path. */
  readonly parameters: readonly string[]
  /** The kind of its options, or of its object for a read. */
  readonly kind: GroupVersionKind
  /** The part of the identifiers of its operations that names it, such as `CoreV1NamespacedPodLog`. */
  readonly id: string
  /** For people, such as `Pod (log)`. */
  readonly title: string
  readonly deprecated: boolean
}

/**
 * Lists what can be done with a subresource that connects, and below it.
 *
 * @param connect - What it does.
 * @param place - See {@link ConnectEndpoint}.
 */
export function connectPaths(connect: Connect, { path, parameters, ...place }: ConnectEndpoint): readonly PathOperations[] {
  const own = { path, parameters, operations: operations(connect, place, '') }
  if (!connect.hasSubpaths) return [own]
  const below = {
    path: `${path}/{path}`,
    parameters: [...parameters, 'path'],
    operations: operations(connect, place, 'WithPath'),
  }
  return [own, below]
}

function operations(
  connect: Connect,
  { kind, id, title, deprecated }: Omit<ConnectEndpoint, 'path' | 'parameters'>,
  suffix: string,
): readonly Operation[] {
  const parameters = Object.entries(connect.parameters)
    // Below it, the path is in the path.
    .filter(([name]) => suffix === '' || name !== 'path')
    .map(([name, type]): Parameter => ({ name, type: type === 'strings' ? 'string' : type, description: 'An option.' }))
  return connect.methods.map((method) => ({
    method: method.toLowerCase() as Method,
    action: connect.isRead ? 'get' : 'connect',
    id: `${connect.isRead ? 'read' : `connect${pascalCase(method.toLowerCase())}`}${id}${suffix}`,
    description: `${connect.isRead ? 'Reads' : `Connects ${method} requests to`} ${title}.`,
    kind,
    bodyOptional: true,
    codes: { 200: 'OK' },
    deprecated,
    patchTypes: [],
    binary: false,
    parameters: [...PARAMETERS[connect.isRead ? 'get' : 'connect'], ...parameters],
  }))
}
