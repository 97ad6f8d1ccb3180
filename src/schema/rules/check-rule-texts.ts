/**
 * Checks that the rules of a schema are complete, before they are compiled.
 *
 * @module
 */

import { type FieldError, invalidField, requiredField, type UnknownRecord, unsupportedField } from '../../meta/index.js'
import { fieldPathFault } from './field-path.js'
import { type RuleText, ruleTexts } from './rule-texts.js'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']
const MAX_MESSAGE = 2048

/** How rules are found in a schema. */
export interface RuleCheckOptions {
  /** Path of the schema. */
  readonly path: string
  /** Prefix of extension names, such as `x-platform-`. */
  readonly prefix: string
}

/**
 * Checks the fields of a schema's rules, without compiling expressions.
 *
 * @param document - A schema.
 * @param options - The path, and the prefix of extensions.
 */
export function checkRuleTexts(document: UnknownRecord, { path, prefix }: RuleCheckOptions): readonly FieldError[] {
  const at = `${path}.${prefix}validations`
  return ruleTexts(document).flatMap((text, i) => checkText(text, document, `${at}[${i}]`))
}

function checkText(text: RuleText, document: UnknownRecord, at: string): readonly FieldError[] {
  return [
    ...checkMessage(text, at),
    ...(text.messageExpression !== '' && text.messageExpression.trim() === ''
      ? [requiredField(`${at}.messageExpression`, 'messageExpression must be non-empty if specified')]
      : []),
    ...(text.reason === undefined || REASONS.includes(text.reason)
      ? []
      : [unsupportedField(`${at}.reason`, text.reason, REASONS)]),
    ...checkFieldPath(text.fieldPath, document, `${at}.fieldPath`),
  ]
}

function checkMessage({ rule, message }: RuleText, at: string): readonly FieldError[] {
  const trimmed = message.trim()
  if (rule.trim() === '') return [requiredField(`${at}.rule`, 'rule is not specified')]
  if (message !== '' && trimmed === '') return [invalidField(`${at}.message`, message, 'message must be non-empty if specified')]
  if (message.length > MAX_MESSAGE) {
    return [
      invalidField(
        `${at}.message`,
        `${message.slice(0, 10)}...`,
        `message must have a maximum length of ${MAX_MESSAGE} characters`,
      ),
    ]
  }
  if (/[\r\n]/.test(trimmed)) return [invalidField(`${at}.message`, message, 'message must not contain line breaks')]
  return /[\r\n]/.test(rule.trim()) && trimmed === ''
    ? [requiredField(`${at}.message`, 'message must be specified if rule contains line breaks')]
    : []
}

function checkFieldPath(fieldPath: string, document: UnknownRecord, at: string): readonly FieldError[] {
  if (fieldPath === '') return []
  const fault = fieldPathFault(fieldPath, document)
  return [
    ...(fieldPath.trim() === '' ? [invalidField(at, fieldPath, 'fieldPath must be non-empty if specified')] : []),
    ...(/[\r\n]/.test(fieldPath) ? [invalidField(at, fieldPath, 'fieldPath must not contain line breaks')] : []),
    ...(fault === undefined ? [] : [invalidField(at, fieldPath, `fieldPath must be a valid path: ${fault}`)]),
  ]
}
