// Reads and deletes with unusual paths and queries: selectors, continue tokens, versions, timeouts.
import { collectionOf, KINDS, NAMESPACES, nameFor } from '../objects.mjs'
import { bytesOf, PROTOTYPE_KEYS } from '../shapes.mjs'

const ODD_TEXTS = [
  '',
  '0',
  '-1',
  '1',
  '18446744073709551616',
  '9007199254740993',
  '1e3',
  '0x10',
  ' ',
  'abc',
  '%00',
  '%zz',
  '%C0%80',
  'true',
  'True',
  '[]',
  '..',
  '%2e%2e%2f',
  '\\',
  '+',
  '1;2',
  '1&limit=2',
]
const filler = (bytes, text) => text.repeat(Math.max(1, Math.min(6000, bytes) / text.length))
const SELECTORS = [
  (random, bytes) => filler(bytes, random.pick(['a=b,', 'a,', '!a,', 'a in (b),', 'a notin (b,c),', 'a!=b,', ','])).slice(0, -1),
  (_random, bytes) => `a in (${filler(bytes, 'b,')}b)`,
  (random) =>
    random.pick([
      'a in (',
      'a in ()',
      '(',
      ')',
      '!',
      '!!a',
      'a==b==c',
      'a=b=c',
      'a>1',
      'a<x',
      'a in (b',
      '=b',
      '!a=b',
      'a/b/c=d',
      'in in (in)',
      'notin notin (notin)',
      'a in(b)',
      '(((((((((a',
      'a,!a',
      "a='b'",
      'é=é',
      ...PROTOTYPE_KEYS,
    ]),
  (random, bytes) => filler(bytes, random.pick(['(', '!', ' ', 'in ', 'a'])),
]
const FIELD_SELECTORS = [
  (random) => `metadata.name=${random.pick(['fuzz-0', '', 'a\\,b', 'a\\', '\\=', ...PROTOTYPE_KEYS])}`,
  (random, bytes) =>
    filler(bytes, random.pick(['metadata.name!=x,', 'metadata.namespace=fuzz-a,', 'metadata.name==a,', ','])).slice(0, -1),
  (random) =>
    random.pick([
      '=',
      '==',
      '!=',
      'a',
      'status.phase=Running',
      'metadata.name>1',
      'metadata.labels=a',
      ...PROTOTYPE_KEYS.map((key) => `${key}=1`),
    ]),
]

/** Continue tokens: invalid ones, or a mutated valid one. */
const forged = (random) =>
  random.pick([
    () => random.bytes(random.between(1, 60)).toString('base64url'),
    () =>
      Buffer.from(
        JSON.stringify({
          v: 'meta.k8s.io/v1',
          rv: random.pick([0, -1, 1, 1e9, 2 ** 53]),
          start: random.pick(['', '../', '\u0000', 'kube-system/x', 'x'.repeat(2000)]),
        }),
      ).toString('base64url'),
    () => random.pick(ODD_TEXTS),
  ])()

function changed(random, token) {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length === 0) return 'x'
  bytes[random.int(bytes.length)] ^= 1 << random.int(8)
  return random.pick([bytes.toString('base64url'), token.slice(0, -1), token + token, token.toUpperCase()])
}

function anyQuery(random, bytes) {
  const parameter = {
    labelSelector: () => encodeURIComponent(random.pick(SELECTORS)(random, bytes)),
    fieldSelector: () => encodeURIComponent(random.pick(FIELD_SELECTORS)(random, bytes)),
    limit: () => random.pick([...ODD_TEXTS, '1', '2', '500', '9223372036854775807']),
    continue: () => forged(random),
    resourceVersion: () => random.pick([...ODD_TEXTS, '1', '100']),
    resourceVersionMatch: () => random.pick(['Exact', 'NotOlderThan', 'exact', '', 'x']),
    timeoutSeconds: () => random.pick(['1', '-1', '0', 'x', '9223372036854775807']),
    timeout: () => random.pick(['1s', '0', '-1s', '1ms', '1e9s', '9999999999h', 'x']),
    pretty: () => random.pick(['true', '1', 'x']),
    dryRun: () => random.pick(['All', 'all', '', 'None']),
    gracePeriodSeconds: () => random.pick(['0', '-1', '1', 'x', '9223372036854775807']),
    propagationPolicy: () => random.pick(['Orphan', 'Foreground', 'Background', 'x']),
    sendInitialEvents: () => random.pick(['true', 'false', 'x']),
    [random.pick(PROTOTYPE_KEYS)]: () => '1',
  }
  const names = Array.from({ length: random.between(0, 4) }, () => random.pick(Object.keys(parameter)))
  const many = random.chance(0.05) ? filler(bytes, '&a=1') : ''
  return `?${names.map((name) => `${name}=${parameter[name]()}`).join('&')}${many}`
}

