/**
 * The check of a dialect. It stands apart from the other checks, as it brings all names of the dialects along: a bundle of the apply
 * engine needs none of them.
 *
 * @module
 */

import { dialects } from '../dialect.js'
import { fits, isObject, type OptionCheck } from './option-checks.js'

/** A dialect, or the name of one. */
export const aDialect: OptionCheck = (value, path) =>
  fits(
    `${dialects.map(({ name }) => JSON.stringify(name)).join(' or ')}, or one of dialects`,
    () => dialects.some(({ name }) => name === value) || (isObject(value) && typeof value.groupDomain === 'string'),
  )(value, path)
