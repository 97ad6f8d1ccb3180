/**
 * Converts objects between versions of their kind across releases.
 *
 * @module
 */

import { type ApiObject, type Dialect, parseApiVersion } from '../../meta/index.js'
import { convertObject } from '../convert.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { storagePrefixOf, storedApiVersionOf } from '../definition/stored-as.js'
import { withOlderVersions } from './at-release.js'

/**
 * Creates the converter for objects of the given kinds.
 *
 * @param definitions - The current kinds.
 * @param dialect - The plane's dialect.
 * @returns A function that converts an object to a version: `GROUP/VERSION`, or the storage version of its kind when undefined.
 *   It throws an Error, with one line, for an unknown kind or version.
 */
export function converterBetween(
  definitions: readonly ResourceDefinition[],
  dialect: Dialect,
): (object: ApiObject, apiVersion: string | undefined) => ApiObject {
  const all = withOlderVersions(definitions, dialect)
  const find = (apiVersion: string, kind: string) => {
    const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' }
    return all.find(
      (definition) =>
        definition.group === group && definition.names.kind === kind && definition.versions.some(({ name }) => name === version),
    )
  }
  return (object, apiVersion) => {
    const { kind } = object
    const from = find(object.apiVersion, kind)
    if (!from) throw new Error(`${object.apiVersion} ${kind}: there is no such kind`)
    const wanted = apiVersion ?? storedApiVersionOf(from)
    const to = find(wanted, kind)
    const isSame = to && storagePrefixOf(to) === storagePrefixOf(from)
    if (!isSame) throw new Error(`${object.apiVersion} ${kind}: there is no ${wanted} of it`)
    return convertObject(to, object, wanted)
  }
}
