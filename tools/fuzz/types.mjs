// Types of the plane that is tested beside the built-in ones: pods and deployments, which have protobuf messages and merge
// strategically, as `--resources` takes them; and the definition of a custom type with everything that a schema can say.
import { fromOpenAPI, kubernetesDialect } from 'binnacle'

const text = { type: 'string' }
const number = { type: 'integer', format: 'int32' }
const listOf = (items, more = {}) => ({ type: 'array', items, ...more })
const mergedBy = (key) => ({
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': [key],
  'x-kubernetes-patch-merge-key': key,
  'x-kubernetes-patch-strategy': 'merge',
})
const object = (properties) => ({ type: 'object', properties })

const container = object({
  name: text,
  image: text,
  args: listOf(text),
  env: listOf(object({ name: text, value: text }), mergedBy('name')),
  ports: listOf(object({ containerPort: number, protocol: { ...text, default: 'TCP' }, name: text }), mergedBy('containerPort')),
})
const podSpec = object({
  containers: listOf(container, mergedBy('name')),
  volumes: listOf(object({ name: text }), mergedBy('name')),
  nodeSelector: { type: 'object', additionalProperties: text },
  tolerations: listOf(object({ key: text, tolerationSeconds: { type: 'integer', format: 'int64' } }), {
    'x-kubernetes-list-type': 'atomic',
  }),
})
const template = object({ metadata: { type: 'object' }, spec: podSpec })
const selector = object({ matchLabels: { type: 'object', additionalProperties: text } })

function typeOf(group, version, kind, plural, fields) {
  const about = { group, version, kind }
  const operation = (action) => ({ 'x-kubernetes-action': action, 'x-kubernetes-group-version-kind': about })
  const root = `${group === '' ? '/api' : `/apis/${group}`}/${version}`
  const one = { get: operation('get'), put: operation('put'), patch: operation('patch') }
  return {
    schema: {
      ...object({ apiVersion: text, kind: text, metadata: { type: 'object' }, ...fields, status: { type: 'object' } }),
      'x-kubernetes-group-version-kind': [about],
    },
    paths: {
      [`${root}/${plural}`]: { get: operation('list') },
      [`${root}/namespaces/{namespace}/${plural}`]: {
        get: operation('list'),
        post: operation('post'),
        delete: operation('deletecollection'),
      },
      [`${root}/namespaces/{namespace}/${plural}/{name}`]: { ...one, delete: operation('delete') },
      [`${root}/namespaces/{namespace}/${plural}/{name}/status`]: one,
      [`${root}/watch/${plural}`]: { get: operation('watchlist') },
    },
  }
}

const pods = typeOf('', 'v1', 'Pod', 'pods', { spec: podSpec })
const deployments = typeOf('apps', 'v1', 'Deployment', 'deployments', { spec: object({ replicas: number, selector, template }) })

export default fromOpenAPI(
  {
    openapi: '3.0.0',
    paths: { ...pods.paths, ...deployments.paths },
    components: { schemas: { Pod: pods.schema, Deployment: deployments.schema } },
  },
  { dialect: kubernetesDialect },
)

const widget = object({
  spec: {
    ...object({
      color: { ...text, enum: ['red', 'green'] },
      size: { ...number, minimum: 1, default: 3 },
      count: { type: 'integer', format: 'int64' },
      code: { ...text, pattern: '^[a-z]{0,20}$' },
      parts: listOf(
        object({
          name: { ...text, maxLength: 100 },
          kind: { ...text, default: 'a part without another kind' },
          more: { type: 'object', default: { weight: 10, shape: 'round' }, properties: { weight: number, shape: text } },
        }),
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], maxItems: 100_000 },
      ),
      tags: listOf({ ...text, maxLength: 100 }, { 'x-kubernetes-list-type': 'set', maxItems: 10_000 }),
      ports: listOf({ 'x-kubernetes-int-or-string': true }),
      settings: {
        type: 'object',
        additionalProperties: object({ on: { type: 'boolean', default: true }, level: { ...number, default: 5 } }),
      },
      any: { 'x-kubernetes-preserve-unknown-fields': true },
    }),
    'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 1000000', message: 'too large' }],
  },
  status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
})

/** The definition of widgets, as a client installs it. */
export const widgets = definitionOf('Widget', 'widgets', widget)

/** A definition of one version. */
export function definitionOf(kind, plural, schema, group = 'shop.example.com') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } }],
    },
  }
}
