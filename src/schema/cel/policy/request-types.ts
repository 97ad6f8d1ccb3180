/**
 * The types of the variables `request` and `namespaceObject` of policies.
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
/** An int-or-string value is dynamic in CEL. */
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

/** The declared types of one environment, and their values. */
export interface RequestTypes {
  readonly requestType: string
  readonly namespaceType: string
  /** @param request - The `request` of a review. */
  request(request: UnknownRecord): unknown
  /** @param namespace - The namespace; undefined for cluster-scoped objects, null in expressions. */
  namespace(namespace: UnknownRecord | undefined): unknown
}

/**
 * Declares the types.
 *
 * @param environment - Is extended.
 */
export function declareRequestTypes(environment: Environment): RequestTypes {
  const factory = new NodeFactory({}, 'structural')
  // These names do not come from a schema, so none needs escaping.
  const types = new SchemaTypes(environment, factory, { memberName: (name) => name })
  const [request, namespace] = [factory.node(REQUEST), factory.node(NAMESPACE)]
  const requestType = types.nameOf(request) as string
  const namespaceType = types.nameOf(namespace) as string
  const none = emptyStruct(types.structOf(namespace))
  // Declared types are not nullable here, but the namespace of a cluster-scoped object has to be null.
  environment.registerOperator(`${namespaceType} == null`, (value: unknown) => value === none)
  return {
    requestType,
    namespaceType,
    request: (value) => typedValue(request, value, types.structOf),
    namespace: (value) => (value ? typedValue(namespace, namespaceValue(value), types.structOf) : none),
  }
}

/** The uid of a namespace is named `UID` here. */
function namespaceValue(namespace: UnknownRecord): UnknownRecord {
  const { uid, ...metadata } = namespace.metadata as UnknownRecord
  return { ...namespace, metadata: { ...metadata, ...(uid !== undefined && { UID: uid }) } }
}

const emptyStruct = (struct: ReturnType<SchemaTypes['structOf']>): Struct | undefined =>
  struct && new struct.type({}, struct.members, (_node: StructMember['node'], value: unknown) => value)
