/**
 * The supported formats of strings and numbers. Other formats are not checked.
 *
 * All patterns here are ours, anchored and without nested repetition, so matching takes linear time.
 *
 * @module
 */

import { dialects, dnsLabelName, dnsSubdomainName } from '../meta/index.js'

const DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/
/** A number with a suffix; the number is matched greedily, so that long ones are scanned once. */
const COUNTED = /(?<!\d)\d+\s*([A-Za-zµ]+)/g
const TIME_UNIT = /^(?:ns|us|µs|ms|[smhdw]|hr|(?:nano|micro|milli|sec|min|hour|day|week).*)$/i
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{12}$/i
/** RFC 5322 §3.4: an address, with an optional display name. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\uffff-]+"
const ADDRESS = `(?:${ATOM}(?:\\.${ATOM})*|"[^"\\\\\\t\\r\\n]*")@(?:${ATOM}(?:\\.${ATOM})*)`
const EMAIL = new RegExp(`^(?:${ADDRESS}|[^<>@:\\t\\r\\n]*<${ADDRESS}>)$`)
const MAC = /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?:(?:\1[0-9a-f]{2}){2}|(?:\1[0-9a-f]{2}){14})?$/i
const DOTTED_MAC = /^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?:\.[0-9a-f]{4}|(?:\.[0-9a-f]{4}){7})?$/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** A host and its port in a URI. */
const HOST = /^(?:\[[^\]\s]*\]|[^\s[\]\\^`{|}@:]*)(?::\d*)?$/
const QUANTITY = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/

/** Newer formats of Kubernetes start with the vendor's prefix: `k8s-short-name`. Any vendor's prefix is accepted. */
const VENDORS = dialects.map(({ groupDomain }) => groupDomain.replace(/\..*/, ''))
const NAME_FORMATS = VENDORS.flatMap((vendor): readonly (readonly [string, (text: string) => boolean])[] => [
  [`${vendor}-short-name`, (text) => dnsLabelName(text).length === 0],
  [`${vendor}-long-name`, (text) => dnsSubdomainName(text).length === 0],
])

const TEXT_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ['bsonobjectid', (text) => /^[0-9a-f]{24}$/i.test(text)],
  ['byte', isBase64],
  ['cidr', isCidr],
  ['creditcard', isCardNumber],
  ['date', isDate],
  ['date-time', isDateTime],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', (text) => text.length <= 320 && EMAIL.test(text)],
  ['hexcolor', (text) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)],
  ['hostname', isHostname],
  // An IPv6 address that ends with an IPv4 address is accepted as both.
  ['ipv4', (text) => isIPv4(text) || (text.includes('.') && isIPv6(text))],
  ['ipv6', isIPv6],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['mac', (text) => MAC.test(text) || DOTTED_MAC.test(text)],
  ['rgbcolor', isRgbColor],
  ['ssn', (text) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text)],
  ['uri', isUri],
  ['uuid', (text) => UUID.test(text)],
  ['uuid3', (text) => UUID.exec(text)?.[1] === '3'],
  ['uuid4', (text) => isVariantUuid(text, '4')],
  ['uuid5', (text) => isVariantUuid(text, '5')],
  ...NAME_FORMATS,
])

/** Ranges of numbers by format. Integers are signed. */
const NUMBER_RANGES: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  // 2^63 - 1 is not a double; the greatest double below 2^63 is accepted.
  ['int64', [-(2 ** 63), 2 ** 63 - 1024]],
  ['float', [-3.4028234663852886e38, 3.4028234663852886e38]],
  ['double', [-Number.MAX_VALUE, Number.MAX_VALUE]],
])

/**
 * Finds the check of a string format.
 *
 * @param format - Such as `date-time`.
 * @returns The check, or undefined when the format is not known.
 */
export const textFormat = (format: string): ((text: string) => boolean) | undefined =>
  // Format names are equal with and without dashes.
  TEXT_FORMATS.get(format) ?? (format.includes('-') ? TEXT_FORMATS.get(format.replaceAll('-', '')) : undefined)

/**
 * Finds the range of a number format.
 *
 * @param format - Such as `int32`.
 */
export const numberRange = (format: string): readonly [min: number, max: number] | undefined => NUMBER_RANGES.get(format)

/**
 * Tells whether a value is a quantity, such as `100m` or `1.5Gi`.
 *
 * @param value - Text or a number.
 */
export const isQuantity = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && value.length <= 100 && QUANTITY.test(value)

/** Standard base64 with padding, of a byte or more. */
function isBase64(text: string): boolean {
  return text !== '' && text.length % 4 === 0 && BASE64.test(text)
}

/**
 * Whether a built-in kind can decode bytes: an empty string is no bytes, and line breaks are skipped.
 *
 * @param text - Base64.
 */
export const isByteText = (text: string): boolean => {
  const digits = text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]/g, '') : text
  return digits === '' || isBase64(digits)
}

/** The end of base64 whose last digit has no unused bits. */
const CANONICAL_END = /(?:[AQgw]==|[AEIMQUYcgkosw048]=|[^=])$/

/**
 * Puts bytes into the form that Kubernetes stores: without line breaks, and with unused bits of zero.
 *
 * @param text - Base64.
 * @returns The same text if a built-in kind could not decode it.
 */
export function canonicalByteText(text: string): string {
  const isCanonical = !text.includes('\n') && !text.includes('\r') && CANONICAL_END.test(text.slice(-3))
  return isCanonical || !isByteText(text) ? text : btoa(atob(text))
}

/** A Go duration, or a string that counts units of time, such as `3 days`. */
function isDuration(text: string): boolean {
  if (text.length > 1000) return false
  if (DURATION.test(text)) return true
  for (const [, unit = ''] of text.matchAll(COUNTED)) if (TIME_UNIT.test(unit)) return true
  return false
}

/** Parses decimal digits; NaN for anything else. */
function numberAt(text: string, at: number, digits: number): number {
  let value = 0
  for (let place = at; place < at + digits; place++) value = value * 10 + digitAt(text, place)
  return value
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48
  return digit >= 0 && digit <= 9 ? digit : Number.NaN
}

function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text)
}

function startsWithDate(text: string): boolean {
  if (text[4] !== '-' || text[7] !== '-') return false
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2)]
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

const daysIn = (year: number, month: number): number => {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A timestamp of RFC 3339 §5.6. */
function isDateTime(text: string): boolean {
  if (text.length > 100 || (text[10] !== 'T' && text[10] !== 't') || !startsWithDate(text)) return false
  if (text[13] !== ':' || text[16] !== ':') return false
  if (!(numberAt(text, 11, 2) < 24 && numberAt(text, 14, 2) < 60 && numberAt(text, 17, 2) < 60)) return false
  let at = 19
  if (text[at] === '.') {
    do at++
    while (digitAt(text, at) >= 0)
    if (at === 20) return false
  }
  if (text[at] === 'Z' || text[at] === 'z') return text.length === at + 1
  if ((text[at] !== '+' && text[at] !== '-') || text[at + 3] !== ':' || text.length !== at + 6) return false
  return numberAt(text, at + 1, 2) < 24 && numberAt(text, at + 4, 2) < 60
}

/** A fast test for the most frequent form of names. */
const COMMON_HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]{2,63}$/i

/** Letters, digits and symbols of any script; in a single-label name, dashes are allowed only at the second position. */
const LONE_LABEL = /^[a-z0-9\p{L}\p{S}]-?[a-z0-9\p{L}\p{S}]*$/iu
const LABEL = /^[a-z0-9\p{L}\p{S}](?:[a-z0-9\p{L}\p{S}-]*[a-z0-9\p{L}\p{S}])?$/iu
const LAST_LABEL = /^[a-z0-9\p{L}\p{S}](?:-?[a-z0-9\p{L}\p{S}])+$/iu

/** Names of hosts as Kubernetes reads them: 255 bytes, labels of 63; the last of several labels has two characters or more. */
function isHostname(text: string): boolean {
  if (text.length > 255) return false
  if (COMMON_HOSTNAME.test(text)) return true
  if (byteLength(text) > 255) return false
  const labels = text.split('.')
  if (labels.some((label) => label.length > 63 || byteLength(label) > 63)) return false
  const last = labels.pop() ?? ''
  return labels.length === 0 ? LONE_LABEL.test(last) : labels.every((label) => LABEL.test(label)) && LAST_LABEL.test(last)
}

/** Length in UTF-8. */
function byteLength(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Half of a pair counts for half of four bytes.
    length += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
  }
  return length
}

/** Card numbers of the larger issuers, with the check digit of ISO/IEC 7812-1 (Luhn). */
function isCardNumber(text: string): boolean {
  if (text.length > 40) return false
  const digits = text.replace(/\D/g, '')
  if (!/^(?:4\d{12}(?:\d{3})?|(?:5[1-5]|2[2-7]|6\d)\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14})$/.test(digits))
    return false
  return weighted(digits, (digit, fromEnd) => (fromEnd % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2)) % 10 === 0
}

/** ISBN (ISO 2108) with ten digits, the last of which may be an X. */
function isIsbn10(text: string): boolean {
  const digits = isbnDigits(text)
  return /^\d{9}[\dX]$/.test(digits) && weighted(digits, (digit, fromEnd) => digit * (fromEnd + 1)) % 11 === 0
}

/** ISBN (ISO 2108) with thirteen digits. */
function isIsbn13(text: string): boolean {
  const digits = isbnDigits(text)
  return /^\d{13}$/.test(digits) && weighted(digits, (digit, fromEnd) => digit * (fromEnd % 2 === 0 ? 1 : 3)) % 10 === 0
}

const isbnDigits = (text: string): string => (text.length > 40 ? '' : text.replace(/[\s-]/g, ''))

/** Weighted sum of digits, counted from the end; an X is ten. */
const weighted = (digits: string, weight: (digit: number, fromEnd: number) => number): number =>
  Array.from(digits).reduce((sum, digit, i) => sum + weight(digit === 'X' ? 10 : Number(digit), digits.length - 1 - i), 0)

function isRgbColor(text: string): boolean {
  const match = text.length > 100 ? null : /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text)
  return match?.slice(1).every((part) => Number(part) <= 255 && !/^0\d/.test(part)) === true
}

/** Four decimal numbers, as in Kubernetes with leading zeros. */
function isIPv4(text: string): boolean {
  const parts = text.length > 50 ? [] : text.split('.')
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255)
}

/** RFC 4291 §2.2, with at most one `::` and perhaps an IPv4 address at the end. */
function isIPv6(text: string): boolean {
  if (text.length > 45 || !text.includes(':')) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)
  const mapped = last?.includes('.') === true
  if (mapped && !isIPv4(last)) return false
  // An IPv4 address counts as two groups, and may only end the text.
  const count = groups.length + (mapped ? 1 : 0)
  const plain = mapped ? groups.slice(0, -1) : groups
  if (mapped && halves.length === 2 && halves[1] === '') return false
  return plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count < 8 : count === 8)
}

function isCidr(text: string): boolean {
  if (text.length > 50) return false
  const [address = '', bits, ...more] = text.split('/')
  if (bits === undefined || more.length > 0 || !/^\d+$/.test(bits)) return false
  return isIPv4(address) ? Number(bits) <= 32 : isIPv6(address) && Number(bits) <= 128
}

/** A request target: an absolute URI, or an absolute path. */
function isUri(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a URI may not hold
  if (/[\u0000-\u001f\u007f]/.test(text)) return false
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0] ?? ''
  const [rest = ''] = text.slice(scheme.length).split('?', 1)
  if (!rest.startsWith('/')) return scheme !== '' || text === '*'
  const host = scheme !== '' && rest.startsWith('//') ? rest.slice(2).split('/', 1)[0] : ''
  return !/%(?![0-9a-f]{2})/i.test(rest) && HOST.test(host?.slice(host.lastIndexOf('@') + 1) ?? '')
}

const isVariantUuid = (text: string, version: string): boolean => {
  const match = UUID.exec(text)
  return match?.[1] === version && /[89ab]/i.test(match[2] ?? '')
}
