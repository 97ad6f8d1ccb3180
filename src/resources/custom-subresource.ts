/**
 * Subresources of an embedder's types that are asked to do something: a virtual kind that is sent by POST, and answered.
 *
 * @module
 */

import { type ApiObject, formatApiVersion, notFound, type UserInfo } from '../meta/index.js'
import { convertObject } from './convert.js'
import type { ResourceDefinition, ResourceVersion, Subresource } from './definition.js'
import { resourceNames } from './resource-names.js'
import type { VersionSchema } from './resource-version-spec.js'

/** What a subresource has at hand when it is asked to do something. */
export interface SubresourceContext {
  readonly user: UserInfo
  /** Empty for cluster-scoped types. */
  readonly namespace: string
  readonly name: string
  /** The object that the subresource belongs to, frozen, in the version of the request. */
  readonly object: ApiObject
  /** True when the request is only tried: nothing may happen because of it. */
  readonly dryRun: boolean
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
}

/** A subresource that is asked to do something, as `restart` of `widgets/lamp/restart`. */
export interface CustomSubresource {
  /** Kind of what is sent and answered, such as `WidgetRestart`, in the group and version of its type. */
  readonly kind: string
  /** What it holds beside its metadata, as in a version of a type. Without one it may hold anything. */
  readonly schema?: VersionSchema
  /**
   * Does it. Called after authorization (`create` of `widgets/restart`), defaults, admission (a CREATE with that subresource) and
   * validation. A plane of yours does the rest: `plane.client()`.
   *
   * @param request - What was sent, complete with defaults.
   * @param context - Who asks, and the object that it is about.
   * @returns Members of the answer that differ from what was sent, such as `{ status: {...} }`; nothing for none.
   * @throws {@link ApiError} what the client is told; anything else is a 500.
   */
  // A method, so that a program may say the type of what its own schema lets through.
  // biome-ignore lint/suspicious/noConfusingVoidType: many return nothing, and say so by their type.
  create(request: ApiObject, context: SubresourceContext): object | void | Promise<object | void>
}

/** What a custom subresource is made for. */
export interface SubresourcePlace {
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
export function customSubresource(name: string, spec: CustomSubresource, place: SubresourcePlace): Subresource {
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
