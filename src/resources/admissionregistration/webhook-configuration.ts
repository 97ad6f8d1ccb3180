/**
 * MutatingWebhookConfiguration and ValidatingWebhookConfiguration: validation.
 *
 * @module
 */

import {
  duplicateField,
  ENOUGH_ERRORS,
  errorsOf,
  type FieldError,
  invalidField,
  type Pausing,
  requiredField,
  type UnknownRecord,
  unsupportedField,
  validateDnsSubdomain,
} from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, numberOf, recordOf, repeatsIn, textOf, textsOf } from '../fields/fields.js'
import { validateLabelSelector } from '../fields/validate-label-selector.js'
import {
  completeClientConfig,
  REVIEW_VERSIONS,
  validateVersions,
  validateWebhookService,
  validateWebhookUrl,
} from '../fields/webhook-fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'
import { ExpressionCheck } from './expressions.js'
import { validatedInTurns, validateFailurePolicy } from './policy-fields.js'
import { completeRules, validateRule, validateRules } from './rules.js'

const MATCH_POLICIES = ['Equivalent', 'Exact']
const REINVOCATIONS = ['IfNeeded', 'Never']
const SIDE_EFFECTS = ['None', 'NoneOnDryRun']
const MAX_TIMEOUT_SECONDS = 30
/** Minimum number of labels in a webhook's name. */
const LABELS = 3

const DEFAULTS = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
}

/** Columns: how many webhooks a configuration has. */
export const webhooksTable: TableDefinition = tableOf([
  nameColumn,
  { ...textColumn('Webhooks', 'How many services are asked.', ({ webhooks }) => listOf(webhooks).length), type: 'integer' },
  ageColumn,
])

/** The strategy of ValidatingWebhookConfiguration. */
export const validatingWebhooksStrategy: Strategy = strategyOf(DEFAULTS)

/** The strategy of MutatingWebhookConfiguration. */
export const mutatingWebhooksStrategy: Strategy = strategyOf({ ...DEFAULTS, reinvocationPolicy: 'Never' })

function strategyOf(defaults: Readonly<UnknownRecord>): Strategy {
  const validation = validatedInTurns(({ webhooks }) => validateWebhooks(listOf(webhooks).map(recordOf)))
  return {
    allowUnconditionalUpdate: false,
    defaults(configuration) {
      const webhooks = listOf(configuration.webhooks)
      return webhooks.length > 0
        ? { ...configuration, webhooks: webhooks.map((webhook) => complete(recordOf(webhook), defaults)) }
        : configuration
    },
    ...validation,
    // Most have no conditions, and do not need the language.
    prepareToValidate: (configuration) =>
      listOf(configuration.webhooks).some((webhook) => listOf(recordOf(webhook).matchConditions).length > 0)
        ? validation.prepareToValidate(configuration)
        : undefined,
  }
}

function complete({ rules, clientConfig, ...rest }: Readonly<UnknownRecord>, defaults: Readonly<UnknownRecord>): UnknownRecord {
  const scoped = completeRules(rules)
  return withDefaults(
    {
      ...rest,
      ...(clientConfig !== undefined && { clientConfig: completeClientConfig(recordOf(clientConfig)) }),
      ...(scoped.length > 0 && { rules: scoped }),
    },
    defaults,
  )
}

function* validateWebhooks(webhooks: readonly Readonly<UnknownRecord>[]): Pausing<readonly FieldError[]> {
  const names = webhooks.map(({ name }) => textOf(name))
  const isRepeated = repeatsIn(names)
  const conditions = yield* conditionErrors(webhooks)
  return errorsOf(webhooks, (webhook, i) => {
    const path = `webhooks[${i}]`
    const name = names[i] ?? ''
    return [
      ...validateWebhook(webhook, path),
      ...(conditions[i] ?? []),
      ...validateVersions(textsOf(webhook.admissionReviewVersions), `${path}.admissionReviewVersions`, {
        missing: `must specify one of ${REVIEW_VERSIONS.join(', ')}`,
        unknown: `must include at least one of ${REVIEW_VERSIONS.join(', ')}`,
      }),
      ...(name !== '' && isRepeated(i) ? [duplicateField(`${path}.name`, name)] : []),
    ]
  })
}

const validateWebhook = (webhook: Readonly<UnknownRecord>, path: string): readonly FieldError[] => [
  ...validateName(textOf(webhook.name), `${path}.name`),
  ...validateRules(webhook.rules, `${path}.rules`, validateRule),
  ...validateFailurePolicy(webhook.failurePolicy, `${path}.failurePolicy`),
  ...oneOf(webhook.matchPolicy, `${path}.matchPolicy`, MATCH_POLICIES),
  ...(webhook.sideEffects === undefined
    ? [requiredField(`${path}.sideEffects`, `must specify one of ${SIDE_EFFECTS.join(', ')}`)]
    : oneOf(webhook.sideEffects, `${path}.sideEffects`, SIDE_EFFECTS)),
  ...validateTimeout(webhook.timeoutSeconds, `${path}.timeoutSeconds`),
  ...validateLabelSelector(recordOf(webhook.namespaceSelector), `${path}.namespaceSelector`),
  ...validateLabelSelector(recordOf(webhook.objectSelector), `${path}.objectSelector`),
  ...(webhook.reinvocationPolicy === undefined
    ? []
    : oneOf(webhook.reinvocationPolicy, `${path}.reinvocationPolicy`, REINVOCATIONS)),
  ...validateClientConfig(recordOf(webhook.clientConfig), `${path}.clientConfig`),
]

const oneOf = (value: unknown, path: string, supported: readonly string[]): readonly FieldError[] =>
  supported.includes(textOf(value)) ? [] : [unsupportedField(path, value, supported)]

function validateName(name: string, path: string): readonly FieldError[] {
  if (name === '') return [requiredField(path)]
  const faults = validateDnsSubdomain(name)
  if (faults.length > 0) return [invalidField(path, name, faults.join(','))]
  if (name.split('.').length >= LABELS) return []
  return [invalidField(path, name, 'should be a domain with at least three segments separated by dots')]
}

function validateTimeout(value: unknown, path: string): readonly FieldError[] {
  const seconds = numberOf(value) ?? 0
  return seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS
    ? []
    : [invalidField(path, value, `the timeout value must be between 1 and ${MAX_TIMEOUT_SECONDS} seconds`)]
}

function validateClientConfig({ url, service }: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(path, 'exactly one of url or service is required')]
  }
  return url === undefined
    ? validateWebhookService(recordOf(service), `${path}.service`)
    : validateWebhookUrl(textOf(url), `${path}.url`)
}

/** The errors of the conditions of each webhook; of the first ones only if there are many. */
function* conditionErrors(webhooks: readonly Readonly<UnknownRecord>[]): Pausing<readonly (readonly FieldError[])[]> {
  const all: (readonly FieldError[])[] = []
  let found = 0
  for (const [i, { matchConditions }] of webhooks.entries()) {
    if (listOf(matchConditions).length === 0) continue
    const check = new ExpressionCheck({ params: false, mutates: false })
    const errors = yield* check.matchConditions(matchConditions, `webhooks[${i}].matchConditions`)
    all[i] = errors
    found += errors.length
    if (found >= ENOUGH_ERRORS) break
  }
  return all
}
