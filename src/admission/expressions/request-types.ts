/**
 * The types of the variables `request` and `namespaceObject` of policies.
 *
 * @module
 */

import { type Environment, ObjectTypes, type TypeDeclaration, typedValue } from '../../cel/index.js'
import type { UnknownRecord } from '../../meta/index.js'

const texts = (...names: readonly string[]): TypeDeclaration => ({
  fields: Object.fromEntries(names.map((name) => [name, 'string'])),
})

/** The fields of `AdmissionReview.request` that expressions can use. */
const REQUEST: TypeDeclaration = {
  fields: {
    kind: texts('group', 'version', 'kind'),
    resource: texts('group', 'version', 'resource'),
    subResource: 'string',
    requestKind: texts('group', 'version', 'kind'),
    requestResource: texts('group', 'version', 'resource'),
    requestSubResource: 'string',
    name: 'string',
    namespace: 'string',
    operation: 'string',
    userInfo: {
      fields: {
        username: 'string',
        uid: 'string',
        groups: { list: 'string' },
        extra: { map: { list: 'string' } },
      },
    },
    dryRun: 'bool',
    options: 'dyn',
  },
}

const NAMESPACE: TypeDeclaration = {
  fields: {
    metadata: {
      fields: {
        name: 'string',
        generateName: 'string',
        namespace: 'string',
        labels: { map: 'string' },
        annotations: { map: 'string' },
        UID: 'string',
        creationTimestamp: 'timestamp',
        deletionGracePeriodSeconds: 'int',
        deletionTimestamp: 'timestamp',
        generation: 'int',
        resourceVersion: 'string',
        finalizers: { list: 'string' },
      },
    },
    spec: { fields: { finalizers: { list: 'string' } } },
    status: {
      fields: {
        conditions: {
          list: {
            fields: { type: 'string', status: 'string', lastTransitionTime: 'timestamp', message: 'string', reason: 'string' },
          },
        },
        phase: 'string',
      },
    },
  },
}

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
  const types = new ObjectTypes(environment)
  const [request, namespace] = [types.of(REQUEST), types.of(NAMESPACE)]
  const { struct } = namespace
  const none = struct && new struct.type({}, struct.members, typedValue)
  // Declared types are not nullable here, but the namespace of a cluster-scoped object has to be null.
  environment.registerOperator(`${namespace.name} == null`, (value: unknown) => value === none)
  return {
    requestType: request.name,
    namespaceType: namespace.name,
    request: (value) => typedValue(request, value),
    namespace: (value) => (value ? typedValue(namespace, namespaceValue(value)) : none),
  }
}

/** The uid of a namespace is named `UID` here. */
function namespaceValue(namespace: UnknownRecord): UnknownRecord {
  const { uid, ...metadata } = namespace.metadata as UnknownRecord
  return { ...namespace, metadata: { ...metadata, ...(uid !== undefined && { UID: uid }) } }
}
