/**
 * Limits of fields that are owned one by one.
 *
 * @module
 */

import { tooLarge } from '../../meta/index.js'

/** Elements of the longest path; longer ones are refused. */
export const MAX_PATH_LENGTH = 1000

/**
 * Members of maps and items of lists that one manager may own in an object (ours). An object of 1.5 MiB has room for about 80,000
 * of them: each is in it twice, as itself and in the fields of its manager.
 */
export const MAX_FIELDS = 100_000

/** The error for an object with more than {@link MAX_FIELDS}. */
export const tooManyFields = () => tooLarge(`an object has more than ${MAX_FIELDS} fields to be owned`)
