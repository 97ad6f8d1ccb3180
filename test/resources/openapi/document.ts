/**
 * A small OpenAPI document of an existing cluster.
 *
 * @module
 */

import { type Dialect, kubernetesDialect } from '../../../src/meta/index.js'

/** Where things stand in the two versions of OpenAPI. */
type Version = 2 | 3

/**
 * A document with network policies, pods, deployments, autoscalers in two versions, a review, and kinds that every plane has.
 *
 * @param version - Version of OpenAPI.
 * @param dialect - Whose words it is in.
 */
export function smallDocument(version: Version = 2, dialect: Dialect = kubernetesDialect): unknown {
  const { groupDomain, schemaPrefix } = dialect
  const pointer = version === 2 ? '#/definitions/' : '#/components/schemas/'
  const networking = `networking.${groupDomain}`
  const operation = (action: string, group: string, apiVersion: string, kind: string) => ({
    [`${schemaPrefix}action`]: action,
    [`${schemaPrefix}group-version-kind`]: { group, version: apiVersion, kind },
  })
  const collection = (group: string, apiVersion: string, kind: string) => ({
    get: operation('list', group, apiVersion, kind),
    post: operation('post', group, apiVersion, kind),
    delete: operation('deletecollection', group, apiVersion, kind),
    parameters: [{ name: 'pretty' }],
  })
  const item = (group: string, apiVersion: string, kind: string) => ({
    get: operation('get', group, apiVersion, kind),
    put: operation('put', group, apiVersion, kind),
    patch: operation('patch', group, apiVersion, kind),
    delete: operation('delete', group, apiVersion, kind),
  })
  const part = (group: string, apiVersion: string, kind: string) => ({
    get: operation('get', group, apiVersion, kind),
    put: operation('put', group, apiVersion, kind),
    patch: operation('patch', group, apiVersion, kind),
  })
  const resource = (path: string, plural: string, group: string, apiVersion: string, kind: string) => ({
    [`${path}/${plural}`]: { get: operation('list', group, apiVersion, kind) },
    [`${path}/namespaces/{namespace}/${plural}`]: collection(group, apiVersion, kind),
    [`${path}/namespaces/{namespace}/${plural}/{name}`]: item(group, apiVersion, kind),
    [`${path}/watch/${plural}`]: { get: operation('watchlist', group, apiVersion, kind) },
  })
  const schema = (group: string, apiVersion: string, kind: string, properties: object, required: readonly string[] = []) => ({
    type: 'object',
    properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { $ref: `${pointer}Meta` }, ...properties },
    required,
    [`${schemaPrefix}group-version-kind`]: [{ group, version: apiVersion, kind }],
  })
  const schemas = {
    Meta: { type: 'object', properties: { name: { type: 'string' } } },
    DeleteOptions: {
      type: 'object',
      [`${schemaPrefix}group-version-kind`]: [
        { group: '', version: 'v1', kind: 'NetworkPolicy' },
        { group: networking, version: 'v1', kind: 'NetworkPolicy' },
      ],
    },
    Rule: {
      type: 'object',
      required: ['ports'],
      properties: { ports: { type: 'array', items: { type: 'integer' } } },
    },
    NetworkPolicy: schema(networking, 'v1', 'NetworkPolicy', { rules: { type: 'array', items: { $ref: `${pointer}Rule` } } }),
    Pod: schema('', 'v1', 'Pod', { spec: { type: 'object' }, status: { type: 'object' } }),
    AutoscalerV1: schema('autoscaling', 'v1', 'HorizontalPodAutoscaler', { spec: { type: 'object' } }),
    AutoscalerV2: schema('autoscaling', 'v2', 'HorizontalPodAutoscaler', { spec: { type: 'object' } }),
    RuntimeClass: schema(`node.${groupDomain}`, 'v1', 'RuntimeClass', { handler: { type: 'string' } }),
    Deployment: schema('apps', 'v1', 'Deployment', { spec: { type: 'object' }, status: { type: 'object' } }),
  }
  const paths = {
    '/version/': { get: {} },
    ...resource('/api/v1', 'configmaps', '', 'v1', 'ConfigMap'),
    ...resource('/api/v1', 'pods', '', 'v1', 'Pod'),
    '/api/v1/namespaces/{namespace}/pods/{name}/status': part('', 'v1', 'Pod'),
    '/api/v1/namespaces/{namespace}/pods/{name}/eviction': { post: operation('post', 'policy', 'v1', 'Eviction') },
    '/api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}': { get: operation('connect', '', 'v1', 'PodProxyOptions') },
    '/api/v1/namespaces/{namespace}/bindings': { post: operation('post', '', 'v1', 'Binding') },
    '/api/v1/componentstatuses': { get: operation('list', '', 'v1', 'ComponentStatus') },
    '/api/v1/componentstatuses/{name}': { get: operation('get', '', 'v1', 'ComponentStatus') },
    ...resource(`/apis/${networking}/v1`, 'networkpolicies', networking, 'v1', 'NetworkPolicy'),
    ...resource('/apis/apps/v1', 'deployments', 'apps', 'v1', 'Deployment'),
    '/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale': part('autoscaling', 'v1', 'Scale'),
    '/apis/apps/v1/namespaces/{namespace}/deployments/{name}/status': part('apps', 'v1', 'Deployment'),
    ...resource('/apis/autoscaling/v1', 'horizontalpodautoscalers', 'autoscaling', 'v1', 'HorizontalPodAutoscaler'),
    ...resource('/apis/autoscaling/v2', 'horizontalpodautoscalers', 'autoscaling', 'v2', 'HorizontalPodAutoscaler'),
    [`/apis/authorization.${groupDomain}/v1/subjectaccessreviews`]: {
      post: operation('post', `authorization.${groupDomain}`, 'v1', 'SubjectAccessReview'),
    },
    [`/apis/node.${groupDomain}/v1/runtimeclasses`]: collection(`node.${groupDomain}`, 'v1', 'RuntimeClass'),
    [`/apis/node.${groupDomain}/v1/runtimeclasses/{name}`]: item(`node.${groupDomain}`, 'v1', 'RuntimeClass'),
  }
  return version === 2 ? { swagger: '2.0', paths, definitions: schemas } : { openapi: '3.0.0', paths, components: { schemas } }
}
