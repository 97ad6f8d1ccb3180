/**
 * Field ownership: which manager has set which field.
 *
 * Works on plain values, with no store, no HTTP and no clock; it loads no package and runs in a browser.
 *
 * @module
 */

export * from './field-set.js'
export * from './fields-v1.js'
export {
  comparePathElements,
  type FieldPath,
  fieldElement,
  formatPath,
  indexElement,
  keyElement,
  type PathElement,
  readPathElement,
  valueElement,
} from './path-element.js'
