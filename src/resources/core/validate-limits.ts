/**
 * Validation of LimitRanges and ResourceQuotas.
 *
 * @module
 */

import {
  type ApiObject,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  parseQuantity,
  requiredField,
  type UnknownRecord,
  validateQualifiedName,
} from '../../meta/index.js'
import { type FieldRule, judgeFields, needed, text } from '../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt, textOf, textsOf, valueAt } from '../fields/fields.js'
import { anyResource, containerResource, isComputed, isCounted, isStandardOfQuotas, quotaResource } from './resource-names.js'

/** One unit, in nanos. */
const ONE = 10n ** 9n

const nanosOf = (amounts: unknown, name: string): bigint | undefined => {
  const given = recordOf(amounts)
  return Object.hasOwn(given, name) ? parseQuantity(given[name])?.nanos : undefined
}

/** Pairs of amounts where the first must not exceed the second: the error is reported at `at`. */
const ORDER = [
  { less: 'min', more: 'max', at: 'min', words: ['min', 'max'] },
  { less: 'min', more: 'defaultRequest', at: 'defaultRequest', words: ['min', 'default request'] },
  { less: 'defaultRequest', more: 'max', at: 'defaultRequest', words: ['default request', 'max'] },
  { less: 'defaultRequest', more: 'default', at: 'defaultRequest', words: ['default request', 'default limit'] },
  { less: 'min', more: 'default', at: 'default', words: ['min', 'default'] },
  { less: 'default', more: 'max', at: 'default', words: ['default', 'max'] },
] as const

/** Members with amounts of resources. */
const AMOUNTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const

const TYPES = ['Container', 'PersistentVolumeClaim', 'Pod']

const limitType: FieldRule = needed(
  text((type) => [
    ...validateQualifiedName(type),
    ...(type.includes('/') || TYPES.includes(type) ? [] : ['must be a standard limit type or fully qualified']),
  ]),
)

/** Validates limits: types are unique, and min, defaults and max are in order. */
export function validateLimits(object: ApiObject): readonly FieldError[] {
  const limits = listOf(valueAt(object, 'spec', 'limits')).map(recordOf)
  const isRepeated = repeatsIn(limits.map((limit) => textAt(limit, 'type')))
  return errorsOf(limits, (limit, i) => {
    const field = `spec.limits[${i}]`
    const isOfPods = limit.type === 'Pod' || limit.type === 'Container'
    return [
      ...limitType(`${field}.type`, limit.type),
      ...errorsOf(AMOUNTS, (member) =>
        Object.keys(recordOf(limit[member])).flatMap((name) =>
          (isOfPods ? containerResource : anyResource)(`${field}.${member}[${name}]`, name),
        ),
      ),
      ...(isRepeated(i) ? [duplicateField(`${field}.type`, limit.type)] : []),
      ...(limit.type === 'Pod'
        ? ['default', 'defaultRequest']
            .filter((member) => Object.keys(recordOf(limit[member])).length > 0)
            .map((member) => forbiddenField(`${field}.${member}`, "may not be specified when `type` is 'Pod'"))
        : []),
      ...(limit.type === 'PersistentVolumeClaim' &&
      nanosOf(limit.min, 'storage') === undefined &&
      nanosOf(limit.max, 'storage') === undefined
        ? [requiredField('spec.limits', 'either minimum or maximum storage value is required, but neither was provided')]
        : []),
      ...ORDER.flatMap((order) => aboveMore(limit, field, order)),
      ...errorsOf(Object.entries(recordOf(limit.maxLimitRequestRatio)), ([name, ratio]) =>
        (parseQuantity(ratio)?.nanos ?? ONE) < ONE
          ? [invalidField(`${field}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${String(ratio)} is less than 1`)]
          : [],
      ),
    ]
  })
}

function aboveMore(limit: Readonly<UnknownRecord>, field: string, { less, more, at, words }: (typeof ORDER)[number]) {
  const [given, bound] = [recordOf(limit[less]), recordOf(limit[more])]
  return errorsOf(Object.keys(given), (name) => {
    const [amount, most] = [nanosOf(given, name), nanosOf(bound, name)]
    if (amount === undefined || most === undefined || amount <= most) return []
    const detail = `${words[0]} value ${String(given[name])} is greater than ${words[1]} value ${String(bound[name])}`
    return [invalidField(`${field}.${at}[${name}]`, recordOf(limit[at])[name], detail)]
  })
}

