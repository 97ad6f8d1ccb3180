/**
 * EndpointSlices.
 *
 * @module
 */

import type { ApiObject, Dialect, FieldError } from '../../meta/index.js'
import {
  duplicateField,
  errorsOf,
  invalidField,
  jsonEqual,
  parseAddress,
  requiredField,
  tooManyField,
  validateDnsSubdomain,
  validateLabelValue,
  validateReachable,
} from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import {
  dnsLabel,
  type FieldRule,
  givenLabel,
  givenQualifiedName,
  givenSubdomain,
  judgeFields,
  labels,
  notEmpty,
} from '../fields/field-rules.js'
import { listOf, numberOf, recordOf, repeatsIn, textOf, textsOf, valueAt, withFields } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { addressWarnings, type WarningsOf } from '../fields/warnings.js'
import type { KnownGroup } from '../known/known-kind.js'
import { fieldColumn } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables/tables.js'

const MAX_ENDPOINTS = 1000
const MAX_PORTS = 20_000
const MAX_ADDRESSES = 100
/** Maximum number of items shown. */
const SHOWN = 3

/** A list with its first items, and the number of the others. */
const short = (texts: readonly string[], absent: string): string => {
  if (texts.length === 0) return absent
  const rest = texts.length - SHOWN
  return rest > 0 ? `${texts.slice(0, SHOWN).join(',')} + ${rest} more...` : texts.join(',')
}

/**
 * Kind-specific rules of the kinds of the discovery group.
 *
 * @param dialect - The plane's dialect.
 */
export const discoveryKinds = ({ groupDomain }: Dialect): KnownGroup => ({
  group: `discovery.${groupDomain}`,
  kinds: {
    endpointslices: {
      hasGeneration: true,
      table: tableOf([
        nameColumn,
        fieldColumn('AddressType', 'What kind of addresses they are.', 'addressType', { absent: '' }),
        textColumn('Ports', 'Their ports.', (slice) =>
          short(
            listOf(valueAt(slice, 'ports')).map((port) => {
              const { port: number, name } = recordOf(port)
              return String(numberOf(number) ?? name ?? '*')
            }),
            '<unset>',
          ),
        ),
        textColumn('Endpoints', 'The addresses.', (slice) =>
          short(
            listOf(valueAt(slice, 'endpoints')).flatMap((endpoint) => textsOf(recordOf(endpoint).addresses)),
            '<unset>',
          ),
        ),
        ageColumn,
      ]),
      strategy: {
        warnings: sliceWarnings,
        generationCounts: 'labels',
        defaults: (slice) => {
          if (!Array.isArray(slice.ports)) return slice
          return { ...slice, ports: slice.ports.map((port) => withDefaults(recordOf(port), { name: '', protocol: 'TCP' })) }
        },
        prepareForCreate: (slice, { version }) => withoutSentTopology(slice, undefined, version),
        prepareForUpdate: (slice, live, { version }) => withoutSentTopology(slice, live, version),
        validateCreate: validate,
        validateUpdate: (slice, live) => [...validate(slice), ...immutableFields(['addressType'])(slice, live)],
      },
    },
  },
})

/** Endpoints whose addresses are looked at for warnings: a thousand can have 100,000. */
const MAX_WARNED = 100

