/**
 * The annotation of mirror pods, by which the agent of a node shows its static pods in the API.
 *
 * @module
 */

import { type ApiObject, type Dialect, getKey } from '../../../meta/index.js'

/** Whether a pod mirrors a static one. */
export const isMirror = ({ metadata }: ApiObject, { labelDomain }: Dialect): boolean =>
  getKey(metadata.annotations, `${labelDomain}/config.mirror`) !== undefined
