/**
 * Warnings of kinds that create pods.
 *
 * @module
 */

import { type ApiObject, type Dialect, validateDnsLabel } from '../../../meta/index.js'
import { nameOf, valueAt } from '../../fields/fields.js'
import type { WarningsOf, WarningsOfWrite } from '../../fields/warnings.js'
import { podWarnings } from './pod-warnings.js'

/** Options of {@link templateWarnings}. */
export interface TemplateWarningsOptions {
  /** Path of the template, such as `spec`, `template`. */
  readonly path: readonly string[]
  readonly dialect: Dialect
  /** Whether names of pods begin with that of the object, and are not valid as host names if it has dots. Default true. */
  readonly namesPods?: boolean
  /** Further warnings, on create and on changes of the desired state. */
  readonly more?: WarningsOf
}

/**
 * Warns of the template of a kind, and of its name.
 *
 * @param options - Where the template is.
 */
export function templateWarnings({ path, dialect, namesPods = true, more = () => [] }: TemplateWarningsOptions): WarningsOfWrite {
  const ofChange = (object: ApiObject): readonly string[] => [
    ...more(object),
    ...podWarnings(valueAt(object, ...path), path.join('.'), dialect),
  ]
  const ofName = namesPods ? nameWarnings('in Pod names and hostnames') : () => []
  return (object, live) => {
    if (!live) return [...ofName(object), ...ofChange(object)]
    // Controllers write the metadata of objects, and do not read warnings.
    return object.metadata.generation === live.metadata.generation ? [] : ofChange(object)
  }
}

/**
 * Warns of a name that is no DNS label.
 *
 * @param where - What it is used in.
 */
export const nameWarnings =
  (where: string): WarningsOf =>
  (object) => {
    const messages = validateDnsLabel(nameOf(object))
    if (messages.length === 0) return []
    const advice = 'which can result in surprising behavior; a DNS label is recommended'
    return [`metadata.name: this is used ${where}, ${advice}: [${messages.join(' ')}]`]
  }
