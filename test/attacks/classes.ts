/**
 * Classes of attacks on servers of this kind: what stands in the way, and the tests that try them.
 *
 * The table of `docs/security.md` is made of these rows; `classes.test.ts` holds the two together.
 *
 * @module
 */

/** Tests of one file: each title is text that stands in it. */
export interface ClassTests {
  readonly file: string
  readonly titles: readonly string[]
}

/** One class. */
export interface AttackClass {
  readonly part: Part
  /** What is tried. */
  readonly name: string
  /** Where it is known from: incidents of other programs, or ours when it was found here. */
  readonly incidents: readonly string[]
  /** Files of the repository that stand in the way. */
  readonly guards: readonly string[]
  readonly tests: readonly ClassTests[]
}

/** The parts of the table, in its order. */
export const parts = [
  'What a body may ask for',
  'What a client may take',
  'Who a request is from, and what it may do',
  'What a write may change',
  'What comes out',
  'Where it lives',
] as const
export type Part = (typeof parts)[number]

const tests = (file: string, ...titles: string[]): ClassTests => ({ file: `test/${file}.test.ts`, titles })
const src = (...files: string[]) => files.map((file) => `src/${file}.ts`)

const bodies: Omit<AttackClass, 'part'>[] = [
  {
    name: 'JSON bombs: deep nesting, repeated keys, long keys over many items, more values than make sense',
    incidents: ['CVE-2019-11253', 'ours'],
    guards: src('codec/json', 'codec/json-findings', 'codec/json-scan'),
    tests: [
      tests(
        'codec/json',
        'nesting is bounded, and what is within the bound can be written again',
        '%s may be repeated under a key of a mebibyte',
      ),
      tests('codec/body-bounds', 'a body has at most 100,000 members and items'),
    ],
  },
  {
    name: 'Numbers of one hash, as values that identify items or as names of members',
    incidents: ['CVE-2026-21717', 'ours'],
    guards: src('meta/values/scalar-key', 'meta/values/number-names', 'cel/scalar-map', 'patch/draft'),
    tests: [
      tests(
        'attacks/numbers',
        'numbers of a client are no keys of a map or set',
        'a client has at most 1,000 members whose names are large numbers',
      ),
      tests('codec/body-bounds', 'an object has at most 1,000 members whose names are large numbers, in %s'),
    ],
  },
  {
    name: 'YAML bombs: aliases of aliases, merge keys, millions of tokens',
    incidents: ['CVE-2019-11253', 'CVE-2019-11254'],
    guards: src('codec/yaml', 'codec/yaml-document'),
    tests: [
      tests('codec/yaml', 'aliases of aliases do not fill the memory'),
      tests('codec/body-bounds', 'of %s that fills a body is refused or parsed quickly', 'what aliases of YAML make'),
    ],
  },
  {
    name: 'Protobuf that unpacks to many times its size: empty items, deep messages, lengths that lie',
    incidents: ['CVE-2021-3121', 'ours'],
    guards: src('codec/protobuf/decode-message', 'codec/protobuf/envelope'),
    tests: [
      tests('codec/body-bounds', 'finalizers, labels and empty items of a protobuf body'),
      tests('server/bad-input', 'of $type that are invalid are answered $code'),
    ],
  },
  {
    name: 'Compressed bodies that unpack without end',
    incidents: ['CWE-409'],
    guards: src('server/body'),
    tests: [tests('attacks/browsers', 'is not unpacked, to whatever size: %s')],
  },
  {
    name: 'Patch bombs: many operations, copies that double, one item changed again and again',
    incidents: ['CVE-2019-1002100'],
    guards: src('patch/limits', 'patch/json-patch', 'patch/strategic/merge-list'),
    tests: [
      tests('patch/json-patch', 'a patch cannot ask for too much'),
      tests('patch/strategic/strategic-merge-patch', 'a patch that changes one great item again and again is refused with 413'),
      tests('patch/merge-patch', 'a result that is too large or too deep is refused with 413'),
    ],
  },
  {
    name: 'Objects that grow in the storage: defaults that multiply, owners that add up',
    incidents: ['ours'],
    guards: src('registry/write/size-limit', 'schema/defaults'),
    tests: [
      tests(
        'registry/write/size-limit',
        'an object of exactly the bound is stored, and one of a byte more is refused and not stored',
        'are refused where they are filled in, in a dry run, too',
      ),
    ],
  },
  {
    name: 'Small objects that are large when they are read: new defaults, conversions',
    incidents: ['CWE-770', 'ours'],
    guards: src('registry/shown-row', 'registry/read-through'),
    tests: [
      tests(
        'registry/read-through',
        'do not keep the bytes of large defaults in memory for each of them, even while a list is being read',
      ),
    ],
  },
  {
    name: 'Keys that reach the prototypes of objects',
    incidents: ['CVE-2021-4279', 'CVE-2019-10744'],
    guards: src('meta/values/json', 'patch/draft', 'codec/json'),
    tests: [
      tests('server/bad-input', 'is a key of data like any other', '%s does not name an inherited member'),
      tests('patch/json-patch', '__proto__ and constructor are keys like any other'),
      tests('meta/values/json', 'a value under any key is read back, and the prototype is unchanged'),
    ],
  },
  {
    name: 'Patterns that take for ever, or large programs of patterns',
    incidents: ['CVE-2022-25883', 'ours'],
    guards: src('text/pattern', 'schema/validation-budget', 'text/pattern-size'),
    tests: [
      tests('schema/validation-budget', 'are matched within a budget, and the field at which it ended is named'),
      tests('resources/apiextensions/validate-versions', 'large patterns of definitions'),
    ],
  },
  {
    name: 'Large answers and documents that are made in one go: YAML, indentation, OpenAPI, definitions',
    incidents: ['ours'],
    guards: src(
      'codec/text-pieces',
      'server/answers/value-object',
      'server/openapi/document-text',
      'server/openapi/openapi-documents',
      'server/openapi/schema-pool',
      'resources/apiextensions/validate-versions',
    ),
    tests: [
      tests('codec/text-pieces', 'comes in many pieces, none of which has many lines'),
      tests('server/answers/value-object', 'that is large is sent in slices, and yields to the event loop in between'),
      tests(
        'server/openapi/pauses',
        'pauses at each type, both when it is made and when it is written',
        'a type with tens of thousands of fields is written with pauses in between',
        'a document has 32 MiB of the schemas of custom types; others keep unknown fields',
      ),
      tests(
        'server/openapi/openapi',
        'the document of v2 is made once at a time, of what is served then, however often that changes',
      ),
      tests('resources/apiextensions/pauses', 'judging %s pauses again and again'),
    ],
  },
  {
    name: 'Rules (CEL) that take for ever',
    incidents: ['CWE-400'],
    guards: src('cel/budget', 'cel/meter-nodes', 'cel/lists', 'text/find-text', 'admission/expressions/constructors'),
    tests: [
      tests('cel/expressions', 'no expression runs for long'),
      tests('cel/prices', 'work on large values that a few steps start costs what it takes'),
      tests('text/find-text', 'a part that almost occurs at each place is found in linear time'),
      tests('admission/expressions/constructors', 'a megabyte of %s is looked through once'),
      tests('schema/rules/rules', 'many expensive rules exhaust the budget of their object', '%s is charged by its size'),
    ],
  },
  {
    name: 'Policies whose parameters, mutations or annotations add up, and webhooks whose patches are large',
    incidents: ['CWE-400', 'CWE-770', 'ours'],
    guards: src(
      'admission/policy/dispatch',
      'admission/policy/params',
      'admission/policy/mutate-object',
      'cel/json-value',
      'registry/write/admit',
      'admission/webhooks/ask',
    ),
    tests: [
      tests(
        'admission/plugins/dynamic/validating-admission-policy',
        'of more than 16 MiB that a selector finds are a fault of the binding',
        'are not read any more when the request has timed out',
      ),
      tests(
        'admission/turns',
        'between large parameters of a policy others have their turn, and they are parsed one by one',
        'between the pods that a stricter level of a namespace is compared with others have their turn',
        'a large patch of a webhook is parsed, applied and completed with turns of others in between',
      ),
      tests(
        'admission/plugins/dynamic/mutating-admission-policy',
        'mutations that add up to an object of more than 3 Mi characters are refused',
      ),
      tests('admission/expressions/policy-run', 'costs what its text is long, however often the same text is in it'),
    ],
  },
  {
    name: 'Types with large schemas used in turn, so that each request compiles one',
    incidents: ['CWE-400', 'ours'],
    guards: src('schema/on-demand', 'schema/node'),
    tests: [
      tests(
        'schema/on-demand',
        'is not searched again when it is compiled again',
        'is compiled in a turn of its own, also when many are prepared at once',
      ),
      tests('schema/defaults', 'members without a default are not compiled for the defaults of their object'),
    ],
  },
  {
    name: 'Certificates, requests for them and PEM that take long to read, of strangers too',
    incidents: ['CVE-2022-0778', 'ours'],
    guards: src(
      'crypto/pem',
      'crypto/certificate',
      'crypto/certificate-request',
      'crypto/verify-chain',
      'resources/certificates/pem-content',
    ),
    tests: [
      tests('resources/certificates/pem-content', '%s that arrive together are read in turns of their own'),
      tests('crypto/pem', 'are looked for in one pass: many %s'),
      tests('crypto/certificate-request', 'a request has at most 8 KiB'),
      tests('crypto/verify-chain', 'when it is empty, or too long'),
    ],
  },
  {
    name: 'Whole numbers that are changed on the way',
    incidents: ['ours'],
    guards: src('codec/whole-numbers'),
    tests: [tests('codec/whole-numbers', 'whatever whole number is sent, it is kept or refused')],
  },
]

