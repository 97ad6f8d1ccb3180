/**
 * The types of what policies see besides objects: the request, and the namespace that it is made in.
 *
 * @module
 */

import type { JsonObject, UnknownRecord } from '../../../meta/index.js'
import { NodeFactory } from '../../node.js'
import type { Environment } from '../environment.js'
import type { Struct, StructMember } from '../struct.js'
import { SchemaTypes } from '../types.js'
import { typedValue } from '../values.js'

const TEXT: JsonObject = { type: 'string' }
const TEXTS: JsonObject = { type: 'array', items: TEXT }
const TEXT_MAP: JsonObject = { type: 'object', additionalProperties: TEXT }
const TIME: JsonObject = { type: 'string', format: 'date-time' }
const WHOLE: JsonObject = { type: 'integer' }
/** A value that may be a number or a text is of any type to the language. */
const ANY: JsonObject = { type: ['integer', 'string'] }

const struct = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const texts = (...names: readonly string[]): JsonObject => struct(Object.fromEntries(names.map((name) => [name, TEXT])))

/** The fields of `AdmissionReview.request` that expressions can use. */
const REQUEST = struct({
  kind: texts('group', 'version', 'kind'),
  resource: texts('group', 'version', 'resource'),
  subResource: TEXT,
  requestKind: texts('group', 'version', 'kind'),
  requestResource: texts('group', 'version', 'resource'),
  requestSubResource: TEXT,
  name: TEXT,
  namespace: TEXT,
  operation: TEXT,
  userInfo: struct({
    username: TEXT,
    uid: TEXT,
    groups: TEXTS,
    extra: { type: 'object', additionalProperties: TEXTS },
  }),
  dryRun: { type: 'boolean' },
  options: ANY,
})

const NAMESPACE = struct({
  metadata: struct({
    name: TEXT,
    generateName: TEXT,
    namespace: TEXT,
    labels: TEXT_MAP,
    annotations: TEXT_MAP,
    UID: TEXT,
    creationTimestamp: TIME,
    deletionGracePeriodSeconds: WHOLE,
    deletionTimestamp: TIME,
    generation: WHOLE,
    resourceVersion: TEXT,
    finalizers: TEXTS,
  }),
  spec: struct({ finalizers: TEXTS }),
  status: struct({
    conditions: {
      type: 'array',
      items: struct({ type: TEXT, status: TEXT, lastTransitionTime: TIME, message: TEXT, reason: TEXT }),
    },
    phase: TEXT,
  }),
})

/** The declared types of one environment, and values of them. */
export interface RequestTypes {
  readonly requestType: string
  readonly namespaceType: string
  /** @param request - The `request` of a review. */
  request(request: UnknownRecord): unknown
  /** @param namespace - The namespace; undefined for what is in none, which is null to expressions. */
  namespace(namespace: UnknownRecord | undefined): unknown
}

/**
 * Declares the types.
 *
 * @param environment - Learns them.
 */
export function declareRequestTypes(environment: Environment): RequestTypes {
  const factory = new NodeFactory({}, 'structural')
  // What is not a schema's has no names to escape.
  const types = new SchemaTypes(environment, factory, { memberName: (name) => name })
  const [request, namespace] = [factory.node(REQUEST), factory.node(NAMESPACE)]
  const requestType = types.nameOf(request) as string
  const namespaceType = types.nameOf(namespace) as string
  const none = emptyStruct(types.structOf(namespace))
  // A value of a declared type is never null here, and has to be for what is in no namespace.
  environment.registerOperator(`${namespaceType} == null`, (value: unknown) => value === none)
  return {
    requestType,
    namespaceType,
    request: (value) => typedValue(request, value, types.structOf),
    namespace: (value) => (value ? typedValue(namespace, namespaceValue(value), types.structOf) : none),
  }
}

/** A namespace calls its uid `UID` here. */
function namespaceValue(namespace: UnknownRecord): UnknownRecord {
  const { uid, ...metadata } = namespace.metadata as UnknownRecord
  return { ...namespace, metadata: { ...metadata, ...(uid !== undefined && { UID: uid }) } }
}

const emptyStruct = (struct: ReturnType<SchemaTypes['structOf']>): Struct | undefined =>
  struct && new struct.type({}, struct.members, (_node: StructMember['node'], value: unknown) => value)
