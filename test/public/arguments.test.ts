import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { fetchHandler, nodeHandler } from '../../src/public/adapters.js'
import { resourcePlugin } from '../../src/public/admission.js'
import { compileObjectType, compileType } from '../../src/public/apply.js'
import { createAuditLog, createAuditWebhook } from '../../src/public/audit.js'
import {
  createClientCertificateAuthenticator,
  createOidcAuthenticator,
  createRequestHeaderAuthenticator,
  createStaticTokenAuthenticator,
  createTokenWebhookAuthenticator,
} from '../../src/public/authn.js'
import { createWebhookAuthorizer } from '../../src/public/authz.js'
import { createCertificateAuthority, createCertificateRequest } from '../../src/public/certificates.js'
import { createSelfSignedCertificate } from '../../src/public/crypto.js'
import { createControlPlane, defineResource, fromOpenAPI, toCustomResourceDefinition } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { compileStrategicType } from '../../src/public/patch.js'
import { compileJsonSchema, compileSchema, fromJsonSchema } from '../../src/public/schema.js'
import { createLmdbStorage } from '../../src/public/storage/lmdb.js'
import { createPostgresStorage } from '../../src/public/storage/postgres.js'
import { createEtcdStorage } from '../../src/public/storage.js'
import { simulateWorkloads, testAdmission, testPlane, testServer } from '../../src/public/testing.js'
import { Widget } from '../testing/widget.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

const plugin = { name: 'mine', validate() {} }
const A_TYPE = 'expected a type of resource, as defineResource makes it'
const A_ZOD_TYPE = z.object({ image: z.string() })
/** zod defines a member of a type when it is first read. */
const A_USED_TYPE = z.object({ image: z.string() })
z.toJSONSchema(A_USED_TYPE)
/** As other libraries of Standard Schema make them. */
const A_FROZEN_TYPE = Object.freeze({ '~standard': { version: 1, vendor: 'other', validate: () => ({ value: 1 }) } })
const A_SCHEMA = 'expected one JSON schema, as z.toJSONSchema(type), or the document of fromJsonSchema'
const OPENAPI = { openapi: '3.0.0', info: {}, paths: {}, components: { schemas: { Widget: { type: 'object' } } } }
const PARTS = fromJsonSchema({ type: 'object' })
const A_PLANE = 'expected a control plane, as createControlPlane resolves to'

