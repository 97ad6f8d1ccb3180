import { describe, expect, test } from '@jest/globals'
import { admissionDenied, podSecurity, resourceQuota } from '../../src/public/admission.js'
import { applyRequest, compileType, conflictError, FieldSet, formatPath, readManagers } from '../../src/public/apply.js'
import { createAuditLog } from '../../src/public/audit.js'
import {
  createOidcAuthenticator,
  createStaticTokenAuthenticator,
  createTokenWebhookAuthenticator,
} from '../../src/public/authn.js'
import { abacAuthorizer, explainAccess } from '../../src/public/authz.js'
import { connect } from '../../src/public/client/node.js'
import { pause } from '../../src/public/client.js'
import { createControllerManager, createGarbageCollector } from '../../src/public/controllers.js'
import { ApiError, createControlPlane } from '../../src/public/index.js'
import { createMemoryStorage } from '../../src/public/storage.js'
import { createStore } from '../../src/public/store.js'
import { testAdmission, testPlane, testServer } from '../../src/public/testing.js'
import { Widget } from '../testing/widget.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

/** The first line of an error. */
async function firstLine(call: () => unknown): Promise<string> {
  const error: unknown = await Promise.resolve()
    .then(call)
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TypeError)
  return (error as Error).message.split('\n')[0] ?? ''
}

const A_SIGNER = 'expected a signer, with a signerName, refuses and sign'
const loop = { resource() {}, types() {} }
const webhook = (target: object) => createTokenWebhookAuthenticator({ transport() {}, target } as Loose)
const issuer = { url: 'https://login.example', audiences: ['a'] }
const claimMappings = { username: { claim: 'sub', prefix: '' } }
const trusting = (jwt: object) => createOidcAuthenticator({ jwt: [jwt] } as Loose)

