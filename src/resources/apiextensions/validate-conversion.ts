/**
 * Validation of a definition's conversion settings.
 *
 * Errors use the field paths of Kubernetes, which are those from before the fields moved under `webhook`.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
} from '../../meta/index.js'
import { getRecord, recordOf, textOf, textsOf, valueAt } from '../fields/fields.js'
import {
  completeClientConfig,
  REVIEW_VERSIONS,
  validateVersions,
  validateWebhookService,
  validateWebhookUrl,
} from '../fields/webhook-fields.js'

const STRATEGIES = ['None', 'Webhook']
const PATH = 'spec.conversion'
const CONFIG = `${PATH}.webhookClientConfig`
const VERSIONS = `${PATH}.conversionReviewVersions`

/**
 * Sets the defaults of conversion settings: strategy None, and the HTTPS port.
 *
 * @param value - `spec.conversion`.
 */
export function withConversionDefaults(value: unknown): unknown {
  // An explicit conversion needs a strategy.
  if (value === undefined || value === null) return { strategy: 'None' }
  const conversion = recordOf(value)
  const clientConfig = getRecord(conversion, 'webhook', 'clientConfig')
  const complete = clientConfig && completeClientConfig(clientConfig)
  return complete === clientConfig
    ? value
    : { ...conversion, webhook: { ...recordOf(conversion.webhook), clientConfig: complete } }
}

/**
 * Validates conversion settings. A definition may be created with an unreadable CA bundle, and is then not served; a readable one
 * cannot be replaced by an unreadable one.
 *
 * @param definition - The definition, with defaults.
 * @param live - The stored definition, on updates.
 */
export function validateConversion(definition: ApiObject, live?: ApiObject): readonly FieldError[] {
  const { strategy, webhook } = recordOf(valueAt(definition, 'spec', 'conversion'))
  const { clientConfig, conversionReviewVersions } = recordOf(webhook)
  const versions = textsOf(conversionReviewVersions)
  if (textOf(strategy) === '') return [requiredField(`${PATH}.strategy`)]
  if (strategy === 'Webhook')
    return [
      ...validateClientConfig(clientConfig),
      ...(live && hasReadableBundle(live) ? validateBundle(definition) : []),
      ...validateReviewVersions(versions),
    ]
  const reason = 'should not be set when strategy is not set to Webhook'
  return [
    ...(strategy === 'None' ? [] : [unsupportedField(`${PATH}.strategy`, strategy, STRATEGIES)]),
    ...(clientConfig === undefined || clientConfig === null ? [] : [forbiddenField(CONFIG, reason)]),
    ...(versions.length === 0 ? [] : [forbiddenField(VERSIONS, reason)]),
  ]
}

function validateClientConfig(value: unknown): readonly FieldError[] {
  if (value === undefined || value === null) return [requiredField(CONFIG, 'required when strategy is set to Webhook')]
  const { url, service } = recordOf(value)
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(CONFIG, 'exactly one of url or service is required')]
  }
  return url === undefined
    ? validateWebhookService(recordOf(service), `${CONFIG}.service`)
    : validateWebhookUrl(textOf(url), `${CONFIG}.url`)
}

const bundleOf = (definition: ApiObject): string =>
  textOf(valueAt(definition, 'spec', 'conversion', 'webhook', 'clientConfig', 'caBundle'))

/**
 * Whether the certificates of a definition's conversion webhook can be read; true without any.
 *
 * @param definition - The definition.
 */
export const hasReadableBundle = (definition: ApiObject): boolean => isPem(bundleOf(definition))

function validateBundle(definition: ApiObject): readonly FieldError[] {
  const detail = 'unable to load root certificates: unable to parse bytes as PEM block'
  return hasReadableBundle(definition) ? [] : [invalidField(`${CONFIG}.caBundle`, bundleOf(definition), detail)]
}

function isPem(base64: string): boolean {
  if (base64 === '') return true
  try {
    return atob(base64).includes('-----BEGIN CERTIFICATE-----')
  } catch {
    return false
  }
}

const validateReviewVersions = (versions: readonly string[]): readonly FieldError[] =>
  validateVersions(versions, VERSIONS, {
    missing: '',
    unknown: `must include at least one of ${REVIEW_VERSIONS.join(', ')}`,
  })