const ODD_PATHS = [
  '/',
  '//',
  '/api',
  '/api/',
  '/api/v1/',
  '/apis',
  '/apis/x',
  '/apis//v1/x',
  '/api/v1/namespaces/fuzz-a',
  '/api/v1/namespaces/fuzz-a/status',
  '/api/v1/namespaces/fuzz-a/finalize',
  '/api/v1/namespaces//configmaps',
  '/api/v1/namespaces/%2e%2e/configmaps',
  '/api/v1/namespaces/fuzz-a%2fconfigmaps',
  '/api/v1/namespaces/fuzz-a/configmaps/a%2Fb',
  '/api/v1/namespaces/fuzz-a/configmaps/..',
  '/api/v1/watch/namespaces/fuzz-a/configmaps?timeoutSeconds=1',
  '/api/v1/proxy/namespaces/fuzz-a/pods/x',
  '/api/v1/namespaces/fuzz-a/pods/x/exec?command=sh',
  '/api/v1/namespaces/fuzz-a/pods/x/proxy/',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/api/v1',
  '/openapi/v3/../v2',
  '/metrics',
  '/healthz',
  '/livez?exclude=x',
  '/readyz/x',
  '/readyz?verbose',
  '/version',
  '/version/x',
  '/debug/pprof',
  '/logs/',
  '/swagger-2.0.0.pb-v1',
  '/apis/shop.example.com/v1/namespaces/fuzz-a/widgets/fuzz-0/scale',
  '/apis/shop.example.com/v1/widgets',
  '/__proto__',
  '/constructor/prototype',
  '/favicon.ico',
  '/%00',
  '/%',
  '/api/v1/%',
  '/API/V1/namespaces',
  '/api/v1/namespaces;a=b/x',
]

export function queries(random, size) {
  const bytes = bytesOf(random, size)
  const target = random.pick(KINDS)
  const accept = random.pick([
    'application/json',
    'application/json;as=Table;v=v1;g=meta.k8s.io',
    'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
  ])
  const user = random.pick(['admin', 'admin', 'admin', 'nobody', 'none'])
  const collection = collectionOf(target, random.pick(NAMESPACES))
  const path = random.pick([
    collection,
    collection,
    `${target.prefix}/${target.plural}`,
    `${collection}/${nameFor(random)}`,
    `${collection}/${nameFor(random)}/${random.pick(['status', 'scale', 'x', '..'])}`,
    random.pick(ODD_PATHS),
  ])
  const isDeletion = random.chance(0.15) && path.includes('fuzz-') && !path.includes('namespaces/fuzz-a?')
  const method = isDeletion ? 'DELETE' : random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'])
  const query = path.includes('?') ? '' : anyQuery(random, bytes)
  const request = { user, method, path: path + query, headers: { accept } }
  if (!random.chance(0.2) || method !== 'GET') return { title: `${method} ${path}`, steps: [request] }
  const next = ([first]) => ({
    ...request,
    path: `${collection}?limit=1&continue=${encodeURIComponent(changed(random, tokenOf(first)))}`,
  })
  return {
    title: `a changed token, ${path}`,
    steps: [{ ...request, user: 'admin', path: `${collection}?limit=1`, headers: { accept: 'application/json' } }, next],
  }
}

function tokenOf(answer) {
  try {
    return JSON.parse(answer.text).metadata.continue ?? ''
  } catch {
    return ''
  }
}
