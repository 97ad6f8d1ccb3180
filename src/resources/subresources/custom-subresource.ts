/**
 * Action subresources of an embedder's types: a virtual kind that is sent by POST, and answered.
 *
 * @module
 */

import { formatApiVersion, notFound } from '../../meta/index.js'
import { convertObject } from '../convert.js'
import type { ResourceDefinition, ResourceVersion, Subresource } from '../definition/definition.js'
import { resourceNames } from '../definition/resource-names.js'
import type { VersionSchema } from '../typed/written-schema.js'
import type { CustomSubresource } from './custom-subresource-spec.js'

/** What a custom subresource is made for. */
export interface SubresourceOwner {
  readonly group: string
  readonly version: string
  /** The type, once it is made. */
  readonly definition: () => ResourceDefinition
  /** Compiles the schema of a kind. */
  readonly compile: (kind: string, schema: VersionSchema | undefined) => ResourceVersion
}

/**
 * Makes a subresource of an embedder's description.
 *
 * @param name - Such as `restart`.
 * @param spec - What it takes, and what it does.
 * @param place - The type that it belongs to.
 */
export function customSubresource(name: string, spec: CustomSubresource, place: SubresourceOwner): Subresource {
  const { group, version, definition } = place
  const { kind } = spec
  const compiled = place.compile(kind, spec.schema)
  const apiVersion = formatApiVersion(group, version)
  const question: ResourceDefinition = {
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
        // Refinements expect the types that the schema promises.
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
      return { ...request, ...answer, apiVersion, kind, metadata: request.metadata }
    },
  }
  return { name, verbs: ['create'], kind: { group, version, kind }, question }
}
