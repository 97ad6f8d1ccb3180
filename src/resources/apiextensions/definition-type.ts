/**
 * The CustomResourceDefinition type of a plane.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import type { ResourceCatalog } from '../catalog.js'
import type { ResourceDefinition } from '../definition/definition.js'

/**
 * Finds the type of definitions.
 *
 * @param catalog - What the plane serves.
 * @param dialect - The plane's dialect.
 * @returns Undefined in a plane that takes no definitions.
 */
export const definitionType = (catalog: ResourceCatalog, { groupDomain }: Dialect): ResourceDefinition | undefined =>
  catalog.find(`apiextensions.${groupDomain}`, 'v1', 'customresourcedefinitions')?.definition