/** A call, and the line that it ends with. What stands before a number of known names is compared alone. */
const CALLS: readonly (readonly [string, (...args: Loose[]) => unknown, readonly unknown[], string])[] = [
  [
    'a plane that was not awaited',
    nodeHandler,
    [createControlPlane()],
    `nodeHandler: handler is a promise (await it): ${A_PLANE}`,
  ],
  ['a type in the place of a schema of fields', compileType, [A_ZOD_TYPE], `compileType: schema is an object: ${A_SCHEMA}`],
  [
    'a type in the place of a schema of objects',
    compileObjectType,
    [A_ZOD_TYPE],
    `compileObjectType: schema is an object: ${A_SCHEMA}`,
  ],
  ['a type in the place of a document', compileSchema, [A_ZOD_TYPE], `compileSchema: document is an object: ${A_SCHEMA}`],
  [
    'a type in the place of a JSON schema',
    compileJsonSchema,
    [A_ZOD_TYPE],
    `compileJsonSchema: schema is an object: ${A_SCHEMA}`,
  ],
  ['a type that is to be translated', fromJsonSchema, [A_ZOD_TYPE], `fromJsonSchema: schema is an object: ${A_SCHEMA}`],
  ...[compileType, compileObjectType, fromJsonSchema, compileJsonSchema].map(
    (compile) =>
      ['a type that was used before', compile, [A_USED_TYPE], `${compile.name}: schema is an object: ${A_SCHEMA}`] as const,
  ),
  ['a frozen type of another library', fromJsonSchema, [A_FROZEN_TYPE], `fromJsonSchema: schema is an object: ${A_SCHEMA}`],
  ['a used type in the place of a document', compileSchema, [A_USED_TYPE], `compileSchema: document is an object: ${A_SCHEMA}`],
  ...[A_ZOD_TYPE, A_USED_TYPE, OPENAPI].map(
    (type) =>
      [
        'no schema of a strategic type',
        compileStrategicType,
        [type],
        `compileStrategicType: schemaDocument is an object: ${A_SCHEMA}`,
      ] as const,
  ),
  ['no schema of fields', compileType, [undefined], `compileType: schema is undefined: ${A_SCHEMA}`],
  ['no schema of objects', compileObjectType, [undefined], `compileObjectType: schema is undefined: ${A_SCHEMA}`],
  ...[compileType, compileObjectType].flatMap((compile) =>
    [OPENAPI, { swagger: '2.0', definitions: {} }, PARTS, compileSchema(PARTS.document)].map(
      (document) =>
        ['a document with schemas', compile, [document], `${compile.name}: schema is an object: ${A_SCHEMA}`] as const,
    ),
  ),
  ['a document in the place of a schema', compileSchema, [OPENAPI], `compileSchema: document is an object: ${A_SCHEMA}`],
  ['parts in the place of a document', compileSchema, [PARTS], `compileSchema: document is an object: ${A_SCHEMA}`],
  ['a document to be translated', fromJsonSchema, [OPENAPI], `fromJsonSchema: schema is an object: ${A_SCHEMA}`],
  ['no document', compileSchema, [undefined], 'compileSchema: document is undefined: expected an object'],
  ['no plane', fetchHandler, [undefined], `fetchHandler: handler is undefined: ${A_PLANE}`],
  [
    'a plugin whose method is misspelt',
    createControlPlane,
    [{ admission: [{ name: 'mine', validates() {} }] }],
    'createControlPlane: admission[0] is an object: expected an admission plugin with one of mutate, validate, beforeDelete',
  ],
  [
    'a plugin with side effects of an unknown kind',
    createControlPlane,
    [{ admission: [{ name: 'mine', sideEffects: 'some', validate() {} }] }],
    'createControlPlane: admission[0].sideEffects is "some": expected "None", "NoneOnDryRun" or "Some"',
  ],
  ['no definition', toCustomResourceDefinition, [undefined], `toCustomResourceDefinition: definition is undefined: ${A_TYPE}`],
  [
    'a misspelt dialect',
    toCustomResourceDefinition,
    [Widget, { dialekt: 'kubernetes' }],
    'toCustomResourceDefinition: options.dialekt is unknown: did you mean dialect?',
  ],
  [
    'a dialect that there is not',
    packagedKinds,
    [{ dialect: 'kube' }],
    'packagedKinds: dialect is "kube": expected "platform" or "kubernetes", or one of dialects',
  ],
  [
    'a misspelt handler of pods',
    packagedKinds,
    [{ pods: { logs() {} } }],
    'packagedKinds: pods.logs is unknown: did you mean log?',
  ],
  [
    'a misspelt option of a document',
    fromOpenAPI,
    [{ openapi: '3.0.0' }, { dialekt: 'kubernetes' }],
    'fromOpenAPI: options.dialekt is unknown: did you mean dialect?',
  ],
  [
    'a document that was not parsed',
    fromOpenAPI,
    ['{"openapi": "3.0.0"}'],
    'fromOpenAPI: document is "{\\"openapi\\": \\"3.0.0\\"}": expected an object',
  ],
  ['a plugin about nothing', resourcePlugin, [undefined, plugin], `resourcePlugin: definition is undefined: ${A_TYPE}`],
  ['a plugin without a name', resourcePlugin, [Widget, {}], 'resourcePlugin: plugin.name is undefined: expected text'],
  [
    'a misspelt operation',
    resourcePlugin,
    [Widget, { ...plugin, operations: ['create'] }],
    'resourcePlugin: plugin.operations[0] is "create": expected CREATE, UPDATE, DELETE, CONNECT',
  ],
  [
    'a misspelt function',
    resourcePlugin,
    [Widget, { ...plugin, validat() {} }],
    'resourcePlugin: plugin.validat is unknown: did you mean validate?',
  ],
  ['no directory', createLmdbStorage, [], 'createLmdbStorage: the options are undefined: expected an object'],
  ['a path for its options', createLmdbStorage, ['state'], 'createLmdbStorage: the options are "state": expected an object'],
  [
    'a misspelt directory',
    createLmdbStorage,
    [{ directory: 'a', mustexist: true }],
    'createLmdbStorage: mustexist is unknown: did you mean mustExist?',
  ],
  ['no endpoints', createEtcdStorage, [{}], 'createEtcdStorage: endpoints is undefined: expected a list'],
  ['no address', createPostgresStorage, [{}], 'createPostgresStorage: url is undefined: expected text'],
  [
    'tokens by name',
    createStaticTokenAuthenticator,
    [{ ada: 'secret' }],
    'createStaticTokenAuthenticator: tokens is an object: expected a list',
  ],
  [
    'a token whose user is a text',
    createStaticTokenAuthenticator,
    [[{ token: 'a', user: 'ada' }]],
    'createStaticTokenAuthenticator: tokens[0].user is "ada": expected an object with a username',
  ],
  [
    'no authorities',
    createClientCertificateAuthenticator,
    [{}],
    'createClientCertificateAuthenticator: authorities is undefined: expected text',
  ],
  [
    'no headers',
    createRequestHeaderAuthenticator,
    [{ authorities: 'a' }],
    'createRequestHeaderAuthenticator: usernameHeaders is undefined: expected a list',
  ],
  [
    'no issuers',
    createOidcAuthenticator,
    [{ jwt: [], issuer: 'https://login.example' }],
    'createOidcAuthenticator: issuer is unknown: expected one of jwt,',
  ],
  [
    'no way to a service that knows tokens',
    createTokenWebhookAuthenticator,
    [{}],
    'createTokenWebhookAuthenticator: transport is undefined: expected a function',
  ],
  [
    'an address in the place of a service that decides',
    createWebhookAuthorizer,
    [{ transport() {}, target: 'https://decides.example.com' }],
    'createWebhookAuthorizer: target is "https://decides.example.com": expected { server: { url } }, or a function that gives it',
  ],
  [
    'no way to a service that decides',
    createWebhookAuthorizer,
    [{}],
    'createWebhookAuthorizer: transport is undefined: expected a function',
  ],
  [
    'a file by another name',
    createAuditLog,
    [{ file: 'audit.log', path: '-' }],
    'createAuditLog: file is unknown: expected one of mode,',
  ],
  [
    'a mode of audit that there is not',
    createAuditLog,
    [{ path: '-', mode: 'sync' }],
    'createAuditLog: mode is "sync": expected "batch", "blocking" or "blocking-strict"',
  ],
  [
    'no way to a service that keeps events',
    createAuditWebhook,
    [{}],
    'createAuditWebhook: transport is undefined: expected a function',
  ],
  [
    'one host',
    createSelfSignedCertificate,
    [{ hosts: 'localhost' }],
    'createSelfSignedCertificate: hosts is "localhost": expected a list',
  ],
  [
    'a request without a common name',
    createCertificateRequest,
    [{}],
    'createCertificateRequest: commonName is undefined: expected text',
  ],
  [
    'an authority without a name',
    createCertificateAuthority,
    [],
    'createCertificateAuthority: the options are undefined: expected an object',
  ],
  ['a storage for a test plane', testPlane, [{ storage: {} }], "testPlane: storage is the test plane's own: expected none"],
  [
    'chance that does not repeat',
    testPlane,
    [{ seed: 'x' }],
    'testPlane: seed is "x": expected a number that chance could repeat with',
  ],
  [
    'a clock that cannot be moved',
    testPlane,
    [{ clock: { now: Date.now } }],
    'testPlane: clock is an object: expected a ManualClock',
  ],
  ['an option of a server in a test', testServer, [{ port: 8080 }], 'testPlane: port is unknown: expected one of'],
  ['no plugin', testAdmission, [undefined, {}], 'testAdmission: plugin is undefined: expected an admission plugin'],
  [
    'a write that there is not',
    testAdmission,
    [plugin, { operation: 'PATCH' }],
    'testAdmission: operation is "PATCH": expected CREATE, UPDATE, DELETE or CONNECT',
  ],
  [
    'no client',
    simulateWorkloads,
    [undefined],
    'simulateWorkloads: client is undefined: expected a client, such as plane.client()',
  ],
  [
    'a misspelt time',
    simulateWorkloads,
    [{ resource() {}, types() {} }, { readyAfter: 5 }],
    'simulateWorkloads: options.readyAfter is unknown: did you mean readyAfterMs?',
  ],
]

