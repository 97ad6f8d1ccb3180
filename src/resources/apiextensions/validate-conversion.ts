/**
 * How a custom resource definition may have its objects converted.
 *
 * Errors name the members as the field does, by the place that they had before they came under `webhook`.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
  unsupportedField,
  validateDnsLabel,
  validateDnsSubdomain,
} from '../../meta/index.js'
import { getRecord, numberOf, recordOf, textOf, textsOf, valueAt } from '../fields.js'
import { REVIEW_VERSIONS } from './conversion-webhook.js'
import { validateLetterLabel } from './validate-names.js'

const STRATEGIES = ['None', 'Webhook']
const PATH = 'spec.conversion'
const CONFIG = `${PATH}.webhookClientConfig`
const VERSIONS = `${PATH}.conversionReviewVersions`
const URL_FORM = '; desired format: https://host[/path]'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no URL has
const NOT_IN_URLS = /[\u0000-\u0020\\]/
const PORT_MAX = 65_535
const DEFAULT_PORT = 443

/**
 * Fills in how objects are converted: not at all, when nothing is said, and at the usual port of HTTPS.
 *
 * @param value - `spec.conversion`.
 */
export function withConversionDefaults(value: unknown): unknown {
  const conversion = recordOf(value)
  if (Object.keys(conversion).length === 0) return { strategy: 'None' }
  const service = getRecord(conversion, 'webhook', 'clientConfig', 'service')
  if (!service || service.port !== undefined) return value
  const webhook = recordOf(conversion.webhook)
  const clientConfig = { ...recordOf(webhook.clientConfig), service: { ...service, port: DEFAULT_PORT } }
  return { ...conversion, webhook: { ...webhook, clientConfig } }
}

/**
 * Checks how objects are converted.
 *
 * @param definition - The definition, with its defaults.
 */
export function validateConversion(definition: ApiObject): readonly FieldError[] {
  const { strategy, webhook } = recordOf(valueAt(definition, 'spec', 'conversion'))
  const { clientConfig, conversionReviewVersions } = recordOf(webhook)
  const versions = textsOf(conversionReviewVersions)
  if (textOf(strategy) === '') return [requiredField(`${PATH}.strategy`)]
  if (strategy === 'Webhook') return [...validateClientConfig(clientConfig), ...validateReviewVersions(versions)]
  const reason = 'should not be set when strategy is not set to Webhook'
  return [
    ...(strategy === 'None' ? [] : [unsupportedField(`${PATH}.strategy`, strategy, STRATEGIES)]),
    ...(clientConfig === undefined || clientConfig === null ? [] : [forbiddenField(CONFIG, reason)]),
    ...(versions.length === 0 ? [] : [forbiddenField(VERSIONS, reason)]),
  ]
}

function validateClientConfig(value: unknown): readonly FieldError[] {
  if (value === undefined || value === null) return [requiredField(CONFIG, 'required when strategy is set to Webhook')]
  const { url, service, caBundle } = recordOf(value)
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(CONFIG, 'exactly one of url or service is required')]
  }
  return [
    ...(url === undefined ? validateService(recordOf(service)) : validateUrl(textOf(url))),
    ...(isPem(textOf(caBundle))
      ? []
      : [invalidField(`${CONFIG}.caBundle`, caBundle, 'unable to load root certificates: unable to parse bytes as PEM block')]),
  ]
}

function isPem(base64: string): boolean {
  if (base64 === '') return true
  try {
    return atob(base64).includes('-----BEGIN CERTIFICATE-----')
  } catch {
    return false
  }
}

function validateUrl(text: string): readonly FieldError[] {
  const field = `${CONFIG}.url`
  // The parser would drop control characters and spaces, and turn backslashes: what is read here and what is called would differ.
  if (!URL.canParse(text) || NOT_IN_URLS.test(text)) return [requiredField(field, `url must be a valid URL${URL_FORM}`)]
  const { protocol, host, username, password, hash, search } = new URL(text)
  const scheme = protocol.slice(0, -1)
  return [
    ...(scheme === 'https' ? [] : [invalidField(field, scheme, `'https' is the only allowed URL scheme${URL_FORM}`)]),
    ...(host === '' ? [invalidField(field, host, `host must be specified${URL_FORM}`)] : []),
    ...(username === '' && password === ''
      ? []
      : [invalidField(field, username, 'user information is not permitted in the URL')]),
    ...(hash === '' ? [] : [invalidField(field, hash.slice(1), 'fragments are not permitted in the URL')]),
    ...(search === '' ? [] : [invalidField(field, search.slice(1), 'query parameters are not permitted in the URL')]),
  ]
}

function validateService({ name, namespace, path, port }: Readonly<UnknownRecord>): readonly FieldError[] {
  const at = `${CONFIG}.service`
  const number = numberOf(port) ?? 0
  return [
    ...(textOf(name) === '' ? [requiredField(`${at}.name`, 'service name is required')] : inAddress(`${at}.name`, name)),
    ...(textOf(namespace) === ''
      ? [requiredField(`${at}.namespace`, 'service namespace is required')]
      : inAddress(`${at}.namespace`, namespace)),
    ...(Number.isInteger(number) && number > 0 && number <= PORT_MAX
      ? []
      : [invalidField(`${at}.port`, port, `port is not valid: must be between 1 and ${PORT_MAX}, inclusive`)]),
    ...validatePath(`${at}.path`, textOf(path)),
  ]
}

/** Both become part of a host's name (ours): with `@` or `/` in them the call would go to another one. */
const inAddress = (field: string, value: unknown): readonly FieldError[] =>
  validateDnsLabel(textOf(value)).map((message) => invalidField(field, value, message))

function validatePath(field: string, path: string): readonly FieldError[] {
  if (path === '' || path === '/') return []
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  return [
    ...(path.startsWith('/') ? [] : [invalidField(field, path, `must start with a '/'`)]),
    ...errorsOf(segments, (segment, i) =>
      segment === ''
        ? [invalidField(field, path, `segment[${i}] may not be empty`)]
        : validateDnsSubdomain(segment).map((message) => invalidField(field, path, `segment[${i}]: ${message}`)),
    ),
  ]
}

function validateReviewVersions(versions: readonly string[]): readonly FieldError[] {
  if (versions.length === 0) return [requiredField(VERSIONS)]
  const seen = new Set<string>()
  const errors = errorsOf(versions, (version, i) => {
    if (seen.has(version)) return [invalidField(`${VERSIONS}[${i}]`, version, 'duplicate version')]
    seen.add(version)
    return validateLetterLabel(version).map((message) => invalidField(`${VERSIONS}[${i}]`, version, message))
  })
  if (versions.some((version) => REVIEW_VERSIONS.includes(version))) return errors
  const accepted = REVIEW_VERSIONS.join(', ')
  const message = `none of the versions accepted by this server. accepted version are ${accepted}`
  return [...errors, invalidField(VERSIONS, versions, message)]
}
