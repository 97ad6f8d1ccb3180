/**
 * Labels and annotations: their keys, their values, their size.
 *
 * @module
 */

import { errorsOf, type FieldError, invalidField, tooLongField } from '../errors/field-error.js'
import { exceedsBytes, utf8Length } from '../values/text.js'
import { validateDnsSubdomain } from './names.js'

/** Maximum bytes of a label's value, and of the name part of a key. */
const LABEL_VALUE_MAX = 63

/** Maximum bytes of all annotations of an object, keys and values together. */
const ANNOTATIONS_MAX = 256 * 1024

const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const VALUE = /^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/

const NAME_MESSAGE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const VALUE_MESSAGE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

const TOO_LONG = `must be no more than ${LABEL_VALUE_MAX} bytes`

/**
 * Checks a qualified name: `name` or `domain/name`.
 *
 * @param name - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateQualifiedName(name: string): string[] {
  const slash = name.indexOf('/')
  if (slash !== name.lastIndexOf('/'))
    return [`a valid label key ${NAME_MESSAGE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]
  const messages: string[] = []
  if (slash === 0) messages.push('prefix part must be non-empty')
  if (slash > 0) {
    for (const message of validateDnsSubdomain(name.slice(0, slash), 'bytes')) messages.push(`prefix part ${message}`)
  }
  const last = name.slice(slash + 1)
  if (last === '') messages.push('name part must be non-empty')
  if (exceedsBytes(last, LABEL_VALUE_MAX)) messages.push(`name part ${TOO_LONG}`)
  if (!NAME.test(last)) messages.push(`name part ${NAME_MESSAGE}`)
  return messages
}

/**
 * Checks the value of a label: empty, or at most 63 letters, digits and inner `-`, `_`, `.`.
 *
 * @param value - Text to check.
 * @returns Error messages, one a rule.
 */
export function validateLabelValue(value: string): string[] {
  const messages: string[] = []
  if (exceedsBytes(value, LABEL_VALUE_MAX)) messages.push(TOO_LONG)
  if (!VALUE.test(value)) messages.push(VALUE_MESSAGE)
  return messages
}

/**
 * Checks the labels of an object.
 *
 * @param labels - Keys and values.
 * @param path - Field that holds them, such as `metadata.labels`.
 * @returns One error for each broken rule; all name the field as a whole.
 */
export function validateLabels(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return errorsOf(Object.keys(labels), (key) => {
    const value = labels[key] ?? ''
    const [ofKey, ofValue] = [validateQualifiedName(key), validateLabelValue(value)]
    // An object may have tens of thousands of labels, of which most are valid.
    if (ofKey.length + ofValue.length === 0) return []
    return [
      ...ofKey.map((message) => invalidField(path, key, message)),
      ...ofValue.map((message) => invalidField(path, value, message)),
    ]
  })
}

/**
 * Checks the annotations of an object: keys like those of labels but in any case, values of any text, 256 KiB in all.
 *
 * @param annotations - Keys and values.
 * @param path - Field that holds them, such as `metadata.annotations`.
 * @returns One error for each broken rule; all name the field as a whole.
 */
export function validateAnnotations(annotations: Readonly<Record<string, string>>, path: string): FieldError[] {
  const entries = Object.entries(annotations)
  // Kubernetes has always accepted upper-case domains of annotations.
  const errors = errorsOf(entries, ([key]) =>
    validateQualifiedName(key.toLowerCase()).map((message) => invalidField(path, key, message)),
  )
  if (areAnnotationsTooLarge(annotations)) errors.push(tooLongField(path, ANNOTATIONS_MAX))
  return errors
}

/** Whether the annotations of an object have more than 256 KiB in all. */
export function areAnnotationsTooLarge(annotations: Readonly<Record<string, string>>): boolean {
  let size = 0
  for (const [key, value] of Object.entries(annotations)) size += utf8Length(key) + utf8Length(value)
  return size > ANNOTATIONS_MAX
}