describe('invalid arguments of a public function from a program without types are refused in one line that names valid ones', () => {
  test.each(CALLS)('%s', async (_what, call, args, line) => {
    const error = await Promise.resolve(args)
      .then((given) => call(...given))
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(TypeError)
    const [first = '', ...more] = (error as Error).message.split('\n')
    expect(first.slice(0, line.length)).toBe(line)
    expect(more).toEqual([])
  })
})

describe('verbs of a type', () => {
  test.each<[string, (widgets: Loose) => unknown, string]>([
    [
      'a misspelt selector',
      (widgets) => widgets.list({ labelselector: 'a=b' }),
      'list: options.labelselector is unknown: did you mean labelSelector?',
    ],
    [
      'a selector that is no text',
      (widgets) => widgets.list({ labelSelector: { a: 'b' } }),
      'list: options.labelSelector is an object: expected text',
    ],
    [
      'a misspelt option of a watch',
      (widgets) => widgets.watch({ labels: 'a=b' }),
      'watch: options.labels is unknown: expected one of',
    ],
    [
      'another word for a manager',
      (widgets) => widgets.apply({ metadata: { name: 'a' } }, { manager: 'me' }),
      'apply: options.manager is unknown: expected one of',
    ],
    [
      'the start of an option',
      (widgets) => widgets.delete('a', { propagation: 'Orphan' }),
      'delete: options.propagation is unknown: did you mean propagationPolicy?',
    ],
    ['nothing to create', (widgets) => widgets.create(), 'create: object is undefined: expected an object'],
    ['a list to create', (widgets) => widgets.create([]), 'create: object is a list: expected an object'],
    ['a text to put in place', (widgets) => widgets.update('lamp'), 'update: object is "lamp": expected an object'],
    [
      'an object without a name',
      (widgets) => widgets.apply({ spec: {} }),
      'apply: metadata.name is undefined: expected the name of the object',
    ],
    ['no name', (widgets) => widgets.get(), 'get: name is undefined: expected the name of an object'],
    [
      'an object as a name',
      (widgets) => widgets.delete({ name: 'a' }),
      'delete: name is an object: expected the name of an object',
    ],
    ['no namespace', (widgets) => widgets.namespace(''), 'namespace: name is "": expected the name of a namespace'],
    ['nothing to send', (widgets) => widgets.subresource('restart').create('a'), 'create: body is undefined: expected an object'],
    ['no change', (widgets) => widgets.updateWithRetry('a'), 'updateWithRetry: change is undefined: expected a function'],
    [
      'no patch',
      (widgets) => widgets.patch('a'),
      'patch: patch is undefined: expected one of { json: [...] }, { merge: {...} } and { strategic: {...} }',
    ],
  ])('with %s refuse in one line', async (_what, call, line) => {
    const plane = await createControlPlane({ resources: [Widget] })
    const widgets = plane.client().resource(Widget).namespace('default')
    const error = await Promise.resolve()
      .then(() => call(widgets))
      .catch((caught: unknown) => caught)
    await plane.close()
    expect((error as Error).message.slice(0, line.length)).toBe(line)
  })
})

