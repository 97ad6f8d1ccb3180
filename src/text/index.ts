/**
 * Patterns and formats of strings, and search: what schemas and expressions check text with, in linear time.
 *
 * @module
 */

export { findLastText, findText, splitText } from './find-text.js'
export { canonicalByteText, isByteText, isQuantity, numberRange, textFormat } from './formats.js'
export {
  type Pattern,
  type PatternFault,
  patternFault,
  patternTooLarge,
  preparePatterns,
  readPattern,
} from './pattern.js'
export type { StepBudget } from './pattern-automaton.js'
export { estimatePatternSize } from './pattern-size.js'