describe('a member of an option is refused in one line that names its place', () => {
  test.each<[string, () => unknown, string]>([
    [
      'a misspelt member of the version',
      () => createControlPlane({ version: { gitVersoin: 'v1.30.0' } } as Loose),
      'createControlPlane: version.gitVersoin is unknown: did you mean gitVersion?',
    ],
    [
      'a version number',
      () => createControlPlane({ version: { minor: 30 } } as Loose),
      'createControlPlane: version.minor is 30: expected text',
    ],
    [
      'a path handler that is a function',
      () => createControlPlane({ pathHandlers: [() => undefined] } as Loose),
      'createControlPlane: pathHandlers[0] is a function: expected an object with a handle',
    ],
    [
      'a path that is no text',
      () => createControlPlane({ anonymous: { paths: [/health/] } } as Loose),
      'createControlPlane: anonymous is an object: expected true, false or { paths: [...] }',
    ],
    [
      'a signer without a policy',
      () => createControlPlane({ signers: [{ signerName: 'example.com/mine', sign() {} }] } as Loose),
      `createControlPlane: signers[0] is an object: ${A_SIGNER}`,
    ],
    [
      'a misspelt option of tokens',
      () => createControlPlane({ serviceAccounts: { maxTokenSecond: 600 } } as Loose),
      'createControlPlane: serviceAccounts.maxTokenSecond is unknown: did you mean maxTokenSeconds?',
    ],
    [
      'one key of tokens',
      () => createControlPlane({ serviceAccounts: { keys: 'PEM' } } as Loose),
      'createControlPlane: serviceAccounts.keys is a text: expected a list',
    ],
    [
      'a key that is no text',
      () => createControlPlane({ serviceAccounts: { signingKey: {} } } as Loose),
      'createControlPlane: serviceAccounts.signingKey is an object: expected text',
    ],
    [
      'an issuer that is no name',
      () => createControlPlane({ serviceAccounts: { issuer: 7 } } as Loose),
      'createControlPlane: serviceAccounts.issuer is 7: expected text, or a list of texts',
    ],
    [
      'a route without types',
      () => createControlPlane({ routes: [{ storage: { load() {}, commit() {}, close() {} } }] } as Loose),
      'createControlPlane: routes[0].resources is undefined: expected a list',
    ],
    [
      'an option that a test plane has itself',
      () => testPlane({ storage: {} } as Loose),
      "testPlane: storage is the test plane's own: expected none",
    ],
    ['a trace that is text', () => testPlane({ trace: 'on' } as Loose), 'testPlane: trace is "on": expected a function'],
    [
      'a level of pods that there is not',
      () => podSecurity({ defaults: { enforce: { level: 'strict', version: 'latest' } } } as Loose),
      'podSecurity: defaults.enforce.level is "strict": expected "privileged", "baseline" or "restricted"',
    ],
    [
      'a version of levels that there is not',
      () => podSecurity({ defaults: { warn: { level: 'baseline', version: '1.30' } } } as Loose),
      'podSecurity: defaults.warn.version is "1.30": expected "latest", or such as "v1.30"',
    ],
    [
      'a limited resource without a type',
      () => resourceQuota({ limitedResources: [{ matchContains: ['gpu'] }] } as Loose),
      'resourceQuota: limitedResources[0].resource is undefined: expected text',
    ],
    [
      'a policy with a misspelt member',
      () => abacAuthorizer([{ user: 'ada', readOnly: true }] as Loose),
      'abacAuthorizer: policies[0].readOnly is unknown: did you mean readonly?',
    ],
    [
      'a time that is none',
      () =>
        applyRequest({
          type: compileType(null),
          live: {},
          applied: {},
          manager: 'm',
          apiVersion: 'v1',
          now: '2026-13-01T00:00:00Z',
        }),
      'applyRequest: now is "2026-13-01T00:00:00Z": expected a time as 2026-01-31T10:20:30Z',
    ],
    [
      'a conflict without a field',
      () => conflictError([{ managerText: '"ada"' }] as Loose),
      'conflictError: conflicts[0] is an object: expected a conflict of applyRequest',
    ],
    [
      'a limit of events that is text',
      () => createAuditLog({ path: '-', truncate: { maxEventBytes: '5', maxBatchBytes: 9 } } as Loose),
      'createAuditLog: truncate.maxEventBytes is "5": expected a number, 0 or more',
    ],
    [
      'a webhook without an address',
      () => webhook({ server: { uri: 'https://decides.example.com' } }),
      'createTokenWebhookAuthenticator: target.server is an object: expected { url }, or { service }',
    ],
    [
      'a misspelt certificate of a webhook',
      () => webhook({ server: { url: 'https://decides.example.com' }, caBundel: 'PEM' }),
      'createTokenWebhookAuthenticator: target.caBundel is unknown: did you mean caBundle?',
    ],
    ['no issuer', () => trusting({ claimMappings }), 'createOidcAuthenticator: jwt[0].issuer is undefined: expected an object'],
    [
      'an issuer that is text',
      () => trusting({ issuer: 'https://login.example', claimMappings }),
      'createOidcAuthenticator: jwt[0].issuer is "https://login.example": expected an object',
    ],
    [
      'no audiences',
      () => trusting({ issuer: { url: 'https://login.example' }, claimMappings }),
      'createOidcAuthenticator: jwt[0].issuer.audiences is undefined: expected a list',
    ],
    ['no mapping', () => trusting({ issuer }), 'createOidcAuthenticator: jwt[0].claimMappings is undefined: expected an object'],
    [
      'a claim that is text',
      () => trusting({ issuer, claimMappings: { username: 'sub' } }),
      'createOidcAuthenticator: jwt[0].claimMappings.username is "sub": expected { claim, prefix }, or { expression }',
    ],
    [
      'a rule without an expression',
      () => trusting({ issuer, claimMappings, userValidationRules: ['user.username != ""'] }),
      'createOidcAuthenticator: jwt[0].userValidationRules[0] is "user.username != \\"\\"": expected an object',
    ],
    [
      'an election without a name',
      () =>
        createGarbageCollector(
          loop as Loose,
          { leaderElection: { leases: { update() {}, runtime: {} }, identity: 'a' } } as Loose,
        ),
      'createGarbageCollector: options.leaderElection.name is undefined: expected text',
    ],
    [
      'types of controllers that are none',
      () => createControllerManager(loop as Loose, { resources: [{ group: 'shop.example.com' }] } as Loose),
      'createControllerManager: options.resources[0] is an object: expected a type of resource, as defineResource makes it',
    ],
    [
      'signers of controllers that are none',
      () => createControllerManager(loop as Loose, { signers: [{}] } as Loose),
      `createControllerManager: options.signers[0] is an object: ${A_SIGNER}`,
    ],
    [
      'a history without a number',
      () => createStore({ storage: createMemoryStorage(), history: { maxEvents: '5' } } as Loose),
      'createStore: history.maxEvents is "5": expected a number, 0 or more',
    ],
    [
      'a route of a store without types',
      () => createStore({ storage: createMemoryStorage(), routes: [{ storage: createMemoryStorage() }] } as Loose),
      'createStore: routes[0].resources is undefined: expected a list',
    ],
    [
      'a kubeconfig that is plain YAML',
      () => connect({ 'current-context': 'a', contexts: [], clusters: [], users: [] } as Loose),
      'connect: source is an object: expected a configuration, as loadKubeconfig reads it and parseKubeconfig makes it of YAML',
    ],
    [
      'one authenticator for a list',
      () => testServer({ authenticators: { authenticate() {} } } as Loose),
      'testServer: authenticators is an object: expected a list',
    ],
    [
      'a token of a user without groups',
      () => createStaticTokenAuthenticator([{ token: 'a', user: { username: 'ada' } }] as Loose),
      'createStaticTokenAuthenticator: tokens[0].user is an object: expected an object with a username and a list of groups',
    ],
    [
      'a question about a user without a name',
      () => explainAccess({ authorize() {} } as Loose, { user: { groups: [] }, verb: 'get', path: '/' } as Loose),
      'explainAccess: question.user is an object: expected an object with a username',
    ],
    [
      'an object in the place of its managers',
      () => readManagers({ metadata: { managedFields: [] } } as Loose),
      'readManagers: managers.metadata.managedFields is unknown: expected one of version, applied, fields',
    ],
    [
      'elements in the place of paths',
      () => FieldSet.from(['f:spec'] as Loose),
      'FieldSet.from: paths[0] is "f:spec": expected a list of elements, such as ["f:spec", "f:replicas"]',
    ],
    [
      'a path of numbers',
      () => formatPath([0] as Loose),
      'formatPath: path is a list: expected a list of elements, such as ["f:spec", "f:replicas"]',
    ],
    [
      'a field in the place of its path',
      () => FieldSet.empty.has('f:spec' as Loose),
      'FieldSet.has: path is "f:spec": expected a list of elements, such as ["f:spec", "f:replicas"]',
    ],
    ...(['union', 'intersection', 'difference', 'recursiveDifference', 'equals', 'isSubsetOf'] as const).map(
      (method) =>
        [
          `${method} with the form of a set on the wire`,
          () => FieldSet.empty[method]({ 'f:spec': {} } as Loose),
          `FieldSet.${method}: other is an object: expected a FieldSet`,
        ] as [string, () => unknown, string],
    ),
    [
      'a collection without a prefix',
      async () => (await createStore({ storage: createMemoryStorage() })).collection({ namespaced: true } as Loose),
      'store.collection: prefix is undefined: expected text',
    ],
    [
      'a reason that is a number',
      () => new ApiError({ code: 409, message: 'no', reason: 409 } as Loose),
      'ApiError: init.reason is 409: expected a reason such as "Conflict"',
    ],
    [
      'a denial about an object',
      () => admissionDenied({ resource: 'widgets', metadata: { name: 'a' } } as Loose, 'no'),
      'admissionDenied: attributes is an object: expected the write, as a plugin is shown it',
    ],
    [
      'a controller in the place of a signal',
      () => pause({ now: Date.now, setTimeout() {} } as Loose, 5, new AbortController() as Loose),
      'pause: signal is an object: expected an AbortSignal',
    ],
    [
      'a pause of a text',
      () => pause({ now: Date.now, setTimeout() {} } as Loose, '5' as Loose),
      'pause: delayMs is "5": expected milliseconds',
    ],
    [
      'a user without groups',
      () => testAdmission({ name: 'mine', validate() {} }, { user: { username: 'ada' } } as Loose),
      'testAdmission: user is an object: expected a name, or { username, groups }',
    ],
    [
      'an object without a type',
      () => testAdmission({ name: 'mine', validate() {} }, { object: { metadata: { name: 'a' } } } as Loose),
      'testAdmission: object is an object: expected an object with apiVersion, kind and metadata',
    ],
  ])('%s', async (_what, call, line) => {
    expect(await firstLine(call)).toBe(line)
  })

  test('a request of fetch, which an adapter takes', async () => {
    const plane = await createControlPlane()
    await expect(firstLine(() => plane.handle(new Request('http://plane/version') as Loose))).resolves.toBe(
      'handle: request is an object: expected a request as adapters make it: nodeHandler and fetchHandler of binnacle/adapters take those of servers',
    )
    await plane.close()
  })

  test('a filter of requests', async () => {
    const lab = await testPlane()
    await expect(firstLine(() => lab.history({ verb: 'read' } as Loose))).resolves.toMatch(
      /^history: verb is "read": expected "create", "delete", /,
    )
    await expect(firstLine(() => lab.history({ user: { username: 'ada' } } as Loose))).resolves.toBe(
      'history: user is an object: expected text',
    )
    await lab.close()
  })
})