describe('a description of a type', () => {
  const spec = { group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1' }] }
  const version = (more: object) => ({ ...spec, versions: [{ name: 'v1', ...more }] })

  test.each<[string, object, string]>([
    ['a misspelt name', { ...spec, namespace: false }, 'namespace is unknown: did you mean namespaced?'],
    ['a switch that is text', { ...spec, namespaced: 'no' }, 'namespaced is "no": expected true or false'],
    ['one short name', { ...spec, shortNames: 'wd' }, 'shortNames is "wd": expected a list'],
    ['a hook that is none', { ...spec, validate: true }, 'validate is true: expected a function'],
    [
      'a conversion in one direction',
      { ...spec, conversions: { v2: { toStorage() {} } } },
      'conversions.v2.fromStorage is undefined: expected a function',
    ],
    [
      'a misspelt part of a version',
      version({ printColumns: [] }),
      'versions[0].printColumns is unknown: did you mean printerColumns?',
    ],
    [
      'a misspelt part of a column',
      version({ printerColumns: [{ name: 'A', type: 'string', jsonpath: '.spec.a' }] }),
      'versions[0].printerColumns[0].jsonpath is unknown: did you mean jsonPath?',
    ],
    [
      'a status that is no switch',
      version({ subresources: { status: {} } }),
      'versions[0].subresources.status is an object: expected true or false',
    ],
    [
      'a scale without paths',
      version({ subresources: { scale: true } }),
      'versions[0].subresources.scale is true: expected an object',
    ],
    [
      'a schema that is text',
      version({ schema: 'object' }),
      'versions[0].schema is "object": expected { spec, status } of types, or a JSON schema',
    ],
  ])('with %s is refused in one line', (_what, given, line) => {
    const message = () => {
      try {
        defineResource(given as Loose)
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message()?.slice(0, `resource Widget: ${line}`.length)).toBe(`resource Widget: ${line}`)
    expect(message()).not.toContain('\n')
  })
})
