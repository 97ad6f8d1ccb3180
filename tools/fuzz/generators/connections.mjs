// Subresources: streams and proxied requests, also with misbehaving backends; scale; upgrades.
import { mutatedText } from '../mutate.mjs'
import { NAMESPACES, nameFor } from '../objects.mjs'
import { bytesOf, ODD_VALUES } from '../shapes.mjs'

const BACKENDS = [
  'echo',
  'unread',
  'endless',
  'broken',
  'lies',
  'headers',
  'redirect',
  'nothing',
  '..',
  '%2e%2e/echo',
  '%00',
  'a%2Fb',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const LOG_OPTIONS = {
  container: ['c', 'x', '', '%00'],
  follow: ['true', 'x', '1'],
  tailLines: ['0', '3', '40', '-1', '9007199254740993', 'x', '1e3'],
  limitBytes: ['1', '0', '-1', 'x'],
  sinceSeconds: ['1', '-1', '999999999999'],
  sinceTime: ['2026-01-01T00:00:00Z', 'x', '0000-00-00T00:00:00Z'],
  stream: ['All', 'x'],
  timeoutSeconds: ['1', 'x'],
}
const HEADERS = {
  connection: ['close', 'a, b', 'content-type'],
  cookie: ['a=b'],
  range: ['bytes=0-'],
  'content-type': ['application/json', 'x', 'multipart/form-data; boundary=x'],
  'content-encoding': ['gzip', 'x'],
  'x-remote-user': ['admin'],
  accept: ['*/*', 'application/yaml', 'x'],
  origin: ['https://other.example'],
}
const GADGET = { prefix: '/apis/fuzz.example.com/v2', plural: 'gadgets', apiVersion: 'fuzz.example.com/v2', kind: 'Gadget' }
const POD = { prefix: '/api/v1', plural: 'pods', apiVersion: 'v1', kind: 'Pod' }
const DEPLOYMENT = { prefix: '/apis/apps/v1', plural: 'deployments', apiVersion: 'apps/v1', kind: 'Deployment' }
const OLD_DEPLOYMENT = { ...DEPLOYMENT, prefix: '/apis/apps/v1beta1', apiVersion: 'apps/v1beta1' }
const podSpec = { containers: [{ name: 'c', image: 'i' }] }
const SPECS = {
  Gadget: { count: 2, parts: ['a', 'b'] },
  Pod: podSpec,
  Deployment: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: podSpec } },
}

/** The request that creates an object, and the object's path. */
function objectOf(random, target) {
  const name = nameFor(random)
  const collection = `${target.prefix}/namespaces/${random.pick(NAMESPACES)}/${target.plural}`
  const object = { apiVersion: target.apiVersion, kind: target.kind, metadata: { name }, spec: SPECS[target.kind] }
  const made = { user: 'admin', method: 'POST', path: collection, type: 'application/json', body: JSON.stringify(object) }
  return { made, path: `${collection}/${name}` }
}

const someOf = (random, table, share) =>
  Object.entries(table).flatMap(([name, values]) => (random.chance(share) ? [[name, random.pick(values)]] : []))
