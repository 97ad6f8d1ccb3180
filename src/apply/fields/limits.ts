/**
 * How large the fields of an object may be to be owned one by one.
 *
 * @module
 */

import { tooLarge } from '../../meta/index.js'

/** Elements of the longest path. Objects of more levels than that are not owned field by field. */
export const MAX_PATH_LENGTH = 1000

/**
 * Members of maps and items of lists that one manager may own in an object (ours). An object of 1.5 MiB has room for about 80,000
 * of them: each is in it twice, as itself and in the fields of its manager.
 */
export const MAX_FIELDS = 100_000

/** Answers for an object with more than {@link MAX_FIELDS}. */
export const tooManyFields = () => tooLarge(`an object has more than ${MAX_FIELDS} fields to be owned`)
