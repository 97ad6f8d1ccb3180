/**
 * The parameters of requests, as documents name them.
 *
 * @module
 */

/** A query parameter. */
export interface Parameter {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean'
  readonly description: string
}

const parameter = (name: string, type: Parameter['type'], description: string): Parameter => ({ name, type, description })

const PRETTY = parameter('pretty', 'string', 'When true, JSON is indented.')
const DRY_RUN = parameter('dryRun', 'string', 'All: everything is done but the storing.')
const FIELD_MANAGER = parameter('fieldManager', 'string', 'Name of who makes the change, for managedFields.')
const FIELD_VALIDATION = parameter(
  'fieldValidation',
  'string',
  'What happens to unknown and duplicate fields: Ignore drops them, Warn (the default) drops them with a warning, Strict refuses the request.',
)
const FORCE = parameter('force', 'boolean', 'Apply only: take fields over from other managers.')

const SELECTION: readonly Parameter[] = [
  parameter('continue', 'string', 'Token of the last part of a list, to ask for the next.'),
  parameter('fieldSelector', 'string', 'Selects objects by fields.'),
  parameter('labelSelector', 'string', 'Selects objects by labels.'),
  parameter('limit', 'integer', 'How many objects to answer with at most.'),
  parameter('resourceVersion', 'string', 'Version to read at, or to start watching from.'),
  parameter('resourceVersionMatch', 'string', 'How resourceVersion is meant: Exact or NotOlderThan.'),
  parameter('sendInitialEvents', 'boolean', 'Whether a watch begins with the objects that are there.'),
  parameter('timeoutSeconds', 'integer', 'Seconds after which the request ends.'),
]
const WATCHING: readonly Parameter[] = [
  parameter('allowWatchBookmarks', 'boolean', 'Whether a watch may send bookmarks.'),
  parameter('watch', 'boolean', 'Whether to go on with changes instead of listing.'),
]
const DELETION: readonly Parameter[] = [
  parameter('gracePeriodSeconds', 'integer', 'Seconds that the object has to finish; 0 means at once.'),
  parameter('orphanDependents', 'boolean', 'Older form of propagationPolicy: whether dependents stay.'),
  parameter('propagationPolicy', 'string', 'What happens to dependents: Orphan, Background or Foreground.'),
]

/** What an operation does, as its extension says it. */
export type Action = 'get' | 'list' | 'post' | 'put' | 'patch' | 'delete' | 'deletecollection' | 'connect'

/** Query parameters by action. */
export const PARAMETERS: Readonly<Record<Action, readonly Parameter[]>> = {
  get: [PRETTY],
  list: [PRETTY, ...WATCHING, ...SELECTION],
  post: [PRETTY, DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION],
  put: [PRETTY, DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION],
  patch: [PRETTY, DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION, FORCE],
  delete: [PRETTY, DRY_RUN, ...DELETION],
  deletecollection: [PRETTY, DRY_RUN, ...SELECTION, ...DELETION],
  connect: [],
}

/** Parameters in the path, by name. */
export const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  namespace: parameter('namespace', 'string', 'Namespace of the object.'),
  name: parameter('name', 'string', 'Name of the object.'),
  path: parameter('path', 'string', 'The path that is handed on.'),
}

/**
 * Writes the query parameters of all actions.
 *
 * @param write - Writes one, as its version of OpenAPI has it.
 */
export const parametersBy = <T>(write: (parameter: Parameter) => T): Readonly<Record<Action, readonly T[]>> =>
  Object.fromEntries(Object.entries(PARAMETERS).map(([action, list]) => [action, list.map(write)])) as Record<Action, T[]>
