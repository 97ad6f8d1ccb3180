// Unusual headers of complete HTTP/2 requests: impersonation, media types, audit ids, and large numbers of headers.
import { collectionOf, KINDS, NAMESPACES, nameFor, objectOf } from '../objects.mjs'
import { PROTOTYPE_KEYS } from '../shapes.mjs'

const many = (count, item) => Array.from({ length: count }, (_, index) => item(index))

/** The user of the request after impersonation; `'admin'` by default. */
const SETS = {
  'a user to be': (random) => ({
    as: 'nobody',
    headers: {
      'impersonate-user': random.pick([
        'nobody',
        'x',
        'system:anonymous',
        'system:serviceaccount:a:b',
        'system:serviceaccount:a',
        'é'.repeat(3),
        'x'.repeat(3000),
      ]),
    },
  }),
  'a group without a user': (random) => ({
    as: 'nobody',
    headers: { 'impersonate-group': random.pick(['system:masters', 'x', '']) },
  }),
  'many groups': (random) => ({
    as: 'nobody',
    headers: {
      'impersonate-user': 'nobody',
      'impersonate-group': many(random.pick([10, 100, 1000]), (index) => `group-${index}`),
    },
  }),
  'many extra keys': (random) => ({
    as: 'nobody',
    headers: {
      'impersonate-user': 'nobody',
      ...Object.fromEntries(many(random.pick([10, 100, 1000]), (index) => [`impersonate-extra-k${index}`, 'v'])),
    },
  }),
  'odd extra keys': (random) => ({
    as: 'nobody',
    headers: {
      'impersonate-user': 'nobody',
      ...Object.fromEntries(PROTOTYPE_KEYS.map((key) => [`impersonate-extra-${key.toLowerCase()}`, 'v'])),
      [`impersonate-extra-${random.pick(['%zz', '%2f', '%00', 'a%2fb'])}`]: 'v',
    },
  }),
  'a uid alone': () => ({ as: 'nobody', headers: { 'impersonate-uid': 'x' } }),
  'headers of a proxy': () => ({
    headers: {
      'x-remote-user': 'admin',
      'x-remote-group': 'system:masters',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-user': 'admin',
      'x-original-url': '/x',
    },
    user: 'nobody',
  }),
  'no scheme that is known': (random) => ({
    user: 'none',
    as: 'nobody',
    headers: {
      authorization: random.pick([
        'Basic YWRtaW46YWRtaW4=',
        'Bearer',
        'Bearer ',
        'bearer  x',
        'Negotiate x',
        'Bearer a b',
        'Bearer \t',
        `Bearer ${'x'.repeat(8000)}`,
        'AWS4-HMAC-SHA256 x',
      ]),
    },
  }),
  'media types to answer in': (random) => ({
    headers: {
      accept: random.pick([
        '*/*',
        'application/*',
        'text/html',
        'application/json;q=0',
        'application/json;as=Table;v=v1;g=meta.k8s.io',
        'application/json;as=__proto__;v=v1;g=x',
        ',',
        ';',
        'a/b;c',
        `${'application/json;q=0.1,'.repeat(random.pick([10, 1000]))}*/*`,
        'application/json;stream=watch',
        'application/yaml;q=2',
        'application/json; as = Table',
        '"',
        'application/cbor',
        'x'.repeat(7000),
      ]),
    },
  }),
  'media types of the body': (random) => ({
    method: 'POST',
    headers: {
      'content-type': random.pick([
        '',
        'application/json;charset=utf-16',
        'application/json;charset=utf-8',
        'application/xml',
        'application/cbor',
        'multipart/form-data; boundary=x',
        'application/json,application/yaml',
        'APPLICATION/JSON',
        'application/json;',
        ';',
        'x/y/z',
        'x'.repeat(5000),
        '__proto__/x',
      ]),
    },
  }),
  'audit ids': (random) => ({ headers: { 'audit-id': random.pick(['x'.repeat(2000), '../x', '"', '<script>', '%00']) } }),
  codings: (random) => ({
    headers: {
      'accept-encoding': random.pick(['gzip', 'gzip;q=0', 'br', '*', 'gzip,'.repeat(500), 'identity;q=0', 'x'.repeat(3000)]),
    },
  }),
  'a coded body': (random) => ({
    method: 'POST',
    headers: { 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'identity', 'x']) },
  }),
  conditions: (random) => ({
    headers: { 'if-none-match': random.pick(['*', '""', 'W/"x"', '"x",'.repeat(1000)]), 'if-match': '*' },
  }),
  'user agents': (random) => ({
    headers: { 'user-agent': random.pick(['x'.repeat(5000), '\u00e9', '()', '/', 'kubectl/v1 (__proto__)']) },
    method: 'POST',
  }),
  'many names': (random) => ({
    headers: Object.fromEntries(many(random.pick([100, 1000, 1990, 2100, 5000]), (index) => [`x-${index}`, '1'])),
  }),
  'many lines of one name': (random) => ({ headers: { 'x-many': many(random.pick([100, 1990, 2100, 5000]), () => '1') } }),
  'many names before the user to be': (random) => ({
    as: 'nobody',
    headers: {
      ...Object.fromEntries(many(random.pick([1000, 1990, 1999, 2100, 5000]), (index) => [`x-${index}`, '1'])),
      'impersonate-user': 'nobody',
    },
  }),
  'long values': (random) => ({ headers: { 'x-long': 'x'.repeat(random.pick([1000, 60_000])) } }),
  'methods in place of the method': () => ({
    headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    user: 'nobody',
  }),
  upgrades: () => ({
    headers: {
      'x-stream-protocol-version': 'v4.channel.k8s.io',
      'sec-websocket-key': 'x',
      'sec-websocket-protocol': 'base64url.bearer.authorization.k8s.io.YWRtaW4',
    },
    user: 'none',
  }),
  tracing: (random) => ({
    headers: {
      traceparent: random.pick(['00-0-0-0', 'x'.repeat(1000)]),
      tracestate: 'a=b,'.repeat(500),
      baggage: 'a=b,'.repeat(1000),
    },
  }),
}

export function headers(random) {
  const target = random.pick(KINDS)
  const set = random.pick(Object.keys(SETS))
  const { headers: lines, user = 'admin', as = user, method = random.pick(['GET', 'POST']) } = SETS[set](random)
  const object = objectOf(target, nameFor(random))
  const body = method === 'POST' ? JSON.stringify(object) : undefined
  const path = collectionOf(target, random.pick(NAMESPACES))
  return {
    title: `${set}, ${method} ${target.kind}`,
    steps: [{ user, as, method, path, headers: { ...(body && { 'content-type': 'application/json' }), ...lines }, body }],
  }
}