const judgeQuota = judgeFields({
  'spec.hard': (field, value) =>
    errorsOf(Object.entries(recordOf(value)), ([name, amount]) => {
      const nanos = parseQuantity(amount)?.nanos ?? 0n
      const at = `${field}[${name}]`
      return [
        ...quotaResource(at, name),
        ...(nanos < 0n ? [invalidField(at, amount, 'must be greater than or equal to 0')] : []),
        ...(isCounted(name) && nanos % ONE !== 0n ? [invalidField(at, amount, 'must be an integer')] : []),
      ]
    }),
  'spec.scopes': validateScopes,
  'spec.scopeSelector.matchExpressions': validateScopeSelector,
})

/** Scopes that are either there or not. */
const BARE_SCOPES = ['BestEffort', 'CrossNamespacePodAffinity', 'NotBestEffort', 'NotTerminating', 'Terminating']
const SCOPES = [...BARE_SCOPES, 'PriorityClass', 'VolumeAttributesClass']
const OPERATORS = ['DoesNotExist', 'Exists', 'In', 'NotIn']

/** The same for `scopes` and for the expressions of `scopeSelector`. */
const UNSUPPORTED = 'unsupported scope'

const BARE_SCOPES_MESSAGE =
  "must be 'Exist' only operator when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
  'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity'

/** The errors name the list, not the expression, as in Kubernetes. */
function validateScopeSelector(...[field, value]: Parameters<FieldRule>): readonly FieldError[] {
  return errorsOf(listOf(value).map(recordOf), ({ scopeName, operator, values }) => {
    const count = listOf(values).length
    return [
      ...(SCOPES.includes(textOf(scopeName)) ? [] : [invalidField(`${field}.scopeName`, textOf(scopeName), UNSUPPORTED)]),
      ...(BARE_SCOPES.includes(textOf(scopeName)) && operator !== 'Exists'
        ? [invalidField(`${field}.operator`, operator, BARE_SCOPES_MESSAGE)]
        : []),
      ...((operator === 'In' || operator === 'NotIn') && count === 0
        ? [requiredField(`${field}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")]
        : []),
      ...((operator === 'Exists' || operator === 'DoesNotExist') && count > 0
        ? [
            invalidField(
              `${field}.values`,
              values,
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
            ),
          ]
        : []),
      ...(OPERATORS.includes(textOf(operator))
        ? []
        : [invalidField(`${field}.operator`, textOf(operator), 'not a valid selector operator')]),
    ]
  })
}

/** Scopes that exclude each other. */
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

function validateScopes(...[field, value]: Parameters<FieldRule>): readonly FieldError[] {
  const scopes = textsOf(value)
  const clashes = OPPOSITES.some((pair) => pair.every((scope) => scopes.includes(scope)))
  return [
    // The error names the list, not the item, as in Kubernetes.
    ...errorsOf(scopes, (scope) => (SCOPES.includes(scope) ? [] : [invalidField(field, scopes, UNSUPPORTED)])),
    ...(clashes ? [invalidField(field, scopes, 'conflicting scopes')] : []),
  ]
}

/** Validates a quota: its resources are countable, and its scopes fit them. */
export function validateQuota(quota: ApiObject): readonly FieldError[] {
  const scopes = textsOf(valueAt(quota, 'spec', 'scopes'))
  // The BestEffort scope allows only the number of pods.
  const others = Object.keys(recordOf(valueAt(quota, 'spec', 'hard'))).filter((name) => name !== 'pods')
  const standard = others.filter((name) => isStandardOfQuotas(name) && !isComputed(name))
  const unfitFor = (scope: string) => (scope === 'BestEffort' ? others : scope === 'VolumeAttributesClass' ? [] : standard)
  const unfit = errorsOf(scopes, (scope) =>
    errorsOf(unfitFor(scope), () => [invalidField('spec.scopes', scopes, 'unsupported scope applied to resource')]),
  )
  return [...judgeQuota(quota), ...unfit]
}

/** Validates an update of a quota: its scopes are immutable. */
export function validateQuotaUpdate(quota: ApiObject, live: ApiObject): readonly FieldError[] {
  const [next, before] = [quota, live].map((object) => [...textsOf(valueAt(object, 'spec', 'scopes'))].sort())
  return [...validateQuota(quota), ...(jsonEqual(next, before) ? [] : [forbiddenField('spec.scopes', 'field is immutable')])]
}
