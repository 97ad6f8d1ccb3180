// Objects for timing field ownership, generated from fixed seeds.

/** A small pseudo-random generator of numbers in [0, 1), good enough for test data. */
function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const string = { type: 'string' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const listOf = (items, ...keys) => ({
  type: 'array',
  items,
  ...(keys.length > 0 && { 'x-platform-list-type': 'map', 'x-platform-list-map-keys': keys }),
})
const setOf = (items) => ({ type: 'array', items, 'x-platform-list-type': 'set' })
const atomic = (items) => ({ type: 'array', items, 'x-platform-list-type': 'atomic' })
const mapOf = (additionalProperties) => ({ type: 'object', additionalProperties })
const struct = (properties) => ({ type: 'object', properties })
const ref = (name) => ({ $ref: `#/definitions/${name}` })
const quantity = { 'x-platform-int-or-string': true }

const condition = struct({
  type: string,
  status: string,
  reason: string,
  message: string,
  lastHeartbeatTime: string,
  lastTransitionTime: string,
})

const definitions = {
  ObjectMeta: struct({
    name: string,
    namespace: string,
    generateName: string,
    uid: string,
    resourceVersion: string,
    creationTimestamp: string,
    labels: mapOf(string),
    annotations: mapOf(string),
    finalizers: setOf(string),
    ownerReferences: listOf(
      {
        ...struct({
          apiVersion: string,
          kind: string,
          name: string,
          uid: string,
          controller: boolean,
          blockOwnerDeletion: boolean,
        }),
        'x-platform-map-type': 'atomic',
      },
      'uid',
    ),
  }),
  Probe: struct({
    httpGet: struct({ path: string, port: quantity, scheme: string }),
    timeoutSeconds: integer,
    periodSeconds: integer,
    successThreshold: integer,
    failureThreshold: integer,
  }),
  Container: struct({
    name: string,
    image: string,
    command: atomic(string),
    args: atomic(string),
    env: listOf(
      struct({
        name: string,
        value: string,
        valueFrom: struct({
          fieldRef: { ...struct({ apiVersion: string, fieldPath: string }), 'x-platform-map-type': 'atomic' },
        }),
      }),
      'name',
    ),
    ports: listOf(
      struct({ name: string, containerPort: integer, protocol: { ...string, default: 'TCP' } }),
      'containerPort',
      'protocol',
    ),
    resources: struct({ limits: mapOf(quantity), requests: mapOf(quantity) }),
    volumeMounts: listOf(struct({ name: string, mountPath: string, readOnly: boolean }), 'mountPath'),
    livenessProbe: ref('Probe'),
    readinessProbe: ref('Probe'),
    terminationMessagePath: string,
    terminationMessagePolicy: string,
    imagePullPolicy: string,
  }),
  Schema: struct({
    type: string,
    description: string,
    properties: mapOf(ref('Schema')),
    items: ref('Schema'),
    required: atomic(string),
    enum: atomic(string),
    format: string,
    maxLength: integer,
  }),
}

function pod() {
  const probe = (path) => ({
    httpGet: { path, port: 8080, scheme: 'HTTP' },
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  })
  const container = (name) => ({
    name,
    image: `registry.platform.io/shop/${name}:1.42.0`,
    args: ['--port=8080', `--config=/etc/${name}/config.yaml`],
    ports: [
      { name: 'http', containerPort: 8080, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'REGION', value: 'north-1' },
    ],
    resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
    volumeMounts: [
      { name: 'config', mountPath: `/etc/${name}` },
      { name: 'token-x7k2p', readOnly: true, mountPath: '/var/run/secrets/serviceaccount' },
    ],
    livenessProbe: probe('/livez'),
    readinessProbe: probe('/readyz'),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
  })
  const schema = struct({
    apiVersion: string,
    kind: string,
    metadata: ref('ObjectMeta'),
    spec: struct({
      containers: listOf(ref('Container'), 'name'),
      volumes: listOf(struct({ name: string, configMap: struct({ name: string, defaultMode: integer }) }), 'name'),
      tolerations: atomic(struct({ key: string, operator: string, effect: string, tolerationSeconds: integer })),
      nodeSelector: { ...mapOf(string), 'x-platform-map-type': 'atomic' },
      restartPolicy: string,
      dnsPolicy: string,
      nodeName: string,
      serviceAccountName: string,
      schedulerName: string,
      terminationGracePeriodSeconds: integer,
    }),
    status: struct({
      phase: string,
      podIP: string,
      hostIP: string,
      startTime: string,
      conditions: listOf(condition, 'type'),
    }),
  })
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'shop-6d4cf56db6-x7k2p',
      namespace: 'default',
      labels: { app: 'shop', tier: 'front', 'pod-template-hash': '6d4cf56db6' },
      annotations: { 'platform.io/restarted-at': '2025-01-02T03:04:05Z' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'shop-6d4cf56db6', uid: 'c2f3-11', controller: true }],
    },
    spec: {
      containers: [container('shop'), container('proxy')],
      volumes: [{ name: 'config', configMap: { name: 'shop', defaultMode: 420 } }],
      tolerations: [
        { key: 'node.platform.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
        { key: 'node.platform.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      nodeName: 'node-17',
      serviceAccountName: 'default',
      schedulerName: 'default-scheduler',
      terminationGracePeriodSeconds: 30,
    },
    status: {
      phase: 'Running',
      podIP: '10.1.2.3',
      conditions: ['Initialized', 'Ready', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastTransitionTime: '2025-01-02T03:04:05Z',
      })),
    },
  }
  return { name: 'pod-3KiB', schema, definitions, object }
}

