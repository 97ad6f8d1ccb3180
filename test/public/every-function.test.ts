import { describe, expect, test } from '@jest/globals'
import { FieldSet } from '../../src/public/apply.js'
import { createControlPlane } from '../../src/public/index.js'
import { sourceFiles } from '../house/import-graph.js'
import { Widget } from '../testing/widget.js'

type Called = new (...args: readonly unknown[]) => unknown

const doors = sourceFiles().filter((file) => file.startsWith('public/'))
const functions = new Map<string, Called>()
for (const door of doors) {
  const exported: Readonly<Record<string, unknown>> = await import(`../../src/${door}`)
  for (const [name, value] of Object.entries(exported)) if (typeof value === 'function') functions.set(name, value as Called)
}

/** What comes of a call: an error, or undefined. What was opened is closed. */
async function failureOf(called: Called, args: readonly unknown[]): Promise<unknown> {
  const isClass = Function.prototype.toString.call(called).startsWith('class')
  try {
    const made: unknown = await (isClass ? new called(...args) : Reflect.apply(called, undefined, args))
    await (made as { close?(): unknown } | undefined)?.close?.()
    return undefined
  } catch (error) {
    return error
  }
}

/** Messages of JavaScript engines for arguments that were not checked. */
const ENGINES_OWN = /Cannot (read|destructure|convert|set|use)|is not (a function|iterable|defined)|argument must be|undefined \(/
/** Each line names function and place, what is there, and what would be right; or, where a document is at fault, its place. */
const LINE = /^(new )?[\w.]+: .+ (is|are) .+: (expected .+|did you mean .+)$/

function expectRefusal(error: unknown): void {
  expect(error).toBeInstanceOf(Error)
  const { message } = error as Error
  expect(message).not.toMatch(ENGINES_OWN)
  if (error instanceof TypeError) for (const line of message.split('\n')) expect(line).toMatch(LINE)
  else expect(message).not.toContain('\n')
}

const ALL = ['nothing', 'null', 'a number', 'a text', 'a list', 'a promise', 'true'] as const
type What = (typeof ALL)[number]
const GIVEN: Readonly<Record<What, readonly unknown[]>> = {
  nothing: [],
  null: [null],
  'a number': [7],
  'a text': ['text'],
  'a list': [[]],
  'a promise': [Promise.resolve({})],
  true: [true],
}
/** Options that need not be given. */
const OPTIONAL: readonly What[] = ['nothing']

/** What is right all the same: functions that take any value, that take none, and that do without; texts and lists where they are meant. */
const RIGHT: Readonly<Record<string, readonly What[]>> = {
  ConnectionError: ALL,
  FieldSet: ALL,
  diff: ALL,
  explain: ALL,
  isAlreadyExists: ALL,
  isConflict: ALL,
  isExpired: ALL,
  isNotFound: ALL,
  isTransient: ALL,
  // There are objects without a schema, and managers without fields.
  compileType: ['nothing', 'null', 'true'],
  compileObjectType: ['nothing', 'null', 'true'],
  compileJsonSchema: ['true'],
  fromJsonSchema: ['true'],
  abacAuthorizer: ['a list'],
  conflictError: ['a list'],
  createStaticTokenAuthenticator: ['a list'],
  formatPath: ['a list'],
  createHttpsFetch: ['nothing', 'a text'],
  invalidField: ['a text'],
  parseLabelSelector: ['a text'],
  requiredField: ['a text'],
  readFieldsV1: ['null'],
  formatTime: ['a number'],
  ManualClock: ['nothing', 'a number'],
  createControlPlane: OPTIONAL,
  createWebhookTransport: OPTIONAL,
  packagedKinds: OPTIONAL,
  testPlane: OPTIONAL,
  testServer: OPTIONAL,
  defaultTolerationSeconds: OPTIONAL,
  podSecurity: OPTIONAL,
  resourceQuota: OPTIONAL,
  validatingAdmissionWebhook: OPTIONAL,
  mutatingAdmissionWebhook: OPTIONAL,
}

/** Functions without parameters: whatever they are given is not looked at. */
const WITHOUT_PARAMETERS = [
  'alwaysPullImages',
  'certificateApproval',
  'certificateSigning',
  'certificateSubjectRestriction',
  'clusterTrustBundleAttest',
  'createMemoryStorage',
  'defaultIngressClass',
  'defaultStorageClass',
  'denyServiceExternalIPs',
  'extendedResourceToleration',
  'intOrString',
  'limitRanger',
  'mutatingAdmissionPolicy',
  'namespaceAutoProvision',
  'namespaceExists',
  'ownerReferencesPermissionEnforcement',
  'priority',
  'quantity',
  'runtimeClass',
  'serviceAccount',
  'validatingAdmissionPolicy',
]

const LOOP = /^create(.+(Cleaner|Collector|Controller|Manager|Migrator|Approver|Publisher)|BootstrapSigner|CertificateSigner)$/
test.each(WITHOUT_PARAMETERS)('%s has no parameters', (name) => {
  expect(String(functions.get(name))).toMatch(/^(?:function \w+\(\)|\(\) ?=>)/)
})

const checked = [...functions].filter(([name]) => !WITHOUT_PARAMETERS.includes(name))

describe('a public function with an invalid argument throws an error that describes it', () => {
  const calls = checked.flatMap(([name]) => ALL.filter((what) => !RIGHT[name]?.includes(what)).map((what) => ({ name, what })))
  test.each(calls)('$name with $what', async ({ name, what }) => {
    expectRefusal(await failureOf(functions.get(name) as Called, GIVEN[what]))
  })
})

const type = { scalar: undefined, list: undefined, map: undefined }
const plugin = { name: 'mine', validate() {} }
const object = { metadata: { name: 'a' } }
const aClient = { resource() {}, types() {} }

/** What stands before the options of a function; nothing where they come first. */
const BEFORE_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  admissionWebhook: [plugin],
  applyJsonPatch: [{}, []],
  applyMergePatch: [{}, {}],
  applyStrategicMergePatch: [{}, {}, { member() {} }],
  compileJsonSchema: [{ type: 'object' }],
  compileObjectType: [null],
  compileSchema: [{ type: 'object' }],
  compileStrategicType: [{}],
  compileType: [{ type: 'object' }],
  createStaticTokenAuthenticator: [[]],
  defineResource: [{ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1' }] }],
  explainAccess: [{ authorize() {} }],
  extract: [type, {}, FieldSet.empty],
  fieldsOf: [type, {}],
  fromJsonSchema: [{ type: 'object' }],
  fromOpenAPI: [{ openapi: '3.0.0' }],
  informer: [{ watch() {}, runtime: {} }],
  parseKubeconfig: [''],
  recordEvent: [aClient, object],
  remove: [type, {}, FieldSet.empty],
  resourcePlugin: [Widget],
  simulateWorkloads: [aClient],
  testAdmission: [plugin],
  toCustomResourceDefinition: [Widget],
  validate: [type, {}],
  withRules: [{ safeParse() {}, meta() {} }],
  ...Object.fromEntries([...functions.keys()].filter((name) => LOOP.test(name)).map((name) => [name, [aClient]])),
}

/** Functions that have no options. */
const WITHOUT_OPTIONS = [
  ...WITHOUT_PARAMETERS,
  'ApiError',
  'ConnectionError',
  'FieldSet',
  'ManualClock',
  'ResourceSpecError',
  'abacAuthorizer',
  'admissionDenied',
  'atomic',
  'bearerToken',
  'compare',
  'conflictError',
  'createHttpsFetch',
  'diff',
  'explain',
  'fetchHandler',
  'formatPath',
  'formatTime',
  'invalid',
  'invalidField',
  'isAlreadyExists',
  'isConflict',
  'isExpired',
  'isNotFound',
  'isSame',
  'isTransient',
  'keyOf',
  'labelSelectorFrom',
  'listMap',
  'listSet',
  'merge',
  'migrateStorage',
  'nodeHandler',
  'ownedBy',
  'parseFieldSelector',
  'parseLabelSelector',
  'parsePolicyFile',
  'parseTokenFile',
  'pause',
  'preserveUnknown',
  'readFieldsV1',
  'readManagers',
  'requiredField',
  'storageContract',
  'verifyClusterInfo',
  'writeFieldsV1',
  'writeManagers',
]

describe('an unknown option is named', () => {
  const names = checked.map(([name]) => name).filter((name) => !WITHOUT_OPTIONS.includes(name))
  test.each(names)('%s', async (name) => {
    const error = await failureOf(functions.get(name) as Called, [...(BEFORE_OPTIONS[name] ?? []), { mispelt: 1 }])
    expectRefusal(error)
    expect((error as Error).message).toMatch(/mispelt is unknown: (expected one of|did you mean)/)
  })

  test('of a client of a plane', async () => {
    const plane = await createControlPlane()
    const error = await failureOf(plane.client as unknown as Called, [{ mispelt: 1 }])
    await plane.close()
    expect((error as Error).message).toMatch(/^plane\.client: mispelt is unknown: expected one of/)
  })
})
