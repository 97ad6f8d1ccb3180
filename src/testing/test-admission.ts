/**
 * Runs an admission plugin in a test, for one write.
 *
 * @module
 */

import {
  type AdmissionOutcome,
  type AdmissionPlugin,
  type AdmissionSources,
  aPlugin,
  createAdmission,
  type TriedWrite,
  tryAdmission,
} from '../admission/index.js'
import {
  type ApiObject,
  check,
  givenMembers,
  jsonValue,
  type OptionCheck,
  parseApiVersion,
  type UserInfo,
} from '../meta/index.js'
import { type TestPlaneOptions, testPlane } from './test-plane.js'

/** The write that a plugin is called for. Everything except its object has a default. */
export interface TestAdmissionOptions extends Partial<Omit<TriedWrite, 'user' | 'object' | 'oldObject'>> {
  /** The new state; absent for a DELETE. */
  readonly object?: ApiObject
  /** The state before; absent for a CREATE. */
  readonly oldObject?: ApiObject
  /** The user, or just a username. Default `jane`. */
  readonly user?: UserInfo | string
  /** The plane for the plugin's look-ups: its types, stored objects and clock. */
  readonly plane?: Omit<TestPlaneOptions, 'admission'>
}

const { anything, members, text } = check
const anObject = check.fits('an object with apiVersion, kind and metadata', (value) => {
  if (!check.isObject(value)) return false
  return typeof value.apiVersion === 'string' && typeof value.kind === 'string' && check.isObject(value.metadata)
})
const writtenObject: OptionCheck = (value, path) => [...anObject(value, path), ...jsonValue(value, path)]
const tried = members<keyof TestAdmissionOptions>({
  object: writtenObject,
  oldObject: writtenObject,
  user: check.userOrName,
  plane: check.object,
  operation: check.fits(
    'CREATE, UPDATE, DELETE or CONNECT',
    (value) => value === 'CONNECT' || Object.hasOwn(KINDS, String(value)),
  ),
  group: text,
  version: text,
  resource: text,
  kind: text,
  subresource: text,
  namespace: text,
  name: text,
  dryRun: check.truth,
  options: anything,
  deadlineMs: check.amount,
})

/**
 * Calls a plugin for a write, in both phases, without a request. The operation follows from the objects: a CREATE has no old one,
 * a DELETE no new one. The target of the write follows from its object, if the plane knows the kind.
 *
 * @param plugin - The plugin.
 * @param options - See {@link TestAdmissionOptions}.
 * @returns Whether the write is allowed, the object after the plugin's changes, and its warnings.
 * @throws TypeError with one line for each invalid argument.
 * @throws RangeError for a write without an object, or of a kind that the plane does not know and whose `resource` is not given.
 */
export async function testAdmission(plugin: AdmissionPlugin, options: TestAdmissionOptions): Promise<AdmissionOutcome> {
  check.refuse('testAdmission', [...aPlugin(plugin, 'plugin'), ...tried(options, '')])
  let sources: AdmissionSources | undefined
  const taking: AdmissionPlugin = {
    name: 'sources',
    start(given) {
      sources = given
    },
  }
  const plane = await testPlane({ ...options.plane, admission: [taking] })
  const admission = createAdmission([plugin])
  let stop: (() => void) | undefined
  try {
    if (!sources) throw new Error('the plane has not started its plugins')
    stop = await admission.start(sources)
    return await tryAdmission(admission, writeOf(options, sources), ['mutating', 'validating'])
  } finally {
    stop?.()
    await plane.close()
  }
}

const KINDS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const

function writeOf(
  { plane: _, object, oldObject, user = 'jane', ...given }: TestAdmissionOptions,
  sources: AdmissionSources,
): TriedWrite {
  const shown = object ?? oldObject
  if (!shown) throw new RangeError('testAdmission: expected an object, or an oldObject')
  const { apiVersion, kind, metadata } = shown
  const type = sources.types.ofKind(apiVersion, kind)
  const resource = given.resource ?? type?.resource
  if (resource === undefined) throw new RangeError(`testAdmission: ${apiVersion} ${kind} is unknown, expected its \`resource\``)
  const operation = given.operation ?? (object ? (oldObject ? 'UPDATE' : 'CREATE') : 'DELETE')
  const namespaced = type?.namespaced ?? metadata.namespace !== undefined
  return {
    operation,
    ...(parseApiVersion(apiVersion) ?? { group: '', version: '' }),
    kind,
    subresource: '',
    namespace: namespaced ? (metadata.namespace ?? sources.dialect.namespaces.default) : '',
    name: metadata.name ?? '',
    user: typeof user === 'string' ? { username: user, groups: [] } : user,
    dryRun: false,
    options: operation === 'CONNECT' ? {} : { kind: KINDS[operation], apiVersion: `meta.${sources.dialect.groupDomain}/v1` },
    ...givenMembers(given),
    resource,
    object,
    oldObject,
  }
}
