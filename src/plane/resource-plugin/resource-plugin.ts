/**
 * Admission plugins for one type: typed, in the version that they request.
 *
 * @module
 */

import type { Draft } from 'immer'
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmissionPatch,
  type AdmissionPlugin,
  type AdmissionStop,
  changeDraft,
} from '../../admission/index.js'
import type { FieldsOf } from '../../client/index.js'
import { type ApiObject, check, deepFreeze, formatApiVersion } from '../../meta/index.js'
import { aDefinition, convertObject, type ResourceDefinition, type StoredIn, type VersionFields } from '../../resources/index.js'
import type { AdmissionContext } from './admission-context.js'

/**
 * A write of one type, with its objects in the plugin's version.
 *
 * @typeParam T - Fields of the objects beside their metadata.
 */
export type ResourceWrite<T extends object> = Omit<AdmissionAttributes, 'operation' | 'object' | 'oldObject'> &
  (
    | { readonly operation: 'CREATE'; readonly object: ApiObject & T; readonly oldObject: undefined }
    | { readonly operation: 'UPDATE'; readonly object: ApiObject & T; readonly oldObject: ApiObject & T }
    | { readonly operation: 'DELETE'; readonly object: undefined; readonly oldObject: ApiObject & T }
  )

/**
 * The functions of a plugin for one type.
 *
 * @typeParam T - Fields of the objects beside their metadata.
 */
export interface ResourcePluginOptions<T extends object> extends Pick<AdmissionPlugin, 'name' | 'sideEffects' | 'readyChecks'> {
  /** The writes that it is called for. Default all. */
  readonly operations?: readonly AdmissionOperation[]
  /** Whether it is also called for writes of the status subresource. Default false. */
  readonly status?: boolean
  /**
   * Called once, before the first write, for preparation.
   *
   * @param context - The plane's client, clock and authorizer.
   * @returns Nothing, or a function that is called when the plane closes.
   */
  readonly start?: (context: AdmissionContext) => AdmissionStop | Promise<AdmissionStop>
  /**
   * Changes the new state of a CREATE or UPDATE; it has to be idempotent.
   *
   * @param object - A draft: change it as if it were a plain object.
   * @param write - The write; its `object` is the state before the change.
   * @param context - The context of the plane.
   * @returns Nothing, or a JSON patch (RFC 6902) that is applied to the changed draft.
   */
  readonly mutate?: (
    object: Draft<ApiObject & T>,
    write: ResourceWrite<T>,
    context: AdmissionContext,
  ) => AdmissionPatch | Promise<AdmissionPatch>
  /**
   * Refuses a write by throwing; `admissionDenied(write, reason)` makes the error.
   *
   * @param write - The write.
   * @param context - The context of the plane.
   */
  readonly validate?: (write: ResourceWrite<T>, context: AdmissionContext) => void | Promise<void>
}

const OPERATIONS: readonly AdmissionOperation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']
const pluginOptions = check.members<keyof ResourcePluginOptions<object> | 'version'>(
  {
    name: check.text,
    version: check.text,
    sideEffects: check.anything,
    readyChecks: check.anything,
    operations: check.listOf(check.fits(OPERATIONS.join(', '), (value) => (OPERATIONS as readonly unknown[]).includes(value))),
    status: check.truth,
    start: check.callable,
    mutate: check.callable,
    validate: check.callable,
  },
  ['name'],
)

/**
 * Makes an admission plugin for one type: its functions get the objects in one version, typed by the definition, and converted if
 * the request has another version. The result of `mutate` is converted back.
 *
 * @param definition - The type, as `defineResource` made it.
 * @param plugin - Its functions. `version` is the version of its objects; by default the stored one.
 * @returns A plugin for `createControlPlane({ admission: [...] })`, `admissionWebhook` and `testAdmission`.
 * @throws TypeError with one line for each invalid argument, RangeError for a version that the type does not have.
 * @see Kubernetes, dynamic admission control, `matchPolicy: Equivalent`
 */
export function resourcePlugin<
  T extends object,
  New extends object,
  Versions extends Readonly<Record<string, VersionFields>>,
  Name extends keyof Versions & string = never,
>(
  definition: ResourceDefinition<T, New, Versions>,
  plugin: ResourcePluginOptions<FieldsOf<[Name] extends [never] ? T : StoredIn<T, Versions[Name]>>> & { readonly version?: Name },
): AdmissionPlugin {
  check.refuse('resourcePlugin', [...aDefinition(definition, 'definition'), ...pluginOptions(plugin, 'plugin')])
  const version: string = plugin.version ?? definition.storageVersion
  // The signature guarantees these types; the compiler cannot infer them here.
  return pluginOf(definition, version, plugin as unknown as ResourcePluginOptions<object>)
}

function pluginOf(definition: ResourceDefinition, version: string, plugin: ResourcePluginOptions<object>): AdmissionPlugin {
  const { name, sideEffects, readyChecks, operations, status = false, start, mutate, validate } = plugin
  const { group, names, versions } = definition
  if (!versions.some((one) => one.name === version)) {
    const known = versions.map((one) => one.name).join(', ')
    throw new RangeError(`version: ${names.kind} has no version ${JSON.stringify(version)}; expected ${known}`)
  }
  const wanted = formatApiVersion(group, version)
  const shown = (object: ApiObject | undefined) => object && deepFreeze(convertObject(definition, object, wanted))
  const shownWrite = (attributes: AdmissionAttributes) =>
    ({
      ...attributes,
      version,
      object: shown(attributes.object),
      oldObject: shown(attributes.oldObject),
    }) as ResourceWrite<object>
  let started: AdmissionContext | undefined
  const context = (): AdmissionContext => {
    if (started) return started
    throw new Error(`admission plugin ${JSON.stringify(name)} was not started`)
  }
  return {
    name,
    ...(sideEffects && { sideEffects }),
    ...(readyChecks && { readyChecks }),
    start(sources) {
      // Planes, webhooks and tests all start plugins with a client; the types of admission, a lower layer, cannot express that.
      started = sources as AdmissionContext
      return start?.(started)
    },
    handles: ({ group, resource, subresource, operation }) =>
      group === definition.group &&
      resource === names.plural &&
      (subresource === '' || (status && subresource === 'status')) &&
      (operations?.includes(operation) ?? true),
    ...(mutate && {
      async transform(attributes, phase) {
        const write = shownWrite(attributes)
        const before = write.object
        if (!before || !attributes.object) return attributes.object as unknown as ApiObject
        const changed = await changeDraft(name, before, (draft) => mutate(draft, write, context()))
        return changed === before
          ? attributes.object
          : phase.complete(convertObject(definition, changed, attributes.object.apiVersion))
      },
    }),
    ...(validate && { validate: (attributes) => validate(shownWrite(attributes), context()) }),
  }
}
