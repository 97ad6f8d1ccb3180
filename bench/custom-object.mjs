// Typical custom resources, 2 KiB each in JSON, and the schema of their type.
const text = { type: 'string' }
const P = 'x-platform-'
const list = (items, markers) => ({ type: 'array', items, ...markers })
const keyed = (key) => ({ [`${P}list-type`]: 'map', [`${P}list-map-keys`]: [key] })
const condition = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason'],
  properties: {
    type: { ...text, maxLength: 316, pattern: '^[A-Za-z]([A-Za-z0-9_./-]*[A-Za-z0-9])?$' },
    status: { ...text, enum: ['True', 'False', 'Unknown'] },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    lastTransitionTime: { ...text, format: 'date-time' },
    reason: { ...text, minLength: 1, maxLength: 1024 },
    message: { ...text, maxLength: 32768 },
  },
}
const port = {
  type: 'object',
  required: ['port'],
  properties: {
    name: { ...text, maxLength: 63 },
    port: { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 },
    protocol: { ...text, enum: ['TCP', 'UDP'], default: 'TCP' },
    targetPort: { [`${P}int-or-string`]: true },
  },
}
const backend = {
  type: 'object',
  required: ['name', 'image'],
  properties: {
    name: { ...text, minLength: 1, maxLength: 63 },
    image: text,
    args: list(text),
    env: list({ type: 'object', required: ['name'], properties: { name: text, value: text } }, keyed('name')),
    ports: list(port, keyed('port')),
    resources: {
      type: 'object',
      properties: {
        limits: { type: 'object', additionalProperties: { [`${P}int-or-string`]: true } },
        requests: { type: 'object', additionalProperties: { [`${P}int-or-string`]: true } },
      },
    },
    readOnly: { type: 'boolean', default: false },
  },
}

export const customSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['replicas', 'backends'],
      properties: {
        replicas: { type: 'integer', format: 'int32', minimum: 0, default: 1 },
        paused: { type: 'boolean', default: false },
        strategy: {
          type: 'object',
          default: {},
          properties: { type: { ...text, enum: ['Rolling', 'Recreate'], default: 'Rolling' }, maxSurge: { type: 'integer' } },
        },
        hosts: list({ ...text, format: 'hostname' }, { [`${P}list-type`]: 'set' }),
        annotations: { type: 'object', additionalProperties: text },
        backends: list(backend, keyed('name')),
      },
    },
    status: {
      type: 'object',
      properties: {
        readyReplicas: { type: 'integer', format: 'int32' },
        observedGeneration: { type: 'integer', format: 'int64' },
        conditions: list(condition, keyed('type')),
      },
    },
  },
}

const backendOf = (name, id) => ({
  name: `${name}-${id}`,
  image: `registry.example.com/shop/${name}:v1.${id}.2`,
  args: ['--verbose', '--listen=:8080', '--config=/etc/shop/config.yaml'],
  env: [
    { name: 'REGION', value: `eu-west-${id}` },
    { name: 'LOG_LEVEL', value: 'info' },
  ],
  ports: [
    { name: 'http', port: 80 + id, targetPort: 8080 },
    { name: 'metrics', port: 9090, protocol: 'TCP', targetPort: 'metrics' },
  ],
  resources: { limits: { cpu: `${500 + id}m`, memory: '128Mi' }, requests: { cpu: '100m', memory: '64Mi' } },
})
const conditionOf = (type, id) => ({
  type: `${type}-${id.toString(36)}`,
  status: id % 3 === 0 ? 'False' : 'True',
  observedGeneration: 7 + id,
  lastTransitionTime: new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + id * 86_461_000).toISOString().replace('.000', ''),
  reason: `Minimum${id}ReplicasAvailable`,
  message: `All ${id} replicas of the shop are available and have served requests for at least a minute.`,
})

/** Objects of the type differ in content, as real ones do, so that caching the result for one does not help with the next. */
export const customObject = (id) => ({
  apiVersion: 'shop.example.com/v1',
  kind: 'Shop',
  metadata: {
    name: `corner-${id}`,
    namespace: 'default',
    uid: '123e4567-e89b-42d3-a456-426614174000',
    resourceVersion: String(1234 + id),
    generation: 7 + id,
    creationTimestamp: '2026-01-02T03:04:05Z',
    annotations: { 'app.example.com/config-hash': 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    labels: { 'app.example.com/name': 'shop', 'app.example.com/tier': 'web' },
  },
  spec: {
    replicas: id % 50,
    strategy: { type: id % 2 === 0 ? 'Rolling' : 'Recreate', maxSurge: 1 },
    hosts: [`shop-${id}.example.com`, `www.shop-${id}.example.com`],
    annotations: { owner: `team-${id}`, contact: 'shop@example.com' },
    backends: [backendOf('frontend', id), backendOf('checkout', id)],
  },
  status: { readyReplicas: 3, observedGeneration: 7, conditions: [conditionOf('Available', id), conditionOf('Progressing', id)] },
})
