/**
 * Checks of the options of a plane, for programs without types, before anything is created.
 *
 * @module
 */

import { aPlugin } from '../admission/index.js'
import type { ServiceAccountTokenOptions } from '../authn/index.js'
import { signerList } from '../certificates/index.js'
import { defaultLimits } from '../endpoints/index.js'
import {
  aDialect,
  aRelease,
  certificatesInPem,
  check,
  dialectOf,
  dialects,
  type FeatureGate,
  type FeatureStep,
  isRecord,
  type OptionCheck,
  parseAddress,
  positiveNumber,
  tokenSeconds,
} from '../meta/index.js'
import { aDefinition } from '../resources/index.js'
import type { VersionInfo } from '../server/index.js'
import type { Storage } from '../storage/index.js'
import type { ControlPlaneOptions } from './options.js'

const { amount, anything, callable, fits, has, isObject, listOf, mapOf, members, named, secret, text, truth } = check

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Whether types are members of an object, as packagedKinds returns them. */
const areByName = (value: unknown): boolean =>
  isObject(value) &&
  !Array.isArray(value) &&
  !('versions' in value) &&
  Object.values(value).some((member) => isObject(member) && Array.isArray(member.versions))

function* resources(value: unknown, path: string): Iterable<string> {
  const faults = areByName(value)
    ? [`${path} is an object of types: expected a list of them, such as Object.values(packagedKinds())`]
    : [...listOf(aDefinition)(value, path)]
  yield* faults
  if (faults.length > 0) return
  const places = new Map<string, number>()
  for (const [i, { definedBy, group, names }] of (value as NonNullable<ControlPlaneOptions['resources']>).entries()) {
    // Of overlapping types from documents, the first is used.
    if (!definedBy) continue
    const keys = [`kind ${names.kind} of ${group}`, `plural ${names.plural} of ${group}`]
    const twice = keys.find((key) => places.has(key))
    if (twice !== undefined) yield `${path}[${i}] has the ${twice}, as ${path}[${places.get(twice)}] has: expected another`
    for (const key of keys) places.set(key, i)
  }
}

const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse']
const auditRule = fits(`a rule with a level: ${auditLevels.join(', ')}`, (value) => {
  return isObject(value) && auditLevels.some((level) => level === value.level)
})
const auditPolicy = members({ rules: listOf(auditRule), omitStages: listOf(text), omitManagedFields: truth }, ['rules'])
const auditBackend = fits('a function, or a backend such as createAuditLog makes', (value) => {
  return typeof value === 'function' || has(value, 'open')
})

/**
 * Packaged kinds, and those of documents, are made for a dialect: with another one, clients find some groups under unknown names.
 */
function* groupsOfOtherDialects({ dialect, resources = [] }: ControlPlaneOptions): Iterable<string> {
  const { name, groupDomain } = dialectOf(dialect)
  const others = dialects.filter((other) => other.groupDomain !== groupDomain)
  for (const [i, { definedBy, group, names }] of resources.entries()) {
    const other = definedBy ? undefined : others.find((each) => group.endsWith(`.${each.groupDomain}`))
    if (!other) continue
    const made = `${names.kind} of ${group}, made for the dialect ${JSON.stringify(other.name)}`
    yield `resources[${i}] is ${made}: expected packagedKinds or fromOpenAPI with { dialect: ${JSON.stringify(name)} }`
    return
  }
}

/** The text `'false'` would count as true. */
const flags = mapOf(fits('true or false', (value) => value === undefined || typeof value === 'boolean'))
const featureStep = members<keyof FeatureStep>(
  { since: aRelease, stage: check.oneOf(['ALPHA', 'BETA', 'GA', 'DEPRECATED']), default: truth, locked: truth },
  ['since', 'stage'],
)

const authorizerChoice = fits("'RBAC', an object that can authorize, or a list of these", (value) => {
  return value === 'RBAC' || has(value, 'authorize')
})

/** Only exact paths are anonymous: one without its slash would be none. */
const anonymous: OptionCheck = (value, path) => {
  if (typeof value === 'boolean') return []
  if (!isRecord(value) || !isTexts(value.paths)) return check.wrong('true, false or { paths: [...] }', value, path)
  const exactPath = fits('a path, such as "/readyz"', (item) => String(item).startsWith('/'))
  return listOf(exactPath)(value.paths, `${path}.paths`)
}

/** A stage without a name or a function has one line, that of its missing members. */
const stage: OptionCheck = function* checkStage(value, path) {
  const faults = [...named('handle', 'an object with a name and a handle')(value, path)]
  yield* faults
  if (faults.length > 0) return
  const { before, after } = value as Readonly<Record<string, unknown>>
  if ((before === undefined) === (after === undefined))
    yield `${path} has ${before === undefined ? 'neither before nor after' : 'both before and after'}: expected one of them, with the name of a stage`
}

