/**
 * Fields of objects that configure a webhook: its address, and the supported reviews.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  invalidField,
  isRecord,
  requiredField,
  type UnknownRecord,
  validateDnsLabel,
  validateDnsSubdomain,
  validateLetterLabel,
} from '../../meta/index.js'
import { numberOf, repeatsIn, textOf } from './fields.js'

/** The review versions that the plane supports. */
export const REVIEW_VERSIONS: readonly string[] = ['v1', 'v1beta1']

const URL_FORM = '; desired format: https://host[/path]'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no URL has
const NOT_IN_URLS = /[\u0000-\u0020\\]/
const PORT_MAX = 65_535
const DEFAULT_PORT = 443

/** Sets the default port of a service; returns the very same configuration when nothing is missing. */
export function completeClientConfig(config: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  const { service } = config
  return isRecord(service) && service.port === undefined ? { ...config, service: { ...service, port: DEFAULT_PORT } } : config
}

/**
 * Validates the URL of a webhook.
 *
 * @param text - The URL.
 * @param field - Its field path.
 */
export function validateWebhookUrl(text: string, field: string): readonly FieldError[] {
  // The URL parser drops control characters and spaces, and converts backslashes: the validated and the called URL would differ.
  if (!URL.canParse(text) || NOT_IN_URLS.test(text)) return [requiredField(field, `url must be a valid URL${URL_FORM}`)]
  const { protocol, hash, search } = new URL(text)
  const scheme = protocol.slice(0, -1)
  // Without a host, the parser would take the first path segment as the host.
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(text)?.[1] ?? ''
  const at = authority.lastIndexOf('@')
  const [user, host] = [authority.slice(0, Math.max(at, 0)), authority.slice(at + 1)]
  return [
    ...(scheme === 'https' ? [] : [invalidField(field, scheme, `'https' is the only allowed URL scheme${URL_FORM}`)]),
    ...(host === '' ? [invalidField(field, host, `host must be specified${URL_FORM}`)] : []),
    ...(user === '' ? [] : [invalidField(field, user, 'user information is not permitted in the URL')]),
    ...(hash === '' ? [] : [invalidField(field, hash.slice(1), 'fragments are not permitted in the URL')]),
    ...(search === '' ? [] : [invalidField(field, search.slice(1), 'query parameters are not permitted in the URL')]),
  ]
}

/**
 * Validates the service of a webhook.
 *
 * @param service - With its defaults.
 * @param at - Its field path.
 */
export function validateWebhookService(
  { name, namespace, path, port }: Readonly<UnknownRecord>,
  at: string,
): readonly FieldError[] {
  const number = numberOf(port) ?? 0
  return [
    ...(textOf(name) === '' ? [requiredField(`${at}.name`)] : inAddress(`${at}.name`, name)),
    ...(textOf(namespace) === '' ? [requiredField(`${at}.namespace`)] : inAddress(`${at}.namespace`, namespace)),
    ...(Number.isInteger(number) && number > 0 && number <= PORT_MAX
      ? []
      : [invalidField(`${at}.port`, port, `port is not valid: must be between 1 and ${PORT_MAX}, inclusive`)]),
    ...validatePath(`${at}.path`, textOf(path)),
  ]
}

/** Both become part of a host name (ours): with `@` or `/` in them the call would go to another host. */
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

/** Message for unsupported versions. */
interface VersionWords {
  readonly missing: string
  readonly unknown: string
}

/**
 * Validates the supported review versions of a webhook.
 *
 * @param versions - The versions.
 * @param path - Its field path.
 * @param words - The messages for an empty list, and for a list without a supported version.
 */
export function validateVersions(versions: readonly string[], path: string, words: VersionWords): readonly FieldError[] {
  if (versions.length === 0) return [requiredField(path, words.missing)]
  const isRepeated = repeatsIn(versions)
  const errors = errorsOf(versions, (version, i) =>
    isRepeated(i)
      ? [invalidField(`${path}[${i}]`, version, 'duplicate version')]
      : validateLetterLabel(version).map((message) => invalidField(`${path}[${i}]`, version, message)),
  )
  if (!versions.some((version) => REVIEW_VERSIONS.includes(version))) errors.push(invalidField(path, versions, words.unknown))
  return errors
}
