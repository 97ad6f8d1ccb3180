/**
 * The annotation of mirror pods, by which the agent of a node shows its static pods in the API.
 *
 * @module
 */

import { type ApiObject, type Dialect, type FieldError, getKey, invalidField } from '../../../meta/index.js'
import { textAt } from '../../fields/fields.js'

const keyIn = ({ labelDomain }: Dialect): string => `${labelDomain}/config.mirror`

/** Whether a pod mirrors a static one. */
export const isMirror = ({ metadata }: ApiObject, dialect: Dialect): boolean =>
  getKey(metadata.annotations, keyIn(dialect)) !== undefined

/** Validates that a mirror pod is bound to the node of its agent. */
export function validateMirror(pod: ApiObject, dialect: Dialect): readonly FieldError[] {
  if (!isMirror(pod, dialect) || textAt(pod, 'spec', 'nodeName') !== '') return []
  const [key, detail] = [keyIn(dialect), 'must set spec.nodeName if mirror pod annotation is set']
  return [invalidField(`metadata.annotations[${key}]`, getKey(pod.metadata.annotations, key), detail)]
}