/** Whether something is a storage. */
export const isStorage = (value: unknown): value is Storage => has(value, 'commit') && has(value, 'load') && has(value, 'close')

const storage = fits('a storage, such as createLmdbStorage opens', isStorage)

const versionInfo = members<keyof VersionInfo>({
  major: text,
  minor: text,
  gitVersion: text,
  gitCommit: text,
  gitTreeState: text,
  buildDate: text,
  goVersion: text,
  compiler: text,
  platform: text,
})

const serviceAccounts = members<keyof ServiceAccountTokenOptions>({
  issuer: fits('text, or a list of texts', (value) => typeof value === 'string' || isTexts(value)),
  signingKey: text,
  keys: secret(listOf(text)),
  lookup: truth,
  maxTokenSeconds: tokenSeconds,
  extendTokens: truth,
  jwksUri: text,
})

const OPTIONS: Readonly<Record<Exclude<keyof ControlPlaneOptions, 'controllerClient'>, OptionCheck>> = {
  dialect: aDialect,
  storage,
  routes: listOf(members({ resources: listOf(text), storage }, ['resources', 'storage'])),
  resources,
  release: text,
  showHiddenMetricsFor: aRelease,
  metrics: members({
    registry: fits('a registry of prom-client', (value) => has(value, 'registerMetric') && has(value, 'metrics')),
    process: truth,
  }),
  featureGates: flags,
  ownFeatureGates: listOf(members<keyof FeatureGate>({ name: text, steps: listOf(featureStep) }, ['name', 'steps'])),
  runtimeConfig: flags,
  authenticators: listOf(fits('an object that can authenticate', (value) => has(value, 'authenticate'))),
  authorizer: (value, path) => (Array.isArray(value) ? listOf(authorizerChoice) : authorizerChoice)(value, path),
  audit: members({ policy: auditPolicy, backends: listOf(auditBackend) }, ['backends']),
  admission: listOf(aPlugin),
  anonymous,
  limits: members(Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, amount]))),
  history: members({ windowSeconds: amount, maxEvents: amount, maxBytes: amount }),
  version: versionInfo,
  healthChecks: listOf(named('check', 'an object with a name and a check')),
  logger: fits('an object with info and error', (value) => has(value, 'error')),
  serviceClusterIPRange: text,
  serviceNodePortRange: text,
  advertise: members({
    address: fits('an IP address', (value) => typeof value === 'string' && parseAddress(value) !== undefined),
    port: fits('a port from 1 to 65535', (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535),
  }),
  webhooks: callable,
  stages: listOf(stage),
  pathHandlers: listOf(fits('an object with a handle', (value) => has(value, 'handle'))),
  controllers: listOf(text),
  rootCertificates: certificatesInPem,
  signers: signerList,
  signingSeconds: positiveNumber,
  trace: callable,
  clock: check.clock,
  random: check.random,
  serviceAccounts,
  bootstrapTokens: truth,
  apiAudiences: listOf(text),
}

/**
 * Adds checks of options that errors do not list, as programs are not meant to use them: `members` lists the enumerable names.
 *
 * @param checks - The listed options.
 * @param unlisted - The others. They replace listed ones of the same name.
 */
function withUnlisted(
  checks: Readonly<Record<string, OptionCheck>>,
  unlisted: Readonly<Record<string, OptionCheck>>,
): Readonly<Record<string, OptionCheck>> {
  const all = { ...checks }
  for (const [name, value] of Object.entries(unlisted)) Object.defineProperty(all, name, { value, enumerable: false })
  return all
}

const checked = members(withUnlisted(OPTIONS, { controllerClient: anything }))

/**
 * Checks the options of a plane: their names and types.
 *
 * @param options - The options, perhaps of a program without types.
 * @throws TypeError with one line for each invalid option: its name, its value, and the expected one.
 */
export function checkOptions(options: unknown): void {
  check.refuse('createControlPlane', checked(options, ''))
  check.refuse('createControlPlane', groupsOfOtherDialects(options as ControlPlaneOptions))
}

/**
 * Checks the options of a function that takes further ones than those of a plane.
 *
 * @param own - Its further options, or stricter checks of the same.
 * @param refused - Checks of the options that it does not take.
 * @returns The check, which finds a fault in options of neither.
 */
export const optionsWith = (
  own: Readonly<Record<string, OptionCheck>>,
  refused: Readonly<Record<string, OptionCheck>>,
): OptionCheck => members(withUnlisted({ ...OPTIONS, ...own }, refused))