const takes: Omit<AttackClass, 'part'>[] = [
  {
    name: 'One user who takes all seats: slow bodies, crowds, heavy lists',
    incidents: ['CVE-2018-12122', 'ours'],
    guards: src('endpoints/flow/flow-control', 'meta/async/fair-seats', 'adapters/node-body', 'adapters/start-queue'),
    tests: [
      tests('adapters/start-queue', 'thousands of requests on one connection do not delay the first on another'),
      tests(
        'endpoints/stages/in-flight',
        'hold no seat while they arrive: two hundred slow ones do not block other writers',
        'one user cannot take all seats: others get a share at once',
      ),
      tests(
        'adapters/slow-bodies',
        'together are never more than the memory for them: the rest is 429, and others still find room',
      ),
    ],
  },
  {
    name: 'Bodies that come a byte at a time, each of which is kept as an object',
    incidents: ['CWE-770', 'ours'],
    guards: src('meta/async/byte-buffer', 'adapters/node-body'),
    tests: [
      tests('attacks/small-chunks', 'a body that arrives byte by byte takes no more memory than another'),
      tests('meta/async/byte-buffer', 'use memory in proportion to their number, even if each byte is a chunk'),
    ],
  },
  {
    name: 'Heavy requests of one user by the hundred, all of which go on in one turn',
    incidents: ['CWE-400', 'ours'],
    guards: src('meta/async/turn-share', 'meta/async/round-robin', 'server/body', 'server/http-door'),
    tests: [
      tests(
        'meta/async/turn-share',
        'of callers that wait for promises counts what they do when these are settled',
        'of one user waits for that of others, however much of it waits',
        'of requests waits for another turn once those of this turn took long',
      ),
      tests('meta/async/round-robin', 'users take turns, and items of one user are in order'),
    ],
  },
  {
    name: 'HTTP/2 resets, floods of frames, headers without an end',
    incidents: ['CVE-2023-44487', 'CVE-2024-27983', 'CVE-2019-9515'],
    guards: src('cli/serve/listeners', 'adapters/node-body', 'adapters/node-request'),
    tests: [
      tests(
        'attacks/floods',
        'with $what leaves nothing behind, and others are served',
        'with requests that are reset before they are answered stores none of them',
      ),
      tests('adapters/connections', 'streams that are taken back at once'),
      tests('cli/serve/listeners', 'has the configured number of concurrent streams'),
    ],
  },
  {
    name: 'Webhooks that match by the hundred or answer late, each with a copy of a large object',
    incidents: ['CWE-400', 'CWE-770', 'ours'],
    guards: src(
      'admission/plugins/dynamic/validating-admission-webhook',
      'admission/webhooks/ask',
      'admission/webhooks/review-objects',
      'admission/webhooks/review-room',
    ),
    tests: [
      tests(
        'admission/webhooks/many-webhooks',
        'many webhooks get a large object in turns of their own, and all get the same one',
        'of hundreds of webhooks that do not answer yet, a write waits for some before it calls others',
        'webhooks that do not answer yet hold a bounded number of copies of an object',
      ),
      tests('admission/webhooks/review-room', 'a user has no more room than is left for others, and waits for the rest'),
    ],
  },
  {
    name: 'Large events for hundreds of watches, which are all written at once',
    incidents: ['CWE-400', 'ours'],
    guards: src('server/fan-out', 'server/watch-stream', 'meta/async/round-robin'),
    tests: [
      tests(
        'server/fan-out',
        'an event for many watches is written in several turns of the event loop, and each gets all events in order',
        'the watches of one user wait for a few of each other user',
      ),
      tests('meta/async/round-robin', 'items are in order however many there are, also when more are added in between'),
    ],
  },
  {
    name: 'Stalled watches, and tens of thousands of them',
    incidents: ['ours'],
    guards: src('server/watch-stream', 'server/answers/stream-room', 'endpoints/watch-register'),
    tests: [
      tests('adapters/bad-clients', 'is disconnected; other clients are served'),
      tests('endpoints/watch-register', 'of a single user may be three quarters of all'),
      tests(
        'server/watch-stream',
        'shares pending events with other clients of the same form',
        'go out in pieces, no faster than the client reads',
        'are held once, however many watches begin with them',
        'streams that are not read hold little each once those of their user hold much',
      ),
    ],
  },
  {
    name: 'Requests on a kept TLS connection that Node’s parser gets while it is paused (a reset instead of an answer)',
    incidents: ['ours'],
    guards: src('adapters/node-pipelining'),
    tests: [
      tests('adapters/kept-connections', '%s reads a whole request that comes before Node knows that the last answer was sent'),
    ],
  },
  {
    name: 'Small requests for large responses that are not read',
    incidents: ['ours'],
    guards: src('server/answers/unread-answers', 'server/answers/held-stream', 'adapters/node-pipelining'),
    tests: [
      tests(
        'server/answers/unread-answers',
        'a client that reads nothing gets half of the memory, and then 429; others still get answers',
        'and is broken off when its client does not read on in that time',
        'an answer of many mebibytes is written in parts, each when those before are read',
      ),
      tests('attacks/unread-answers', 'many short answers of one connection of %s are bounded too'),
      tests('adapters/connections', 'all end when it closes: %s'),
    ],
  },
  {
    name: 'Streams of handlers that are not read, or never end',
    incidents: ['CWE-400', 'CWE-772'],
    guards: src('server/connection-body', 'endpoints/connection'),
    tests: [
      tests('adapters/connections-to-subresources', 'waits for a client that does not read, and is complete for one that does'),
      tests('endpoints/connection', 'lasts as long as a watch: then a stream ends, and a proxied connection is closed'),
      tests('server/connection-body', 'a long chunk is handed on in pieces, each when the client has read those before'),
    ],
  },
  {
    name: 'Clients that leave in the middle',
    incidents: ['CWE-772'],
    guards: src('adapters/node-body', 'adapters/node-stream'),
    tests: [
      tests(
        'adapters/bad-clients',
        'in the middle of its body leaves nothing behind',
        'from a watch behind %s is noticed without an event',
      ),
    ],
  },
  {
    name: 'Selectors, media types and addresses without measure',
    incidents: ['CVE-2022-32149'],
    guards: src('meta/selectors/label-selector-text', 'codec/media-type', 'server/query'),
    tests: [
      tests('endpoints/options/options', 'a selector of any size is read or refused, in no time'),
      tests('codec/media-type', 'an oversized header is answered with 400 (%#)'),
      tests('server/parse-request', 'more parameters than make sense are refused'),
    ],
  },
  {
    name: 'Objects of packaged kinds whose parts are compared with each other: ports, paths, variables, addresses',
    incidents: ['CWE-407', 'ours'],
    guards: src('resources/core/pods/port-warnings', 'resources/core/pods/volume-path-warnings', 'meta/values/ip-address'),
    tests: [tests('resources/core/pods/pod-warnings', 'what overlaps is found in time, however long')],
  },
  {
    name: 'Objects that keep control loops busy: owners and definitions by the thousand, large objects that are listed',
    incidents: ['ours'],
    guards: src(
      'client/in-process/busy-turn',
      'client/in-process/answers',
      'controllers/garbage/owner-graph',
      'controllers/garbage/owners',
      'controllers/definitions/names',
    ),
    tests: [
      tests(
        'client/in-process/turns',
        'sequential requests as %s yield to the event loop',
        'a list of large objects is made in several turns',
      ),
      tests('controllers/garbage/owner-graph', 'is compared with its previous state in a few steps for each owner'),
      tests(
        'controllers/garbage/owners',
        'each deleted owner is requested once, though an object names the maximum number of owners',
        'a uid of excessive length is not cached',
      ),
      tests(
        'controllers/definitions/names',
        'the names of a group are scanned once for each write, however many definitions the group has',
      ),
    ],
  },
  {
    name: 'Lists by ever other labels, for each of which an index is made',
    incidents: ['ours'],
    guards: src('store/indexes/index-pool', 'store/indexes/collection-indexes'),
    tests: [
      tests(
        'store/indexes/index-pool',
        'are 32: a client with ever new labels does not evict what others use',
        'have a memory limit: one that would use all of it is discarded, and not built again',
      ),
    ],
  },
  {
    name: 'Limits, quotas and disruption budgets of a namespace, times the containers of a pod',
    incidents: ['CWE-407', 'ours'],
    guards: src(
      'admission/plugins/namespaces/limit-ranger',
      'admission/plugins/namespaces/resource-quota',
      'resources/policy/ask-budgets',
    ),
    tests: [
      tests(
        'admission/plugins/namespaces/limit-ranger',
        'nothing where its limits and the containers of a pod are too many together',
      ),
      tests(
        'admission/plugins/namespaces/resource-quota',
        'refuses a pod whose resources are too many for the quotas of the namespace',
      ),
    ],
  },
  {
    name: 'Roles and rules by the thousand, and questions about them',
    incidents: ['CWE-407', 'ours'],
    guards: src(
      'authz/rbac/missing-rights',
      'authz/rbac/path-rules',
      'authz/rbac/policy-rule',
      'authz/rbac/rbac-authorizer',
      'authz/rbac/rbac-index',
    ),
    tests: [
      tests(
        'authz/rbac/path-rules',
        'by the ten thousand are not looked at for a path that they do not cover',
        'by the ten thousand do not keep a user from granting what one of them covers',
      ),
      tests('authz/rbac/missing-rights', 'is whatever cannot be found within a bound'),
      tests(
        'authz/rbac/rbac-authorizer',
        'are at most 20,000, and marked as incomplete when there are more',
        'of many missing roles some are reported',
        'the bindings of a group that a user has many times are looked at once',
      ),
    ],
  },
  {
    name: 'Quotas by the hundred that limit thousands of resources, served or not',
    incidents: ['ours'],
    guards: src('admission/quota/hard-amounts', 'admission/plugins/namespaces/resource-quota'),
    tests: [
      tests('admission/quota/hard-amounts', 'quotas of thousands of %s take no more memory than their text'),
      tests('admission/quota/quota-status', 'a write looks at the status of those quotas alone that it takes something of'),
    ],
  },
  {
    name: 'Labels of metrics that clients invent',
    incidents: ['CVE-2020-8552'],
    guards: src('server/metrics/request-labels', 'server/metrics/series'),
    tests: [
      tests('server/metrics/metrics', 'the number of series is bounded: later ones share one'),
      tests('attacks/secrets', 'is in no metric, also when sent as part of a path'),
    ],
  },
]

