/**
 * Discovery: groups, versions and types, and `/version`.
 *
 * Documents are kept as bytes until the catalog changes.
 *
 * @module
 */

import { encodeProtobuf, encodeYaml } from '../../codec/index.js'
import { type Dialect, methodNotAllowed, notAcceptable } from '../../meta/index.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'
import { aggregatedDiscovery } from './aggregated-document.js'
import { createJsonRepresentation, createRepresentation, type Representation, respond } from './conditional.js'
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy-documents.js'
import {
  aggregatedGroup,
  aggregatedMediaType,
  chooseDiscoveryForm,
  DISCOVERY_MEDIA_TYPES,
  type DiscoveryForm,
} from './negotiation.js'
import { type CatalogView, type ServedGroup, servedGroups } from './served.js'
import { defaultVersionInfo, type VersionInfo } from './version.js'

/** Options of discovery. */
export interface DiscoveryOptions {
  readonly catalog: CatalogView
  readonly dialect: Dialect
  /** The document at `/version`; {@link defaultVersionInfo} by default. */
  readonly version?: VersionInfo
}

/** Answers requests for discovery documents. */
export interface Discovery {
  /**
   * Answers a request for a discovery document.
   *
   * @param request - Any request.
   * @returns The answer, or undefined when the path names no discovery document.
   * @throws {@link ApiError} 405 when it does and the method is not GET or HEAD, 406 when no form of it is acceptable.
   */
  handle(request: ParsedRequest): Promise<ServerResponse> | undefined
  /** The paths of all documents. */
  paths(): readonly string[]
}

/** A document, and its cache key. */
interface Source {
  readonly key: string
  readonly legacy: () => object | Promise<object>
  /** Groups of the aggregated form, where the path has one. */
  readonly aggregated?: readonly ServedGroup[]
  /** True when the content depends on the request, so that it cannot be kept. */
  readonly volatile?: boolean
  /** True for a document without a message: its JSON is always indented, and it has no binary form. */
  readonly isPlain?: boolean
}

/**
 * Makes the discovery handler of a plane.
 *
 * @param options - The catalog to describe, and the dialect.
 */
export function createDiscovery({ catalog, dialect, version = defaultVersionInfo }: DiscoveryOptions): Discovery {
  let generation: number | undefined
  let groups: readonly ServedGroup[] = []
  let kept = new Map<string, Promise<Representation>>()

  const refresh = (): void => {
    if (catalog.generation === generation) return
    generation = catalog.generation
    groups = servedGroups(catalog)
    kept = new Map()
  }

  const find = (request: ParsedRequest): Source | undefined => {
    const [root, second, , more] = request.segments
    if (more !== undefined) return undefined
    if (root === 'version') return second === undefined ? { key: 'version', legacy: () => version, isPlain: true } : undefined
    if (root !== 'api' && root !== 'apis') return undefined
    refresh()
    return sourceOf(request, groups)
  }

  const make = async (source: Source, form: DiscoveryForm, pretty: boolean): Promise<Representation> => {
    if (form === 'v2' || form === 'v2beta1') {
      const document = aggregatedDiscovery(source.aggregated ?? [], `${aggregatedGroup(dialect)}/${form}`)
      return createJsonRepresentation(document, { contentType: aggregatedMediaType(dialect, form), pretty })
    }
    if (form === 'json') return createJsonRepresentation(await source.legacy(), { pretty: pretty || source.isPlain === true })
    if (form === 'protobuf') {
      const bytes = await encodeProtobuf({ apiVersion: 'v1', ...(await source.legacy()) }, dialect)
      if (bytes) return createRepresentation(bytes, dialect.protobufMediaType)
    }
    return createRepresentation(await encodeYaml(await source.legacy()), 'application/yaml')
  }

  const keep = (source: Source, form: DiscoveryForm, pretty: boolean): Promise<Representation> => {
    if (source.volatile && form !== 'v2' && form !== 'v2beta1') return make(source, form, pretty)
    const key = `${source.key} ${form} ${pretty}`
    const known = kept.get(key)
    if (known) return known
    const holder = kept
    const made = make(source, form, pretty)
    holder.set(key, made)
    // A failure (out of memory, an encoder that could not be loaded) is not cached: the next request tries again.
    made.catch(() => holder.delete(key))
    return made
  }

  return {
    handle(request) {
      if (request.isResourceRequest) return undefined
      const source = find(request)
      if (!source) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      const [aggregated, binary] = [source.aggregated !== undefined, source.isPlain !== true]
      const form = chooseDiscoveryForm(request.header('accept'), { aggregated, binary, dialect })
      if (!form) throw notAcceptable([...DISCOVERY_MEDIA_TYPES, ...(binary ? [dialect.protobufMediaType] : [])])
      return keep(source, form, wantsPretty(request)).then((representation) => respond(request, representation))
    },
    paths() {
      refresh()
      return ['/version', '/api', '/apis', ...groups.flatMap(pathsOf)]
    },
  }
}

/** The paths of a group and its versions; the core group has none but that of all its versions. */
function pathsOf({ group, versions }: ServedGroup): readonly string[] {
  const root = group === '' ? '/api' : `/apis/${group}`
  return [...(group === '' ? [] : [root]), ...versions.map(({ version }) => `${root}/${version}`)]
}

/** Finds the document that a path names. */
function sourceOf(request: ParsedRequest, groups: readonly ServedGroup[]): Source | undefined {
  const [root, second, third] = request.segments
  const core = groups.find(({ group }) => group === '')
  const named = groups.filter(({ group }) => group !== '')
  if (second === undefined && root === 'api') {
    const legacy = () => apiVersions(core, request.header('host') ?? '')
    return { key: 'api', legacy, aggregated: core ? [core] : [], volatile: true }
  }
  if (second === undefined) return { key: 'apis', legacy: () => apiGroupList(named), aggregated: named }
  if (root === 'api') return third === undefined ? groupVersionSource(core, second) : undefined
  const group = named.find((candidate) => candidate.group === second)
  if (third !== undefined) return groupVersionSource(group, third)
  return group && { key: `group/${group.group}`, legacy: () => apiGroup(group) }
}

function groupVersionSource(group: ServedGroup | undefined, version: string): Source | undefined {
  const found = group?.versions.find((candidate) => candidate.version === version)
  return found && { key: `resources/${found.group}/${version}`, legacy: () => apiResourceList(found) }
}

/** Whether the client asks for indented JSON. */
function wantsPretty({ query }: ParsedRequest): boolean {
  const pretty = query.get('pretty')
  return pretty !== undefined && pretty !== '' && pretty !== 'false' && pretty !== '0'
}
