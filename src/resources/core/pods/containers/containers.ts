/**
 * All containers of a pod, with their field paths.
 *
 * @module
 */

import type { UnknownRecord } from '../../../../meta/index.js'
import { listOf, recordOf } from '../../../fields/fields.js'

type Part = Readonly<UnknownRecord>

const KINDS = ['initContainers', 'containers', 'ephemeralContainers']

/**
 * Lists the containers of a pod: initial, regular and ephemeral ones.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export const containersOf = (spec: Part, path: string): readonly (readonly [container: Part, field: string])[] =>
  KINDS.flatMap((kind) => listOf(spec[kind]).map((container, i) => [recordOf(container), `${path}.${kind}[${i}]`] as const))
