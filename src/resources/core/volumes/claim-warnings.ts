/**
 * Warnings of claims to volumes.
 *
 * @module
 */

import { valueAt } from '../../fields/fields.js'
import { byteWarnings } from '../../fields/warnings.js'

/** Warns of the spec of a claim. */
export const claimSpecWarnings = (spec: unknown, path: string): readonly string[] =>
  ['requests', 'limits'].flatMap((kind) =>
    byteWarnings(`${path}.resources.${kind}[storage]`, valueAt(spec, 'resources', kind, 'storage')),
  )