const access: Omit<AttackClass, 'part'>[] = [
  {
    name: 'Missing authorization on a route, debug pages among them',
    incidents: ['CVE-2019-11248'],
    guards: src('endpoints/stages/authorization', 'endpoints/stages/authentication'),
    tests: [
      tests('attacks/identity', 'requests without a credential are refused where only /readyz is open: %s'),
      tests(
        'attacks/routes',
        'refuses callers without the right to it: "%s"',
        'requires authentication, where every authenticated user may do everything',
      ),
      tests('plane/control-plane', 'authorization comes before existence, method, body and media types'),
    ],
  },
  {
    name: 'Headers of proxies that name a user; headers dropped before the one that matters',
    incidents: ['CVE-2025-64484', 'ours'],
    guards: src('server/header-lines', 'adapters/node-request', 'authn/request-header', 'server/without-credentials'),
    tests: [
      tests('attacks/identity', 'is not taken from headers of proxies: %j', 'is not taken from the address: %s'),
      tests(
        'attacks/certificates',
        'headers of a proxy count with its certificate alone',
        'that a proxy has passed on does not change the user that the proxy names',
      ),
      tests('authn/request-header', 'with a certificate $about, and no header is looked at'),
      tests('plane/access/hidden-credentials', 'stages after authentication do not see the credentials of %s'),
      tests(
        'adapters/header-lines',
        'a request of a proxy never runs with the rights of the proxy, however many headers precede those of impersonation',
      ),
    ],
  },
  {
    name: 'Certificates of users: signed by others, by users, for servers, out of date, without their key',
    incidents: ['CVE-2018-16875', 'CVE-2021-3450', 'CWE-295'],
    guards: src('crypto/verify-chain', 'authn/client-certificate', 'cli/serve/listeners'),
    tests: [
      tests(
        'attacks/certificates',
        'a certificate of one authority is not accepted for the other',
        'a certificate $about ends no handshake, and is 401',
        'a session that is resumed has the user of the same chain',
      ),
      tests(
        'crypto/verify-chain',
        'when a client signs with its own certificate',
        'when who signed it $about',
        'when its certificates lead around in a circle, however many ways there are',
      ),
    ],
  },
  {
    name: 'Services asked about tokens and rights that hang, lie or are away; answers given to others',
    incidents: ['CWE-287', 'CWE-400', 'CWE-524'],
    guards: src('authn/token-webhook', 'authz/webhook/webhook-authorizer', 'webhook/webhook-client'),
    tests: [
      tests(
        'attacks/webhooks',
        'authenticates no request, and does not block users of other authenticators',
        'allows nothing, and forbids nothing that roles allow',
        'a webhook with a false answer about a token',
        'a webhook with a false answer about a right',
      ),
      tests(
        'authn/token-webhook',
        'that $about is a failure, which holds no token',
        'are for one token and one list of audiences',
        'time out after ten seconds',
      ),
      tests(
        'authz/webhook/webhook-authorizer',
        'that $about has no opinion, or denies where that is set',
        'are for one question: another $about is another',
      ),
      tests('webhook/webhook-client', 'ends when its time is over, also with a transport that looks at no signal'),
    ],
  },
  {
    name: 'Impersonation beyond what was granted, or taken off on the way',
    incidents: ['CVE-2025-48865'],
    guards: src('endpoints/stages/impersonation', 'endpoints/stages/impersonation-headers'),
    tests: [
      tests(
        'endpoints/stages/impersonation',
        'every attribute is a right of its own, asked of the caller',
        'nothing of the caller stays, and the impersonated user is authenticated',
      ),
      tests('attacks/identity', 'a header that is named in Connection still counts: the plane is not a proxy'),
    ],
  },
  {
    name: 'One request within another: two lengths, chunks and a length, odd blanks',
    incidents: ['CVE-2022-32214', 'CVE-2022-32215'],
    guards: src('adapters/node-request'),
    tests: [
      tests('attacks/upgrades', 'does not pass a request inside another one: $what'),
      tests('attacks/identity', 'trailers after the body do not count as headers'),
      tests('adapters/bad-clients', 'bytes that are hardly a request'),
    ],
  },
  {
    name: 'Upgrades and CONNECT: a connection that becomes a tunnel',
    incidents: ['CVE-2018-1002105'],
    guards: src('adapters/node', 'cli/serve/listeners'),
    tests: [
      tests('attacks/upgrades', 'does not become one of $protocol', 'is not a tunnel: CONNECT %s'),
      tests('adapters/connections', 'CONNECT over HTTP/2 is 405'),
    ],
  },
  {
    name: 'Paths that mean one thing to the guard and another to the verb',
    incidents: ['CVE-2022-3162', 'CWE-22'],
    guards: src('server/parse-request', 'endpoints/route'),
    tests: [
      tests('server/bad-input', '$url is answered $code', 'PUT to an invalid name creates no object'),
      tests('server/parse-request', 'dots are not resolved, plain or encoded'),
    ],
  },
  {
    name: 'Proxied requests: credentials and cookies that are handed on, paths that admission does not see as the backend does, headers between neighbours, redirects, pages of a backend as if they were the plane’s',
    incidents: ['CVE-2020-8559', 'CVE-2018-1002105', 'CWE-22', 'CWE-918'],
    guards: src('endpoints/connection-headers', 'endpoints/verbs/connect', 'server/http-door'),
    tests: [
      tests(
        'resources/subresources/connect-subresource',
        'passes on no credentials, cookies and hop-by-hop headers, in either direction',
        'returns a redirect, and does not follow it',
        'sets no headers that act on all pages of the plane, or that the plane sets itself',
      ),
      tests('resources/core/pods/pod-connections', 'by policies validates them'),
      tests('adapters/connections-to-subresources', 'carries a body in both directions, read completely or not at all'),
    ],
  },
  {
    name: 'A type of the whole cluster asked for as if it were in a namespace',
    incidents: ['CVE-2019-11247'],
    guards: src('endpoints/route'),
    tests: [tests('attacks/scopes', 'show and change nothing at $path')],
  },
  {
    name: 'A type of one group taken for that of another',
    incidents: ['ours'],
    guards: src('server/parse-request', 'endpoints/route'),
    tests: [
      tests('attacks/scopes', 'are for the group that they name, not for a type of the same plural in another group'),
      tests('plane/access/namespaces-of-other-groups', 'is not covered by a role in the namespace of that name: %s %s'),
    ],
  },
  {
    name: 'Continue tokens that are forged, changed or passed on',
    incidents: ['CWE-345'],
    guards: src('store/view/continue-token'),
    tests: [
      tests(
        'store/view/continue-token',
        'a token with any character changed, dropped or added is refused',
        'a token for one list says nothing about another',
      ),
      tests('attacks/scopes', 'do not reach another type of the group by a continue token'),
    ],
  },
  {
    name: 'Answers made for one user that another is shown',
    incidents: ['CWE-524'],
    guards: src('server/answers/list-cache', 'endpoints/stages/authorization'),
    tests: [
      tests(
        'attacks/other-users',
        'is not shown to an unauthorized user, however often it was requested',
        'a right to one name shows only that name, in lists and in watches shared with other users',
      ),
    ],
  },
  {
    name: 'Roles that give more than their writer has',
    incidents: ['CWE-269'],
    guards: src('resources/rbac/escalation', 'authz/rbac/missing-rights', 'authz/rbac/policy-rule'),
    tests: [
      tests('plane/access/escalation', 'in a role', 'with an aggregation rule'),
      tests('authz/rbac/policy-rule', 'a rule that another covers allows nothing that the other does not'),
    ],
  },
  {
    name: 'Admission policies that read for their author what he may not',
    incidents: ['CWE-441'],
    guards: src('resources/admissionregistration/param-rights'),
    tests: [
      tests(
        'resources/admissionregistration/param-rights',
        'needs the right to get all objects of its paramKind',
        'needs the right to get the parameters',
      ),
    ],
  },
  {
    name: 'Certificates that say of their owner what the signer did not look at: a uid, names of other kinds, bytes behind them',
    incidents: ['CWE-295'],
    guards: src('crypto/issued-names', 'crypto/der', 'certificates/policies'),
    tests: [
      tests(
        'certificates/authority-signer',
        'has the attributes of the subject that identify somebody, and no uid that the requester chose',
        'has no names of other kinds, and names alone are critical',
      ),
      tests('crypto/certificate-request', 'bytes behind a request or a certificate are refused'),
    ],
  },
  {
    name: 'Signed tokens whose header chooses how they are verified: `none`, a public key as a secret, `kid`, `jku`, `jwk`, `crit`',
    incidents: ['CVE-2015-9235', 'CVE-2018-0114'],
    guards: src('crypto/jwt', 'crypto/key-set'),
    tests: [
      tests(
        'attacks/tokens',
        'cannot be without a signature, however `none` is spelt',
        'cannot be signed with the public key as if it were a secret',
        'cannot contain or refer to their own key: nothing is fetched',
      ),
      tests('crypto/jwt', 'a changed claim, a changed header, a changed or shortened signature: none is verified'),
    ],
  },
  {
    name: 'Tokens of another issuer, for others, that are over, or of an account that is gone',
    incidents: ['CWE-613', 'CWE-287'],
    guards: src('authn/oidc/authenticator', 'authn/service-account/objects'),
    tests: [
      tests(
        'attacks/tokens',
        'of another issuer or for other audiences are unauthenticated, though the key is right',
        'that expired a second ago, are not valid yet, or have times that are not numbers, are unauthenticated',
      ),
      tests('authn/service-account/tokens', 'the account, and one of its name with another uid'),
    ],
  },
  {
    name: 'A name that its owner wrote into a profile: an unverified e-mail address',
    incidents: ['CWE-290'],
    guards: src('authn/oidc/mappings', 'authn/oidc/check-config'),
    tests: [
      tests('authn/oidc/mappings', 'uses an e-mail address that is verified, or has no email_verified claim'),
      tests('authn/oidc/check-config', 'is refused with: $message'),
    ],
  },
  {
    name: 'Providers that hang, redirect, answer without an end, or are asked by each bad token',
    incidents: ['CWE-400', 'CWE-918'],
    guards: src('authn/oidc/provider-keys', 'adapters/https-fetch'),
    tests: [
      tests(
        'authn/oidc/provider-keys',
        'are fetched again for an unknown key, at most once a second',
        'a provider that does not answer is given up after ten seconds',
        'a provider that answers without an end is given up',
      ),
      tests('adapters/https-fetch', 'are those of the requested URL: a redirect is not followed'),
    ],
  },
  {
    name: 'Keys of a provider that take long to verify with, tried with each bad token',
    incidents: ['CVE-2023-29409', 'CWE-400'],
    guards: src('crypto/key-set'),
    tests: [tests('crypto/key-set', 'as keys that take long to verify with are left out')],
  },
  {
    name: 'Comparisons of secrets that tell by their time how much was right',
    incidents: ['CWE-208'],
    guards: src('authn/same-text', 'authn/static-token', 'store/view/continue-token'),
    tests: [tests('attacks/secrets', 'does not reveal how much of a token is correct')],
  },
  {
    name: 'Pages of other origins, in the browser of an authorized user',
    incidents: ['CWE-352', 'CWE-79'],
    guards: src('server/body', 'server/respond'),
    tests: [
      tests(
        'attacks/browsers',
        'gets no answer with headers that allow it to read it',
        'cannot write with a form, which browsers send without a preflight: %s',
      ),
    ],
  },
]

