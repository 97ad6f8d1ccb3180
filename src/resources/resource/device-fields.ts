/**
 * Rules of fields that the kinds of the resource group share.
 *
 * @module
 */

import {
  addressText,
  type Dialect,
  errorsOf,
  type FieldError,
  invalidField,
  isRecord,
  parseAddress,
  requiredField,
  tooLongField,
  utf8Length,
  validateDnsSubdomain,
  validateLabelValue,
  validateQualifiedName,
} from '../../meta/index.js'
import { all, atMost, dnsSubdomain, type FieldRule, needed, qualifiedName, shorterThan, text } from '../fields/field-rules.js'
import { listOf, recordOf, textAt, textOf, textsOf } from '../fields/fields.js'
import { repeatedNames } from '../fields/repeated-names.js'

/** Maximum number of entries of the lists of a claim, a class and an allocation. */
export const MAX_ENTRIES = 32
const MAX_TOLERATIONS = 16
const MAX_BINDING_CONDITIONS = 4
const [MAX_DRIVER, MAX_POOL, MAX_IDENTIFIER] = [63, 253, 32]
/** Maximum length of an expression, and of data of a driver. */
export const MAX_CONTENT = 10 * 1024

/** A list without duplicates. */
export const distinct: FieldRule = (field, value) => repeatedNames(textsOf(value), (i) => `${field}[${i}]`)

/** A list of objects that differ in a member. */
export const uniqueIn =
  (member: string): FieldRule =>
  (field, value) =>
    repeatedNames(
      listOf(value).map((item) => textAt(item, member)),
      (i) => `${field}[${i}].${member}`,
    )

/** Names of drivers may have capital letters, with a warning. */
export const driverName = needed(
  all(
    shorterThan(MAX_DRIVER),
    text((name) => validateDnsSubdomain(name.toLowerCase())),
  ),
)

/** A pool is named by DNS subdomains, with slashes between them. Ours: a name that is too long is not looked at any further. */
export const poolName = needed(
  all(
    shorterThan(MAX_POOL),
    text((name) => (name.length > MAX_POOL ? [] : name.split('/').flatMap((part) => validateDnsSubdomain(part)))),
  ),
)

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/
const NO_IDENTIFIER =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"

/** Validates the name of an attribute or a capacity: an identifier, with the domain of its owner before it unless it is the driver. */
function valueName(field: string, name: string): readonly FieldError[] {
  const slash = name.indexOf('/')
  const [domain, identifier] = [name.slice(0, Math.max(0, slash)), name.slice(slash + 1)]
  return [
    ...(slash < 0 ? [] : domainOf(field, domain)),
    ...(identifier === '' ? [requiredField(field, 'the name must not be empty')] : []),
    ...(identifier.length > MAX_IDENTIFIER ? [tooLongField(field, MAX_IDENTIFIER)] : []),
    ...(identifier === '' || IDENTIFIER.test(identifier) ? [] : [invalidField(field, identifier, NO_IDENTIFIER)]),
  ]
}

const domainOf = (field: string, domain: string): readonly FieldError[] =>
  domain === ''
    ? [requiredField(field, 'the domain must not be empty')]
    : [...shorterThan(MAX_DRIVER)(field, domain), ...dnsSubdomain(field, domain)]

/** A map whose keys are names of attributes or capacities. */
export const valueNames: FieldRule = (field, value) =>
  errorsOf(Object.keys(recordOf(value)), (name) => valueName(`${field}[${name}]`, name))

/** The name of an attribute with the domain of its owner. */
export const attributeOfDomain: FieldRule = (field, value) => {
  if (value === undefined) return []
  const name = textOf(value)
  if (name === '') return [requiredField(field)]
  const isWhole = name.includes('/')
  return [...valueName(field, name), ...(isWhole ? [] : [invalidField(field, name, 'must include a domain')])]
}

/** Data in a format of the driver: an object, as text no longer than 10 KiB. */
export const driverData: FieldRule = (field, value) => {
  if (value === undefined) return []
  if (!isRecord(value)) return [invalidField(field, '<value omitted>', 'must be a valid JSON object')]
  // A string takes no fewer bytes than it has characters, so a long one is not measured.
  return utf8Length(JSON.stringify(value)) > MAX_CONTENT ? [tooLongField(field, MAX_CONTENT)] : []
}

/** An address of a network interface, with the length of the prefix of its network. */
export function interfaceAddress(given: string): readonly string[] {
  const [, head = '', tail = ''] = /^([^/]{1,45})\/(0|[1-9]\d{0,2})$/.exec(given) ?? []
  const address = parseAddress(head)
  if (!address || Number(tail) > address.bits)
    return ['must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)']
  const canonical = `${addressText(address)}/${tail}`
  return canonical === given ? [] : [`must be in canonical form ("${canonical}")`]
}

const toleration: FieldRule = (field, given) => {
  const { key, operator, value } = recordOf(given)
  if (operator === 'Exists')
    return textOf(value) === '' ? [] : [invalidField(`${field}.value`, value, 'must be empty for operator `Exists`')]
  const detail = 'must be `Exists` when `key` is empty, which means "match all values and all keys"'
  return [
    ...(textOf(key) === '' ? [invalidField(`${field}.operator`, operator, detail)] : []),
    ...text(validateLabelValue)(`${field}.value`, value),
  ]
}

/** Tolerations, at a path. */
export const tolerations = (path: string): Readonly<Record<string, FieldRule>> => ({
  [path]: atMost(MAX_TOLERATIONS),
  [`${path}[].key`]: qualifiedName,
  [`${path}[]`]: toleration,
})

/** Conditions that a device is bound by, at a path. */
export const bindingConditions = (path: string): Readonly<Record<string, FieldRule>> =>
  Object.fromEntries(
    ['bindingConditions', 'bindingFailureConditions'].flatMap((member) => [
      [`${path}.${member}`, atMost(MAX_BINDING_CONDITIONS)],
      [`${path}.${member}[]`, needed(qualifiedName)],
    ]),
  )

/** Configuration of drivers, at a path. */
export const configuration = (path: string, most = MAX_ENTRIES): Readonly<Record<string, FieldRule>> => ({
  [path]: atMost(most),
  [`${path}[].opaque`]: needed(),
  [`${path}[].opaque.driver`]: driverName,
  [`${path}[].opaque.parameters`]: needed(driverData),
})

/** Names of extended resources: with a domain other than the platform's own, and short enough for a quota of their requests. */
export const extendedResource =
  ({ labelDomain }: Dialect) =>
  (name: string): readonly string[] =>
    !name.includes('/') || name.includes(`${labelDomain}/`) || name.startsWith('requests.')
      ? ['must be the name of an extended resource, such as "example.com/gpu"']
      : validateQualifiedName(`requests.${name}`)

/** The error of a name that no request has. */
export const UNKNOWN_REQUEST =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
