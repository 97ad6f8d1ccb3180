/**
 * A client: the verbs of every type of a plane, in process or over HTTP.
 *
 * @module
 */

import type { Clock, GroupVersionKind, GroupVersionResource, Random, StoredMeta, UnknownRecord } from '../meta/index.js'
import { badRequest, check, type OptionCheck } from '../meta/index.js'
import type { NewIn, ResourceDefinition, StoredIn, VersionFields } from '../resources/index.js'
import { Activity } from './activity.js'
import { typeArgument } from './check-arguments.js'
import type { ClientContext } from './context.js'
import type { InformerRegister } from './informer/informer-register.js'
import { SharedInformers, type SharingRuntime } from './informer/shared-informers.js'
import { nameMissingTypes } from './name-missing-types.js'
import type { ResourceClient } from './resource-client.js'
import { ResourceVerbs } from './resource-verbs.js'
import type { ResourceType, ServedType, Transport } from './transport.js'
import type { FieldsOf } from './types.js'

/** Options that every client has. */
export interface ClientOptions {
  /** The manager in `metadata.managedFields`, unless a request names one; else the plane derives it from the user agent. */
  readonly fieldManager?: string
  /** Receives the warnings of the plane, unless a request has its own handler. */
  readonly onWarning?: (text: string) => void
}

/** Checks of options that every client has. */
export const clientOptions: Readonly<Record<keyof ClientOptions, OptionCheck>> = {
  fieldManager: check.text,
  onWarning: check.callable,
}

const versionOption = check.members({ version: check.text })

/** A client of one plane. The same whether the plane is in this process or behind HTTP. */
export interface Client extends SharingRuntime {
  /**
   * The verbs of a type in a given version, typed by its definition.
   *
   * @param definition - The type.
   * @param options - The version to speak.
   * @throws {@link ApiError} 400 for a version that the type does not serve, TypeError for an argument that is no definition.
   */
  resource<
    T extends object,
    New extends object,
    Versions extends Readonly<Record<string, VersionFields>>,
    Namespaced extends boolean,
    Name extends keyof Versions,
  >(
    definition: ResourceDefinition<T, New, Versions, Namespaced>,
    options: { readonly version: Name },
  ): ResourceClient<
    FieldsOf<StoredIn<T, Versions[Name]>>,
    FieldsOf<NewIn<New, Versions[Name]>>,
    StoredMeta<Namespaced>,
    NonNullable<Versions[Name]['subresources']>
  >
  /**
   * The verbs of a type, typed by its definition, in the storage version. Where that is not served, or `defineResource` did not
   * make the definition, it is the preferred version.
   *
   * @param definition - The type.
   */
  resource<
    T extends object,
    New extends object,
    Versions extends Readonly<Record<string, VersionFields>>,
    Namespaced extends boolean,
  >(
    definition: ResourceDefinition<T, New, Versions, Namespaced>,
  ): ResourceClient<FieldsOf<T>, FieldsOf<New>, StoredMeta<Namespaced>, NonNullable<Versions[keyof Versions]['subresources']>>
  /**
   * The verbs of a type that is known only at run time. The first request of the client discovers the type.
   *
   * @typeParam T - Fields of its objects beside their metadata, where the program knows them.
   * @param type - By kind, such as `{ group: 'apps', version: 'v1', kind: 'Deployment' }`, or by the plural name that URLs use.
   *   With both and `namespaced` no discovery request is sent. A group that ends with a dot, such as `coordination.`, is the
   *   built-in one, whatever the plane's dialect calls it.
   */
  resource<T extends object = UnknownRecord>(type: GroupVersionKind | GroupVersionResource | ResourceType): ResourceClient<T>
  /**
   * Discovers all resource types that the plane serves now, custom ones included.
   *
   * @returns Each once, in its preferred version.
   */
  types(): Promise<readonly ServedType[]>
  /** Closes the watches and connections of this client. Later requests are refused. */
  close(): void
}

/** The parts of a client. */
export interface ClientParts extends ClientOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly random: Random
  /** Tracks when informers and controllers are busy; clients may share one. */
  readonly activity?: Activity
  /** Tracks whether informers have synced; none by default. */
  readonly informerRegister?: InformerRegister
}

/**
 * Makes a client over a transport.
 *
 * @param parts - The transport, time and chance, defaults of requests.
 */
export function createClient({
  transport,
  clock,
  random,
  activity = new Activity(),
  informerRegister,
  fieldManager,
  onWarning,
}: ClientParts): Client {
  const { closed } = transport
  const informers = new SharedInformers()
  const runtime: SharingRuntime = { clock, random, closed, activity, informers, ...(informerRegister && { informerRegister }) }
  const context: ClientContext = { transport: nameMissingTypes(transport), ...runtime, fieldManager, onWarning }
  return {
    ...runtime,
    resource<T extends object, New extends object>(
      type: ResourceDefinition<T, New> | GroupVersionKind | GroupVersionResource | ResourceType,
      options: { readonly version?: string } = {},
    ): ResourceVerbs<FieldsOf<T>, FieldsOf<New>> {
      check.refuse('client.resource', [...typeArgument(type, 'type'), ...versionOption(options, 'options')])
      // A type given in full needs no discovery.
      if ('namespaced' in type && 'kind' in type) return ResourceVerbs.of(context, keyOfType(type), () => Promise.resolve(type))
      if (!('names' in type)) return ResourceVerbs.of(context, keyOfType(type), () => transport.resolve(type))
      const found = typeOf(type, options.version)
      return ResourceVerbs.of(context, keyOfType(found), () => Promise.resolve(found))
    },
    types: () => transport.types(),
    close: () => transport.close(),
  } as Client
}

/** A key of a type in one version. Most callers name a type by its kind. */
const keyOfType = (type: GroupVersionKind | GroupVersionResource): string =>
  `${type.group}/${type.version}/${'kind' in type ? type.kind : type.resource}`

function typeOf(definition: ResourceDefinition, wanted: string | undefined): ResourceType {
  const { group, names, namespaced, versions, storageVersion, definedBy } = definition
  const served = versions.filter((version) => version.served)
  const typed = definedBy && served.find(({ name }) => name === storageVersion)
  const version = wanted === undefined ? (typed ?? served[0]) : served.find(({ name }) => name === wanted)
  if (!version) throw badRequest(`${names.kind} has no served version ${JSON.stringify(wanted ?? '')}`)
  return { group, version: version.name, resource: names.plural, kind: names.kind, namespaced }
}