const writes: Omit<AttackClass, 'part'>[] = [
  {
    name: 'Writing fields that are the server’s',
    incidents: ['CWE-915'],
    guards: src('registry/write/metadata', 'registry/write/ownership', 'apply/managed/server-fields'),
    tests: [
      tests(
        'attacks/read-only-fields',
        'are not changed by $way',
        'do not change through the status subresource, nor does the spec: $way',
      ),
    ],
  },
  {
    name: 'Deleting by a patch, or by a method in a header',
    incidents: ['CWE-863'],
    guards: src('registry/write/patch', 'registry/write/metadata'),
    tests: [tests('attacks/deletion-by-patch', 'leaves the object there: $what', 'cannot delete: $path $headers')],
  },
  {
    name: 'Ways around admission: patches, subresources, apply, collections, dry run, calls in process',
    incidents: ['CVE-2016-1905', 'CVE-2021-25735', 'CVE-2023-2728'],
    guards: src('registry/write/admit', 'admission/admission'),
    tests: [
      tests(
        'attacks/admission',
        'is asked about $way, with the old state and the new one',
        'is asked about a call in this process too: %s',
      ),
    ],
  },
  {
    name: 'A dry run that is none',
    incidents: ['CWE-841'],
    guards: src('registry/write/perform'),
    tests: [
      tests('registry/write/create', 'a dry run answers as the request would and stores nothing'),
      tests('registry/write/delete', 'a dry run removes and marks nothing'),
    ],
  },
]

