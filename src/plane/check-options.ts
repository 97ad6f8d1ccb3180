/**
 * Options of a plane from programs without types, checked before anything is made of them.
 *
 * By hand and shallow: a plane is made in a millisecond, which loading a library for it would take many times over.
 *
 * @module
 */

import { defaultLimits } from '../endpoints/index.js'
import { closestWord, dialectOf, dialects, isRecord, parseAddress } from '../meta/index.js'
import type { ControlPlaneOptions } from './options.js'

/** Finds what is wrong with a value: what would be right, after the path of the place below it. */
type Check = (value: unknown, path: string) => Iterable<string>

/** A value that fits into a line: of lists, objects and functions only what they are. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

const fits = (expected: string, isRight: (value: unknown) => boolean): Check =>
  function* check(value, path) {
    if (!isRight(value)) yield `${path} is ${shown(value)}: expected ${expected}`
  }

const has = (value: unknown, method: string): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[method] === 'function'

const listOf = (check: Check): Check =>
  function* checkList(value, path) {
    if (!Array.isArray(value)) yield `${path} is ${shown(value)}: expected a list`
    else for (const [i, item] of value.entries()) yield* check(item, `${path}[${i}]`)
  }

/** An object of no other members than these, of which some have to be there; those that are undefined are not. */
const members = (checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  function* checkMembers(value, path) {
    if (!isRecord(value)) {
      yield `${path || 'the options'} ${path ? 'is' : 'are'} ${shown(value)}: expected an object`
      return
    }
    for (const [name, member] of Object.entries(value)) {
      const place = path === '' ? name : `${path}.${name}`
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined
      if (check && member !== undefined) yield* check(member, place)
      else if (!check) yield unknownMember(place, name, Object.keys(checks))
    }
    for (const name of required) if (value[name] === undefined) yield* checks[name]?.(undefined, `${path}.${name}`) ?? []
  }

function unknownMember(place: string, name: string, known: readonly string[]): string {
  const near = closestWord(name, known)
  return `${place} is unknown: ${near === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${near}?`}`
}

const text = fits('text', (value) => typeof value === 'string')
const truth = fits('true or false', (value) => typeof value === 'boolean')
const callable = fits('a function', (value) => typeof value === 'function')
const object = fits('an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value))
const amount = fits('a number, 0 or more', (value) => typeof value === 'number' && value >= 0)
/** What the part that the option is for checks itself. */
const anything: Check = () => []

const named = (method: string | undefined, expected: string): Check =>
  function* check(value, path) {
    if (!isObject(value) || (method !== undefined && !has(value, method)))
      yield `${path} is ${shown(value)}: expected ${expected}`
    else if (typeof value.name !== 'string' || value.name === '') yield `${path}.name is ${shown(value.name)}: expected a name`
  }
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const definition = fits('a type of resource, as defineResource makes it', (value) => {
  return isObject(value) && isObject(value.names) && Array.isArray(value.versions)
})

function* resources(value: unknown, path: string): Iterable<string> {
  const faults = [...listOf(definition)(value, path)]
  yield* faults
  if (faults.length > 0) return
  const places = new Map<string, number>()
  for (const [i, { definedBy, group, names }] of (value as NonNullable<ControlPlaneOptions['resources']>).entries()) {
    // Of types from documents, which may overlap, the first counts.
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

/** Packaged kinds, and those of documents, are made for a dialect: in another one, clients find some groups under names they do not know. */
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

const dialectNames = dialects.map(({ name }) => JSON.stringify(name))

const OPTIONS: Readonly<Record<keyof ControlPlaneOptions, Check>> = {
  dialect: fits(`${dialectNames.join(' or ')}, or one of dialects`, (value) => {
    return dialects.some(({ name }) => name === value) || (isObject(value) && typeof value.groupDomain === 'string')
  }),
  storage: fits('a storage, such as createLmdbStorage opens', (value) => has(value, 'commit') && has(value, 'load')),
  routes: listOf(members({ resources: listOf(text), storage: object })),
  resources,
  release: text,
  showHiddenMetricsFor: text,
  metrics: members({
    registry: fits('a registry of prom-client', (value) => has(value, 'registerMetric') && has(value, 'metrics')),
    process: truth,
  }),
  featureGates: fits('an object of feature gates', isRecord),
  ownFeatureGates: listOf(named(undefined, 'a feature gate')),
  runtimeConfig: fits('an object of versions', isRecord),
  authenticators: listOf(fits('an object that can authenticate', (value) => has(value, 'authenticate'))),
  authorizer: anything,
  audit: members({ policy: auditPolicy, backends: listOf(auditBackend) }, ['backends']),
  admission: listOf(named(undefined, 'an admission plugin')),
  anonymous: fits('true, false or { paths: [...] }', (value) => {
    return typeof value === 'boolean' || (isRecord(value) && Array.isArray(value.paths))
  }),
  limits: members(Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, amount]))),
  history: members({ windowSeconds: amount, maxEvents: amount, maxBytes: amount }),
  version: object,
  healthChecks: listOf(named('check', 'an object with a name and a check')),
  logger: fits('an object with info and error', (value) => has(value, 'error')),
  serviceClusterIPRange: text,
  serviceNodePortRange: text,
  advertise: members({
    address: fits('an IP address', (value) => typeof value === 'string' && parseAddress(value) !== undefined),
    port: fits('a port from 1 to 65535', (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535),
  }),
  webhooks: callable,
  stages: listOf(named('handle', 'an object with a name and a handle')),
  pathHandlers: listOf(anything),
  controllers: listOf(text),
  rootCertificates: text,
  signers: listOf(object),
  signingSeconds: amount,
  controllerClient: anything,
  trace: callable,
  clock: fits('a clock', (value) => has(value, 'now')),
  random: fits('a source of random bytes', (value) => has(value, 'bytes')),
  serviceAccounts: object,
  bootstrapTokens: truth,
  apiAudiences: listOf(text),
}

const check = members(OPTIONS)

/**
 * Checks the options of a plane: their names, and what they are as far as a look tells.
 *
 * @param options - From a program that may have no types.
 * @throws TypeError with one line for each option at fault: its name, its value, and what would be right.
 */
export function checkOptions(options: unknown): void {
  const problems = [...check(options, '')]
  if (problems.length === 0) problems.push(...groupsOfOtherDialects(options as ControlPlaneOptions))
  if (problems.length > 0) throw new TypeError(problems.map((problem) => `createControlPlane: ${problem}`).join('\n'))
}