function node() {
  const schema = struct({
    apiVersion: string,
    kind: string,
    metadata: ref('ObjectMeta'),
    spec: struct({ podCIDR: string, providerID: string, podCIDRs: setOf(string), taints: atomic(mapOf(string)) }),
    status: struct({
      capacity: mapOf(quantity),
      allocatable: mapOf(quantity),
      conditions: listOf(condition, 'type'),
      addresses: listOf(struct({ type: string, address: string }), 'type'),
      nodeInfo: mapOf(string),
      images: atomic(struct({ names: atomic(string), sizeBytes: integer })),
    }),
  })
  const amounts = { cpu: '16', memory: '65806080Ki', pods: '110', 'ephemeral-storage': '95491281146', 'hugepages-2Mi': '0' }
  const object = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'node-17',
      labels: Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`label-${i}.platform.io/value`, `v-${i}`])),
      annotations: { 'node.platform.io/ttl': '0', 'volumes.platform.io/attached': 'true' },
    },
    spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'], providerID: 'cloud://zone-a/node-17' },
    status: {
      capacity: amounts,
      allocatable: amounts,
      conditions: ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable', 'Ready'].map((type) => ({
        type,
        status: 'False',
        reason: `NodeHasNo${type}`,
        message: `the node has no ${type}`,
        lastHeartbeatTime: '2025-01-02T03:04:05Z',
        lastTransitionTime: '2025-01-02T03:04:05Z',
      })),
      addresses: [
        { type: 'InternalIP', address: '10.0.0.17' },
        { type: 'Hostname', address: 'node-17' },
      ],
      nodeInfo: { architecture: 'amd64', kernelVersion: '6.1.0', osImage: 'Example OS 12', operatingSystem: 'linux' },
      images: Array.from({ length: 46 }, (_, i) => ({
        names: [
          `registry.platform.io/team-${i}/image@sha256:${'0123456789abcdef'.repeat(4)}`,
          `registry.platform.io/team-${i}/image:1.${i}.0`,
        ],
        sizeBytes: 10_000_000 + i * 12_345,
      })),
    },
  }
  return { name: 'node-10KiB', schema, definitions, object }
}

/** A definition of a type, whose schema is recursive. */
function definition() {
  const random = randomFrom(7)
  const words = 'the name of a field that says how long to wait before another attempt at what failed'.split(' ')
  const sentence = () => Array.from({ length: 10 }, () => words[Math.floor(random() * words.length)]).join(' ')
  const part = (depth) => {
    if (depth === 0 || random() < 0.3) return { type: 'string', description: sentence() }
    if (random() < 0.2) return { type: 'array', description: sentence(), items: part(depth - 1) }
    const names = Array.from({ length: 6 }, (_, i) => `${words[Math.floor(random() * words.length)]}${i}`)
    return {
      type: 'object',
      description: sentence(),
      required: names.slice(0, 2),
      properties: Object.fromEntries(names.map((name) => [name, part(depth - 1)])),
    }
  }
  const properties = {}
  for (let i = 0; JSON.stringify(properties).length < 115_000; i++) properties[`part${i}`] = part(4)
  const schema = struct({
    apiVersion: string,
    kind: string,
    metadata: ref('ObjectMeta'),
    spec: struct({ group: string, scope: string, schema: ref('Schema') }),
  })
  const object = {
    apiVersion: 'apiextensions.platform.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', schema: { type: 'object', properties } },
  }
  return { name: 'definition-115KiB', schema, definitions, object }
}

/** An object with keyed entries up to a limit, in an order that is not sorted by key. */
function keyed(name, isFull) {
  const random = randomFrom(11)
  const entry = struct({ name: string, port: integer, protocol: string, weight: integer, isEnabled: boolean })
  const entries = []
  while (!isFull(entries)) {
    entries.push({
      name: `entry-${Math.floor(random() * 2 ** 32).toString(36)}-${entries.length}`,
      port: Math.floor(random() * 60_000),
      protocol: 'TCP',
      weight: Math.floor(random() * 100),
    })
  }
  const schema = struct({
    apiVersion: string,
    kind: string,
    metadata: ref('ObjectMeta'),
    spec: struct({ entries: listOf(entry, 'name') }),
  })
  const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec: { entries } }
  return { name, schema, definitions, object }
}

function wholeList() {
  const random = randomFrom(13)
  const items = []
  while (JSON.stringify(items).length < 170_000) {
    items.push({ name: `item-${items.length}`, value: Math.floor(random() * 1e6), tags: ['a', `tag-${items.length % 7}`] })
  }
  const item = struct({ name: string, value: integer, tags: atomic(string) })
  const schema = struct({ apiVersion: string, kind: string, metadata: ref('ObjectMeta'), spec: struct({ items: atomic(item) }) })
  const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec: { items } }
  return { name: 'atomic-list-170KiB', schema, definitions, object }
}

/** The objects with targets, and two that show how cost grows with the number of keyed entries. */
export function benchObjects() {
  return [
    pod(),
    node(),
    definition(),
    keyed('keyed-200KiB', (entries) => JSON.stringify(entries).length >= 200_000),
    wholeList(),
    keyed('keyed-1000-entries', (entries) => entries.length === 1000),
    keyed('keyed-10000-entries', (entries) => entries.length === 10_000),
  ]
}