const out: Omit<AttackClass, 'part'>[] = [
  {
    name: 'Calls of webhooks that are sent elsewhere: redirects, names that are addresses',
    incidents: ['CVE-2020-8561', 'CVE-2022-3172'],
    guards: src('adapters/webhook-transport', 'resources/apiextensions/conversion-webhook'),
    tests: [
      tests('attacks/redirects', 'is not followed by calls of webhooks'),
      tests('resources/apiextensions/conversion-webhook', 'of a service called %j, which was stored once, is not asked'),
      tests('resources/admissionregistration/webhook-configuration', 'user@evil.example'),
    ],
  },
  {
    name: 'Clients that take their credential along to another server',
    incidents: ['CVE-2022-3172', 'CVE-2020-8559'],
    guards: src('client/http/send', 'client/node/sender'),
    tests: [tests('attacks/redirects', 'is not followed by a client over $what, whose credential stays where it is')],
  },
  {
    name: 'A server that impersonates the plane to a client that joins: an endless, unsigned or tampered cluster-info, or one that names another server',
    incidents: ['CWE-347', 'CWE-319', 'ours'],
    guards: src('cli/commands/join', 'controllers/bootstrap/cluster-info', 'crypto/detached-jws'),
    tests: [
      tests(
        'attacks/join',
        'binnacle join does not trust a server whose cluster-info',
        'is endless',
        'names a server without TLS, which would get the token in plain text',
      ),
    ],
  },
  {
    name: 'Names of webhooks that no server answers: two lookups at a time are all that a process has',
    incidents: ['CWE-400', 'ours'],
    guards: src('adapters/host-lookup'),
    tests: [tests('adapters/host-lookup', 'that were found quickly before do not wait for those that nobody answers')],
  },
  {
    name: 'Outbound TLS that trusts any peer',
    incidents: ['CWE-295'],
    guards: src('adapters/webhook-transport', 'client/node/agents'),
    tests: [
      tests(
        'adapters/webhook-transport',
        'fail when the server is untrusted, when it is unreachable, and when they are aborted',
        'fail when the certificate is out of date, also while the environment disables verification',
      ),
      tests('client/node/connect', 'an untrusted server is refused, unless verification is off'),
    ],
  },
  {
    name: 'Answers of webhooks and servers without an end',
    incidents: ['CWE-400'],
    guards: src('adapters/webhook-transport', 'client/http/body'),
    tests: [
      tests('adapters/webhook-transport', 'read no more of an answer than the limit allows'),
      tests(
        'client/http/http',
        'a body that is too long is a failed connection',
        'a line that breaks off, and one that is too long, are failed connections',
      ),
    ],
  },
  {
    name: 'Servers that answer no proper HTTP: statuses that are none, changes of the protocol, headers, trailers and chunks without an end',
    incidents: ['CWE-248', 'CWE-755', 'ours'],
    guards: src('adapters/https-fetch', 'adapters/webhook-transport', 'client/node/sender'),
    tests: [tests('attacks/hostile-servers', '%s ends in time, with a result or an error')],
  },
  {
    name: 'Answers of webhooks that are more than a turn has time for, or whose refusals are no Status: levels, values, waits of a year, lines in headers',
    incidents: ['CWE-113', 'CWE-400', 'ours'],
    guards: src(
      'codec/json',
      'meta/errors/error-bounds',
      'admission/webhooks/failures',
      'resources/apiextensions/conversion-webhook',
    ),
    tests: [
      tests(
        'attacks/admission-answers',
        '%s is reported in a valid Status',
        'an answer of %s fails the write, and nothing of it is used',
      ),
      tests(
        'resources/apiextensions/conversion-webhook',
        'that answers with $about fails the request',
        'may answer with what it was sent, and as much as a body has beyond that',
        'that sets invalid $about fails the request; those that were there before may stay',
      ),
      tests('admission/plugins/pods/image-policy-webhook', 'thousands of levels'),
    ],
  },
  {
    name: 'Servers that keep a client busy or end its process: tokens and versions that lead nowhere, streams that end at once, events that are none',
    incidents: ['CWE-835', 'CWE-20'],
    guards: src('client/watch', 'client/pages', 'client/read-list', 'client/http/transport'),
    tests: [
      tests(
        'client/watch',
        'a resourceVersion that expires repeatedly is listed again at once the first time, then with growing delays',
        'a stream that repeats a resourceVersion and ends at once is reopened after a delay',
        'a server whose pages repeat a token is asked again after a while',
        'a server whose pages are empty without an end is asked again after a while',
        'a server whose tokens go in a circle is asked again after a while',
        'a list with items without a name is a failure, which is tried again',
        'a bookmark without a version does not make it lose its place',
      ),
      tests('client/http/http', '$line is a failed connection'),
      tests('client/read-list', 'a list with %j is not an answer'),
    ],
  },
  {
    name: 'Secrets in logs, in errors and in metrics',
    incidents: ['CVE-2019-11250', 'CVE-2020-8565'],
    guards: src('server/server', 'schema/messages', 'codec/json-error', 'authn/token-file'),
    tests: [
      tests(
        'attacks/secrets',
        'is in no log line, when the storage fails under it and when an unexpected error is thrown',
        'is in no answer that refuses it: $what',
      ),
      tests('codec/json', 'messages do not repeat what the client sent'),
    ],
  },
  {
    name: 'Errors that tell what broke inside, or are larger than what was sent',
    incidents: ['CWE-209', 'ours'],
    guards: src('meta/errors/errors', 'server/server'),
    tests: [
      tests('plane/control-plane', 'is a 500 without details for an internal error, which is logged'),
      tests('apply/bad-input', 'of a million problems a few are listed'),
    ],
  },
  {
    name: 'Text that a terminal obeys',
    incidents: ['CVE-2021-25743'],
    guards: src('cli/commands/owned-lines', 'cli/serve/object-loader', 'cli/main'),
    tests: [
      tests('cli/commands/owned-lines', 'do not let the names of managers reach the terminal as commands'),
      tests('cli/serve/objects', 'a type whose name would be a command to a terminal'),
      tests('attacks/join', 'the message of a refusal cannot control the terminal'),
    ],
  },
]

