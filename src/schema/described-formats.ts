/**
 * Formats of strings, as errors of a program's own types describe them: zod writes each of them as a long regular expression.
 *
 * @module
 */

import type { JsonObject } from '../meta/index.js'
import { brokenRule } from './messages.js'
import type { ValueTest } from './node-checks.js'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  base64: 'base64, such as aGVsbG8=',
  cidrv4: 'a range of IPv4 addresses, such as 10.0.0.0/8',
  cidrv6: 'a range of IPv6 addresses, such as fd00::/8',
  date: 'a date (RFC 3339), such as 2026-01-31',
  'date-time': 'a date-time (RFC 3339), such as 2026-01-31T12:00:00Z',
  e164: 'a phone number (E.164), such as +14155550100',
  email: 'an email address, such as jane@example.com',
  ipv4: 'an IPv4 address, such as 192.0.2.1',
  ipv6: 'an IPv6 address, such as 2001:db8::1',
  uri: 'a URI, such as https://example.com/',
  uuid: 'a UUID, such as 0b6c3b36-5a9e-4f0e-9c2b-7d1f0c9a4e21',
}

/** Longer patterns are those of zod: what a program writes itself beside a format is shorter, and is shown. */
const MAX_OWN_PATTERN = 40

/**
 * Merges the checks of a format and of the pattern beside it to one with a readable error.
 *
 * @param document - The schema of the string.
 * @param pattern - The check of its pattern, if it has one.
 * @param format - The check of its format, if that is supported.
 * @returns Undefined when the format has no description.
 */
export function describedFormat(
  document: JsonObject,
  pattern: ValueTest | undefined,
  format: ValueTest | undefined,
): ValueTest | undefined {
  const name = document.format
  const description = typeof name === 'string' && Object.hasOwn(DESCRIPTIONS, name) ? DESCRIPTIONS[name] : undefined
  if (description === undefined || !(pattern || format)) return undefined
  const isOwn = pattern && format && String(document.pattern).length <= MAX_OWN_PATTERN
  return {
    holds: (value) => (!format || format.holds(value)) && (!pattern || pattern.holds(value)),
    fault(at, value) {
      if (isOwn && format.holds(value)) return pattern.fault(at, value)
      // Its own error is that of a pattern that took too many steps.
      if (!format || format.holds(value)) pattern?.fault(at, value)
      return brokenRule(at, value, `must be ${description}`)
    },
  }
}