const queryOf = (pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')

const KINDS = {
  log(random) {
    const { made, path } = objectOf(random, random.pick([POD, GADGET]))
    const log = {
      user: user(random),
      method: random.pick(['GET', 'GET', 'HEAD', 'POST']),
      path: `${path}/log?${queryOf(someOf(random, LOG_OPTIONS, 0.3))}`,
    }
    return [made, { ...log, forMs: 200, mayRun: true }]
  },
  backend(random, size) {
    const { made, path } = objectOf(random, random.pick([POD, GADGET]))
    const method = random.pick(METHODS)
    const backend = random.pick(BACKENDS)
    const body = ['GET', 'HEAD'].includes(method) ? undefined : 'x'.repeat(bytesOf(random, size))
    const rest = random.pick(['', '/', '/a/b', '/../..', '//x', '/%2e%2e', `/${'x'.repeat(3000)}`])
    const headers = Object.fromEntries(someOf(random, HEADERS, 0.2))
    return [
      made,
      { user: user(random), method, path: `${path}/proxy/${backend}${rest}?a=b`, headers, body, forMs: 200, mayRun: true },
    ]
  },
  command(random) {
    const { made, path } = objectOf(random, POD)
    const commands = Array.from(
      { length: random.pick([1, 1, 3, 2000]) },
      () => `command=${random.pick(BACKENDS.slice(0, 8))}`,
    ).join('&')
    const command = {
      user: user(random),
      method: random.pick(['GET', 'POST', 'PUT']),
      path: `${path}/${random.pick(['exec', 'attach', 'portforward'])}?${commands}&stdout=${random.pick(['true', 'x'])}`,
    }
    return [made, { ...command, forMs: 200, mayRun: true }]
  },
  /** A connection with an upgrade request, of a client with the right to it or without. */
  upgrade(random) {
    const { made, path } = objectOf(random, POD)
    const asks = random.pick(['admin', 'nobody', 'none'])
    const target = `${path}/${random.pick(['exec?command=echo', 'attach', 'portforward', 'proxy/echo', 'log', 'log?follow=true'])}`
    const protocol = random.pick([
      'v4.channel.k8s.io',
      'v5.channel.k8s.io',
      'x',
      `base64url.bearer.authorization.k8s.io.${'x'.repeat(random.pick([10, 5000]))}`,
    ])
    const frames = Buffer.concat([
      Buffer.from([0x82, 0x85, 1, 2, 3, 4, 1, 2, 3, 4, 5]),
      Buffer.from([0x82, 0xff, 255, 255, 255, 255, 255, 255, 255, 255]),
    ])
    const raw = (tokens) => ({
      parts: [
        [
          `GET ${target} HTTP/1.1`,
          'host: plane',
          ...(asks === 'none' ? [] : [`authorization: Bearer ${tokens[asks]}`]),
          `upgrade: ${random.pick(['websocket', 'SPDY/3.1', 'h2c'])}`,
          'connection: upgrade',
          'sec-websocket-version: 13',
          'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
          `sec-websocket-protocol: ${protocol}`,
          '\r\n',
        ].join('\r\n'),
        frames,
      ],
      refused: asks !== 'admin',
      waitMs: 100,
    })
    return [made, { raw }]
  },
  scale(random, size) {
    const target = random.pick([GADGET, DEPLOYMENT, OLD_DEPLOYMENT])
    const { made, path } = objectOf(random, target)
    const scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: path.split('/').at(-1) },
      spec: { replicas: 3 },
    }
    const write = { user: user(random), path: `${path}/scale${random.pick(['', '?dryRun=All', '?fieldManager=x&force=true'])}` }
    const odd = `{"spec":{"replicas":${random.pick(ODD_VALUES)}}}`
    const large = `{"spec":{"replicas":1},"status":{"selector":"${'a,'.repeat(bytesOf(random, size) / 2)}"}}`
    const [method, type, body] = random.pick([
      ['PUT', 'application/json', mutatedText(random, scale)],
      ['PUT', 'application/json', JSON.stringify({ ...scale, ...JSON.parse(large) })],
      ['PATCH', 'application/merge-patch+json', odd],
      ['PATCH', 'application/merge-patch+json', large],
      ['PATCH', 'application/strategic-merge-patch+json', odd],
      ['PATCH', 'application/apply-patch+yaml', mutatedText(random, scale)],
      ['PATCH', 'application/json-patch+json', `[{"op":"add","path":"/spec/replicas","value":${random.pick(ODD_VALUES)}}]`],
    ])
    return [made, { ...write, method, type, body }, { ...write, method: 'GET', path: `${path}/scale` }]
  },
}

const user = (random) => (random.chance(0.1) ? 'nobody' : 'admin')

export function connections(random, size) {
  const name = random.pick(Object.keys(KINDS))
  const steps = KINDS[name](random, size)
  return { title: name, steps }
}
