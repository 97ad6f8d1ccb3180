/**
 * Named formats, which validate strings.
 *
 * @module
 */

import { validateDnsLabel, validateDnsSubdomain, validateLabelValue, validateQualifiedName } from '../../meta/index.js'
import { textFormat } from '../../text/index.js'
import { optionalValue } from '../values.js'
import type { FunctionFamily } from './function-table.js'

type Judge = (text: string) => readonly string[]

class Format {
  readonly judge: Judge

  constructor(judge: Judge) {
    this.judge = judge
  }
}

const LETTER_LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"

const letterLabel: Judge = (text) => [
  ...(text.length > 63 ? ['must be no more than 63 characters'] : []),
  ...(/^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text) ? [] : [LETTER_LABEL]),
]

/** A `generateName` prefix may end in a dash: a suffix follows. */
const prefixOf =
  (judge: Judge): Judge =>
  (text) =>
    judge(text.replace(/-$/, 'a'))

const known =
  (format: string, fault: string): Judge =>
  (text) =>
    textFormat(format)?.(text) === false ? [fault] : []

const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    dns1123Label: validateDnsLabel,
    dns1123Subdomain: (text: string) => validateDnsSubdomain(text),
    dns1035Label: letterLabel,
    qualifiedName: validateQualifiedName,
    dns1123LabelPrefix: prefixOf(validateDnsLabel),
    dns1123SubdomainPrefix: prefixOf((text) => validateDnsSubdomain(text)),
    dns1035LabelPrefix: prefixOf(letterLabel),
    labelValue: validateLabelValue,
    uri: known('uri', 'must be a valid URI'),
    uuid: known('uuid', 'does not match the UUID format'),
    byte: known('byte', 'invalid base64'),
    date: known('date', 'invalid date'),
    datetime: known('date-time', 'invalid datetime'),
  }).map(([name, judge]) => [name, new Format(judge)]),
)

function validate(format: Format, text: string): unknown {
  const faults = format.judge(text)
  return optionalValue(faults.length > 0 ? [...faults] : undefined)
}

/** Functions of formats. */
export const formatFunctions: FunctionFamily = {
  types: [{ name: 'NamedFormat', type: Format }],
  spaces: ['format'],
  functions: [
    ['Space.format.named(string): optional<NamedFormat>', (_: unknown, name: string) => optionalValue(FORMATS.get(name))],
    ...[...FORMATS].map(([name, format]) => [`Space.format.${name}(): NamedFormat`, () => format] as const),
    ['NamedFormat.validate(string): optional<list<string>>', validate],
  ],
}