const sliceWarnings: WarningsOf = (slice) => [
  ...(slice.addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
  ...listOf(slice.endpoints)
    .slice(0, MAX_WARNED)
    .flatMap((endpoint, i) =>
      listOf(recordOf(endpoint).addresses).flatMap((address, j) => addressWarnings(`endpoints[${i}].addresses[${j}]`, address)),
    ),
]

/**
 * Drops the topologies of endpoints: `v1` only shows those that clients of `v1beta1` have set, as long as the endpoints stay unchanged.
 *
 * @see Specification, "API versions removed by release"
 */
function withoutSentTopology(slice: ApiObject, live: ApiObject | undefined, version: string): ApiObject {
  const { endpoints } = slice
  if (version === 'v1beta1' || !Array.isArray(endpoints) || (live && jsonEqual(endpoints, live.endpoints))) return slice
  const isShown = (endpoint: unknown) => recordOf(endpoint).deprecatedTopology !== undefined
  if (!endpoints.some(isShown)) return slice
  return { ...slice, endpoints: endpoints.map((endpoint) => withFields(recordOf(endpoint), { deprecatedTopology: undefined })) }
}

const MAX_TOPOLOGY = 16
const MAX_HINTS = 8

/** Names of who may use an endpoint: a few, each of them once. */
function hintsOf(messagesOf: (name: string) => readonly string[]): FieldRule {
  return (field, value) => {
    const names = listOf(value).map((hint) => textOf(recordOf(hint).name))
    if (names.length > MAX_HINTS) return [tooManyField(field, names.length, MAX_HINTS)]
    const isRepeated = repeatsIn(names)
    return errorsOf(names, (name, i) => [
      ...(isRepeated(i) ? [duplicateField(`${field}[${i}].name`, name)] : []),
      ...messagesOf(name).map((message) => invalidField(`${field}[${i}].name`, name, message)),
    ])
  }
}

const judge = judgeFields({
  'endpoints[].hostname': givenLabel,
  'endpoints[].nodeName': givenSubdomain,
  'endpoints[].deprecatedTopology': (field, value) => {
    const count = Object.keys(recordOf(value)).length
    return [...(count > MAX_TOPOLOGY ? [tooManyField(field, count, MAX_TOPOLOGY)] : []), ...labels(field, value)]
  },
  'endpoints[].hints.forZones': hintsOf((name) => validateLabelValue(name)),
  'endpoints[].hints.forNodes': hintsOf((name) => validateDnsSubdomain(name)),
  'ports[].name': dnsLabel,
  'ports[].protocol': notEmpty('SCTP', 'TCP', 'UDP'),
  'ports[].appProtocol': givenQualifiedName,
})

function validate(slice: ApiObject): readonly FieldError[] {
  const [endpoints, ports] = [listOf(valueAt(slice, 'endpoints')), listOf(valueAt(slice, 'ports'))]
  if (textOf(valueAt(slice, 'addressType')) === '') return [requiredField('addressType')]
  const names = ports.map((port) => textOf(recordOf(port).name))
  const isRepeated = repeatsIn(names)
  return [
    ...judge(slice),
    ...(endpoints.length > MAX_ENDPOINTS ? [tooManyField('endpoints', endpoints.length, MAX_ENDPOINTS)] : []),
    ...(ports.length > MAX_PORTS ? [tooManyField('ports', ports.length, MAX_PORTS)] : []),
    ...errorsOf(endpoints, (endpoint, i) => {
      const addresses = textsOf(recordOf(endpoint).addresses)
      if (addresses.length === 0) return [requiredField(`endpoints[${i}].addresses`, 'must contain at least 1 address')]
      if (addresses.length > MAX_ADDRESSES) return [tooManyField(`endpoints[${i}].addresses`, addresses.length, MAX_ADDRESSES)]
      return errorsOf(addresses, (address, j) =>
        validateAddress(`endpoints[${i}].addresses[${j}]`, address, textOf(valueAt(slice, 'addressType'))),
      )
    }),
    ...errorsOf(ports, (_, i) => (isRepeated(i) ? [duplicateField(`ports[${i}].name`, names[i])] : [])),
    ...errorsOf(ports, (port, i) => {
      const number = numberOf(recordOf(port).port)
      const fits = number === undefined || (number >= 1 && number <= 65_535)
      return fits ? [] : [invalidField(`ports[${i}].port`, number, 'must be between 1 and 65535, inclusive')]
    }),
  ]
}

const BITS: Readonly<Record<string, number>> = { IPv4: 32, IPv6: 128 }

/** Addresses must match the address type of the slice. */
function validateAddress(field: string, address: string, type: string): readonly FieldError[] {
  if (type === 'FQDN') return validateDnsSubdomain(address).map((message) => invalidField(field, address, message))
  const bits = BITS[type]
  if (bits === undefined) return []
  const parsed = parseAddress(address)
  if (parsed?.bits !== bits) return [invalidField(field, address, `must be an ${type} address`)]
  return validateReachable(parsed).map((message) => invalidField(field, address, message))
}