describe('options of a request are refused in one line', () => {
  test.each<[string, (widgets: Loose) => unknown, string]>([
    ['a limit that is text', (w) => w.list({ limit: '5' }), 'list: options.limit is "5": expected a whole number, 0 or more'],
    [
      'a limit that is no number',
      (w) => w.list({ limit: Number.NaN }),
      'list: options.limit is NaN: expected a whole number, 0 or more',
    ],
    [
      'a limit of a selection',
      (w) => w.deleteCollection({}, { limit: '5' }),
      'deleteCollection: selection.limit is "5": expected a whole',
    ],
    [
      'a selector among the options of a collection',
      (w) => w.deleteCollection({ labelSelector: 'a=b' }),
      'deleteCollection: options.labelSelector is unknown: expected one of signal, timeoutMs, onWarning, dryRun, ',
    ],
    [
      'a dry run in a selection',
      (w) => w.deleteCollection({}, { dryRun: true }),
      'deleteCollection: selection.dryRun is unknown: expected one of ',
    ],
    [
      'a signal of a watch',
      (w) => w.watch({ signal: AbortSignal.abort() }),
      'watch: options.signal is unknown: expected one of ',
    ],
    ['a dry run of a read', (w) => w.get('a', { dryRun: true }), 'get: options.dryRun is unknown: expected one of '],
    [
      'a selector of a get',
      (w) => w.get('a', { labelSelector: 'a=b' }),
      'get: options.labelSelector is unknown: expected one of ',
    ],
    ['force of an update', (w) => w.update({}, { force: true }), 'update: options.force is unknown: expected one of '],
    ['a version that is a number', (w) => w.get('a', { resourceVersion: 7 }), 'get: options.resourceVersion is 7: expected text'],
    [
      'another answer to expiry',
      (w) => w.pages({ onExpired: 'retry' }),
      'pages: options.onExpired is "retry": expected "fail" or "continue"',
    ],
    [
      'another start of a watch',
      (w) => w.watch({ initial: 'list' }),
      'watch: options.initial is "list": expected "pages" or "stream"',
    ],
    [
      'a period that is text',
      (w) => w.delete('a', { gracePeriodSeconds: '5' }),
      'delete: options.gracePeriodSeconds is "5": expected a whole number, 0 or more',
    ],
    [
      'a misspelt precondition',
      (w) => w.delete('a', { preconditions: { resourceversion: '7' } }),
      'delete: options.preconditions.resourceversion is unknown: did you mean resourceVersion?',
    ],
    [
      'a controller for its signal',
      (w) => w.get('a', { signal: new AbortController() }),
      'get: options.signal is an object: expected an AbortSignal',
    ],
    [
      'a misspelt option of an action',
      (w) => w.subresource('restart').create('a', {}, { dryrun: true }),
      'create: options.dryrun is unknown: did you mean dryRun?',
    ],
    [
      'a path that is no text',
      (w) => w.subresource('log').connect('a', { path: ['disk'] }),
      'connect: options.path is a list: expected text',
    ],
    [
      'a method that there is not',
      (w) => w.subresource('log').connect('a', { method: 'get' }),
      'connect: options.method is "get": expected "GET", "HEAD", ',
    ],
    [
      'a header that is a number',
      (w) => w.subresource('log').connect('a', { headers: { age: 5 } }),
      'connect: options.headers.age is 5: expected text',
    ],
    [
      'a parameter that is an object',
      (w) => w.subresource('log').connect('a', { query: { container: {} } }),
      'connect: options.query.container is an object: expected text, a number, true, false or a list of texts',
    ],
  ])('%s', async (_what, call, line) => {
    const plane = await createControlPlane({ resources: [Widget] })
    const widgets = plane.client().resource(Widget).namespace('default')
    const first = await firstLine(() => call(widgets))
    await plane.close()
    expect(first.slice(0, line.length)).toBe(line)
  })
})