const lives: Omit<AttackClass, 'part'>[] = [
  {
    name: 'Defaults that let everybody in, or listen everywhere',
    incidents: ['CWE-1188'],
    guards: src('cli/serve/serve', 'cli/serve/serve-flags'),
    tests: [
      tests('cli/flags', 'have defaults that serve HTTPS on loopback from memory'),
      tests('plane/control-plane', 'only authenticated users have access without an authorizer'),
    ],
  },
  {
    name: 'Names of objects that become paths of files',
    incidents: ['CVE-2019-1002101', 'CVE-2019-11251'],
    guards: src('store/rows/storage-key', 'storage/lmdb/lmdb-engine'),
    tests: [
      tests('attacks/names-and-files', 'never become files: neither of objects, nor of types, namespaces, keys or managers'),
    ],
  },
  {
    name: 'Files that others on the machine can read',
    incidents: ['CVE-2019-11244'],
    guards: src('storage/lmdb/data-file/environment'),
    tests: [tests('attacks/names-and-files', 'a directory that a storage makes is open to its own user alone')],
  },
  {
    name: 'Configurations that run programs',
    incidents: ['CWE-78'],
    guards: src('client/node/exec/run'),
    tests: [
      tests('attacks/names-and-files', 'the command of a credential plugin is not run by a shell: %s'),
      tests('client/node/exec', 'of one that hangs ends it after its time limit'),
    ],
  },
  {
    name: 'Files of an operator that have no end, change while they are read, or are large, deep, full of aliases or of another kind',
    incidents: ['CWE-400', 'ours'],
    guards: src('client/node/read-text-file', 'cli/files/object-files', 'codec/yaml-document'),
    tests: [
      tests('attacks/operator-files', 'are read by the one reader that has bounds'),
      tests('client/node/read-text-file', 'and no further than to its bound: %s', 'each time is refused'),
      tests('cli/files/object-files', 'is refused in one line for %s'),
      tests('codec/yaml', 'aliases of aliases do not fill the memory'),
    ],
  },
  {
    name: 'Disks that are full, files that are damaged',
    incidents: ['ours'],
    guards: src('storage/lmdb/data-file/reserve', 'storage/lmdb/data-file/data-file', 'storage/lmdb/journal/journal-records'),
    tests: [
      tests(
        'storage/lmdb/full-disk',
        'a full disk refuses growing writes and allows removals, whose space is used again, through restarts and kills',
      ),
      tests('storage/lmdb/damage', 'is opened and used, or refused in one line: it ends no process'),
    ],
  },
  {
    name: 'Audit events with large bodies, by the hundred in one batch',
    incidents: ['CWE-400', 'ours'],
    guards: src('audit/backends/buffered'),
    tests: [tests('audit/backends/buffered', 'events with large bodies make batches of a few mebibytes, one after the other')],
  },
  {
    name: 'Logs into pipes that are not read, devices, folders and full disks',
    incidents: ['CWE-400', 'CWE-772', 'ours'],
    guards: src('adapters/audit-log/audit-log', 'cli/serve/print-line', 'cli/serve/policies/audit-flags'),
    tests: [
      tests(
        'adapters/audit-log/audit-log',
        'a pipe without a reader loses events until there is one, and can be closed',
        'a pipe that is not read loses events when it is full, is not rotated, and can be closed',
        'a device is not rotated',
        'a full disk loses events, each with its cause',
        'a file that has taken a part of a line begins the next event on a line of its own',
      ),
      tests('cli/serve/print-line', 'lines that are not read are dropped beyond 8 MiB, and counted when they are read again'),
      tests(
        'cli/serve/policies/audit-flags',
        '--audit-log-path %s is refused in one line',
        'a plane outlives the reader of an audit log on its standard output',
      ),
    ],
  },
  {
    name: 'A database that is no PostgreSQL, a broken one, or one with tables and rows of others: answers that cannot be read or do not end',
    incidents: ['CWE-248', 'ours'],
    guards: src('storage/postgres/wire', 'storage/postgres/layout', 'storage/postgres/loader'),
    tests: [
      tests(
        'storage/postgres/bad-answers',
        'a server that answers with %s is refused, and does not crash the process',
        'a server that answers with %s is given up after 128 MiB',
      ),
      tests(
        'storage/postgres/hostile-data',
        'that have %s in the schema are refused in one line',
        'that write a row with %s into the log end neither reads nor writes',
      ),
    ],
  },
  {
    name: 'Objects that a state cannot be loaded with: many large ones behind many small ones, keys that the database cannot hold',
    incidents: ['CWE-770', 'ours'],
    guards: src('storage/postgres/loader', 'storage/postgres/failures', 'meta/objects/names'),
    tests: [
      tests(
        'storage/postgres/hostile-data',
        'is loaded by answers of a few megabytes',
        'a key with %s is refused alone, and other commits of its batch succeed',
      ),
      tests('meta/objects/names', 'may not contain lone surrogates'),
    ],
  },
]

const inPart = (part: Part, rows: readonly Omit<AttackClass, 'part'>[]): AttackClass[] => rows.map((row) => ({ part, ...row }))

/** All classes, by the parts of the table. */
export const classes: readonly AttackClass[] = [
  ...inPart('What a body may ask for', bodies),
  ...inPart('What a client may take', takes),
  ...inPart('Who a request is from, and what it may do', access),
  ...inPart('What a write may change', writes),
  ...inPart('What comes out', out),
  ...inPart('Where it lives', lives),
]
