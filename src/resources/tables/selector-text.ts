/**
 * Formats label selectors of objects for display.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf, textsOf } from '../fields/fields.js'

/**
 * Formats a label selector without validating it: objects may have been stored under other rules.
 *
 * @param value - A string, a label selector, or the plain map of labels of the oldest kinds.
 * @returns The selector in query form; empty when it selects everything or is invalid.
 */
export function selectorText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return ''
  const isSelector = 'matchLabels' in value || 'matchExpressions' in value
  const labels = Object.entries(recordOf(isSelector ? value.matchLabels : value))
  return [
    ...labels.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, label]) => `${key}=${textOf(label)}`),
    ...listOf(value.matchExpressions).map(expressionText),
  ].join(',')
}

function expressionText(value: unknown): string {
  const { key, operator, values } = recordOf(value)
  const among = `(${[...textsOf(values)].sort().join(',')})`
  switch (operator) {
    case 'In':
      return `${textOf(key)} in ${among}`
    case 'NotIn':
      return `${textOf(key)} notin ${among}`
    case 'DoesNotExist':
      return `!${textOf(key)}`
    default:
      return textOf(key)
  }
}
