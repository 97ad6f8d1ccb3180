/**
 * The fields of rules as written. Every schema is checked for rules, so this part does not depend on the code that runs them.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'
import { DocumentSearch } from '../document-search.js'
import { readMarker } from '../markers.js'

/** The fields of a rule as written. */
export interface RuleText {
  readonly rule: string
  readonly message: string
  readonly messageExpression: string
  readonly reason: string | undefined
  readonly fieldPath: string
  readonly optionalOldSelf: boolean | undefined
}

const search = new DocumentSearch((part) => isRecord(part) && ruleTexts(part).length > 0)

/** Whether a schema contains rules anywhere. */
export const hasRules = (document: unknown): boolean => search.isIn(document)

/** Reads the rules at one place. */
export function ruleTexts(document: UnknownRecord): readonly RuleText[] {
  const rules = readMarker(document as Parameters<typeof readMarker>[0], 'validations')
  if (!Array.isArray(rules)) return []
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return rules.filter(isRecord).map(({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }) => ({
    rule: text(rule),
    message: text(message),
    messageExpression: text(messageExpression),
    reason: typeof reason === 'string' ? reason : undefined,
    fieldPath: text(fieldPath),
    optionalOldSelf: typeof optionalOldSelf === 'boolean' ? optionalOldSelf : undefined,
  }))
}
