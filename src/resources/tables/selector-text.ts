/**
 * Label selectors of objects as text, to be shown.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf, textsOf } from '../fields/fields.js'

/**
 * A label selector as text. It is only written, never judged: objects may have been stored under other rules.
 *
 * @param value - Text, a label selector, or the plain map of labels that the oldest kinds have.
 * @returns The selector as clients send it; empty when it selects everything or is none.
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
