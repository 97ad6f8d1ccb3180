/**
 * Names of objects: validation and generation.
 *
 * Every rule returns the error messages of Kubernetes; none for a valid name.
 *
 * @module
 * @see RFC 1123 §2.1 for labels and subdomains
 */

import { badRequest } from '../errors/errors.js'
import type { Random } from '../random.js'
import { hasLoneSurrogate } from '../values/text.js'

/**
 * Checks the name of an object.
 *
 * @param name - `metadata.name`, or `metadata.generateName` when `prefix` is set.
 * @param prefix - Whether characters will be appended, so that the text may end in a dash.
 * @returns Error messages, one a rule.
 */
export type NameRule = (name: string, prefix: boolean) => readonly string[]

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

const LETTER_LABEL = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/

const LETTER_LABEL_MESSAGE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end " +
  "with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const WILDCARD = /^\*\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/
const WILDCARD_MESSAGE =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case " +
  "alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation " +
  "is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

/** Maximum characters of a DNS label. */
const DNS_LABEL_MAX = 63

/** Maximum characters of a DNS subdomain. */
export const DNS_SUBDOMAIN_MAX = 253

/**
 * Checks a DNS subdomain: lower-case labels joined by dots, at most 253 characters.
 *
 * @param name - Text to check.
 * @param unit - The unit in the message about its length.
 * @returns Error messages, one a rule.
 */
export function validateDnsSubdomain(name: string, unit: 'characters' | 'bytes' = 'characters'): string[] {
  const messages: string[] = []
  if (name.length > DNS_SUBDOMAIN_MAX) messages.push(`must be no more than ${DNS_SUBDOMAIN_MAX} ${unit}`)
  if (!SUBDOMAIN.test(name)) messages.push(SUBDOMAIN_MESSAGE)
  return messages
}

/**
 * Checks a DNS subdomain whose first label is `*`, for any label (RFC 1034 §4.3.3).
 *
 * @param name - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateWildcardSubdomain(name: string): string[] {
  const messages: string[] = []
  if (name.length > DNS_SUBDOMAIN_MAX) messages.push(`must be no more than ${DNS_SUBDOMAIN_MAX} characters`)
  if (!WILDCARD.test(name)) messages.push(WILDCARD_MESSAGE)
  return messages
}

/**
 * Checks a DNS label: lower-case letters, digits and inner dashes, at most 63 characters.
 *
 * @param name - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateDnsLabel(name: string): string[] {
  const messages: string[] = []
  if (name.length > DNS_LABEL_MAX) messages.push(`must be no more than ${DNS_LABEL_MAX} characters`)
  // A valid subdomain that is not a label has too many labels.
  if (!LABEL.test(name)) messages.push(SUBDOMAIN.test(name) ? 'must not contain dots' : LABEL_MESSAGE)
  return messages
}

/**
 * Checks a DNS label that starts with a letter (RFC 1035 §2.3.1).
 *
 * @param label - The label.
 * @returns Error messages, one a rule.
 */
export function validateLetterLabel(label: string): string[] {
  const messages: string[] = []
  if (label.length > DNS_LABEL_MAX) messages.push(`must be no more than ${DNS_LABEL_MAX} characters`)
  if (!LETTER_LABEL.test(label)) messages.push(LETTER_LABEL_MESSAGE)
  return messages
}

const NOT_IN_SEGMENTS = ['/', '%']

/**
 * Checks that a name can be one segment of a URL path.
 *
 * @param name - Text to check.
 * @param prefix - Whether characters will be appended, so that `.` and `..` are valid.
 * @returns Error messages, one a rule.
 */
export function validatePathSegment(name: string, prefix = false): string[] {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`]
  // Engines store keys in UTF-8, which has no lone surrogates, and no URL can name one.
  if (hasLoneSurrogate(name)) return ['may not contain lone surrogates']
  const messages: string[] = []
  for (const character of NOT_IN_SEGMENTS) if (name.includes(character)) messages.push(`may not contain '${character}'`)
  return messages
}

/**
 * Refuses a path segment that no object's name can have, and that a proxy could resolve to another path.
 *
 * @param name - The decoded name; an empty one is accepted.
 * @param parameter - The kind of name.
 * @throws {@link ApiError} 400 for `.`, `..`, and names with `/` or `%` in them.
 */
export function requirePathSegment(name: string, parameter: 'Name' | 'Namespace'): void {
  const messages = validatePathSegment(name)
  if (messages.length > 0) throw badRequest(`${parameter} parameter invalid: ${JSON.stringify(name)}: ${messages.join(';')}`)
}

/**
 * A generated name continues after a trailing dash, so the dash is replaced by a letter for validation; but a label may not start
 * with one either.
 */
const completed = (name: string, prefix = false): string => (prefix && /[^.]-$/.test(name) ? `${name.slice(0, -1)}a` : name)

/** Names that are DNS subdomains, as for most types. */
export const dnsSubdomainName = (name: string, prefix = false): readonly string[] => validateDnsSubdomain(completed(name, prefix))

/** Names that are DNS labels, as for namespaces and services. */
export const dnsLabelName = (name: string, prefix = false): readonly string[] => validateDnsLabel(completed(name, prefix))

/** Names of any characters that fit one path segment, as for roles and their bindings. */
export const pathSegmentName = (name: string, prefix = false): readonly string[] => validatePathSegment(name, prefix)

/** Letters and digits that form no words and are easy to distinguish. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const BASE_MAX = 58
const SUFFIX_LENGTH = 5

/**
 * Makes a name of a prefix and five random characters, 63 characters at most.
 *
 * @param base - `metadata.generateName`; truncated to 58 characters.
 * @param random - Source of the characters.
 * @see Specification, "Object metadata"
 */
export function generateName(base: string, random: Random): string {
  const bytes = random.bytes(SUFFIX_LENGTH * 2)
  let suffix = ''
  // With two bytes per character the 27 characters are almost equally likely.
  for (let i = 0; i < SUFFIX_LENGTH; i++) {
    suffix += ALPHABET[((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)) % ALPHABET.length]
  }
  // By code points, so that no surrogate pair is split.
  return [...base.slice(0, BASE_MAX * 2)].slice(0, BASE_MAX).join('') + suffix
}
