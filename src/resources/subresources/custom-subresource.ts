/**
 * Action subresources of embedders' types: the client posts a virtual kind, and the response is of the same kind.
 *
 * @module
 */

import { check, encodableValue, formatApiVersion, notFound } from '../../meta/index.js'
import { convertObject } from '../convert.js'
import type { ResourceDefinition, ResourceVersion, Subresource } from '../definition/definition.js'
import { resourceNames } from '../definition/resource-names.js'
import type { VersionSchema } from '../typed/written-schema.js'
import type { CustomSubresource } from './custom-subresource-spec.js'

/** The owner of a custom subresource. */
export interface SubresourceOwner {
  readonly group: string
  readonly version: string
  /** Returns the definition of the type, which is complete only after its subresources. */
  readonly definition: () => ResourceDefinition
  /** Compiles the schema of a kind. */
  readonly compile: (kind: string, schema: VersionSchema | undefined) => ResourceVersion
}

/**
 * Creates a subresource from an embedder's spec.
 *
 * @param name - Name of the subresource, such as `restart`.
 * @param spec - Its schema, and the function that handles requests.
 * @param place - The type that it belongs to.
 */
export function customSubresource(name: string, spec: CustomSubresource, place: SubresourceOwner): Subresource {
  const { group, version, definition } = place
  const { kind } = spec
  const compiled = place.compile(kind, spec.schema)
  const apiVersion = formatApiVersion(group, version)
  const virtualType: ResourceDefinition = {
    group,
    names: resourceNames({ kind, plural: name }),
    namespaced: true,
    versions: [compiled],
    storageVersion: version,
    storedAs: { group, resource: name },
    verbs: ['create'],
    hasGeneration: false,
    custom: true,
    strategy: {
      validateCreate(object) {
        const errors = compiled.schema?.validate(object) ?? []
        // Refinements expect values that are valid by the schema.
        return errors.length === 0 ? (compiled.refine?.(object) ?? []) : errors
      },
    },
    async review(request, context) {
      const { names, namespaced } = definition()
      const resource = { group, resource: names.plural }
      const stored = await context.read(resource, context.namespace, context.name)
      if (!stored) throw notFound(resource, context.name)
      const { user, namespace, dryRun, warn } = context
      const object = convertObject(definition(), stored, apiVersion)
      const place = { namespace: namespaced ? namespace : '', name: context.name }
      const answer = await spec.create(request, { user, ...place, object, dryRun, warn })
      if (answer !== undefined)
        check.refuse(`create of ${name}`, [...check.object(answer, 'result'), ...encodableValue(answer, 'result')])
      return { ...request, ...answer, apiVersion, kind, metadata: request.metadata }
    },
  }
  return { name, verbs: ['create'], kind: { group, version, kind }, virtualType }
}
