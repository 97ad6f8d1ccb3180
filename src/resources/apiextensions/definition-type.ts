/**
 * The type CustomResourceDefinition of a plane.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import type { ResourceCatalog } from '../catalog.js'
import type { ResourceDefinition } from '../definition/definition.js'

/**
 * Finds the type CustomResourceDefinition.
 *
 * @param catalog - The types of the plane.
 * @param dialect - The plane's dialect.
 * @returns Undefined in a plane without custom types.
 */
export const definitionType = (catalog: ResourceCatalog, { groupDomain }: Dialect): ResourceDefinition | undefined =>
  catalog.find(`apiextensions.${groupDomain}`, 'v1', 'customresourcedefinitions')?.definition
