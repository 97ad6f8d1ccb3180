/** Small definitions, a catalog that a test changes by hand, and requests without a server. */

import type { JsonObject } from '../../../src/meta/index.js'
import type { ResourceDefinition, ResourceVerb, Subresource } from '../../../src/resources/index.js'
import type { Schema } from '../../../src/schema/index.js'
import type { ServerResponse } from '../../../src/server/http.js'
import type { ParsedRequest } from '../../../src/server/parsed-request.js'

export const ALL: readonly ResourceVerb[] = ['watch', 'update', 'patch', 'list', 'get', 'deletecollection', 'delete', 'create']
export const PART: readonly ResourceVerb[] = ['update', 'get', 'patch']

export const schemaOf = (document: JsonObject, components: Record<string, JsonObject> = {}, name?: string): Schema => ({
  document,
  components,
  ...(name !== undefined && { name }),
  prune: (value) => ({ value, unknownFields: [] }),
  applyDefaults: (value) => value,
  validate: () => [],
})

export interface Spec {
  group?: string
  plural: string
  kind: string
  versions?: readonly string[]
  unserved?: readonly string[]
  deprecated?: readonly string[]
  verbs?: readonly ResourceVerb[]
  subresources?: readonly Subresource[]
  shortNames?: readonly string[]
  categories?: readonly string[]
  namespaced?: boolean
  custom?: boolean
  schema?: Schema
}

export function define(spec: Spec): ResourceDefinition {
  const { group = '', plural, kind, versions = ['v1'] } = spec
  return {
    group,
    names: {
      plural,
      kind,
      singular: kind.toLowerCase(),
      listKind: `${kind}List`,
      shortNames: spec.shortNames ?? [],
      categories: spec.categories ?? [],
    },
    namespaced: spec.namespaced ?? true,
    versions: versions.map((name) => ({
      name,
      served: !spec.unserved?.includes(name),
      subresources: spec.subresources ?? [],
      ...(spec.deprecated?.includes(name) && { deprecated: true }),
      ...(spec.schema && { schema: spec.schema }),
    })),
    storageVersion: versions[0] ?? 'v1',
    storedAs: { group, resource: plural },
    verbs: spec.verbs ?? ALL,
    hasGeneration: false,
    custom: spec.custom ?? false,
    strategy: {},
  }
}

/** Groups and versions come in the order of the definitions. */
export class FakeCatalog {
  generation = 0
  reads = 0
  #definitions: readonly ResourceDefinition[]

  constructor(...definitions: readonly ResourceDefinition[]) {
    this.#definitions = definitions
  }

  set(...definitions: readonly ResourceDefinition[]): void {
    this.#definitions = definitions
    this.generation += 1
  }

  all(): readonly ResourceDefinition[] {
    this.reads += 1
    return this.#definitions
  }

  find(group: string, version: string, plural: string) {
    const definition = this.#definitions.find((one) => one.group === group && one.names.plural === plural)
    const found = definition?.versions.find(({ name, served }) => name === version && served)
    return definition && found && { definition, version: found }
  }

  groups() {
    const groups = new Map<string, Set<string>>()
    for (const { group, versions } of this.#definitions) {
      const names = groups.get(group) ?? new Set()
      groups.set(group, names)
      for (const { name } of versions) names.add(name)
    }
    return [...groups].map(([group, versions]) => ({ group, versions: [...versions] }))
  }
}

export function request(url: string, headers: Record<string, string> = {}, more: Partial<ParsedRequest> = {}): ParsedRequest {
  const { pathname, searchParams } = new URL(url, 'http://plane')
  const path = pathname.replace(/\/$/, '')
  return {
    raw: {
      method: 'GET',
      url,
      headers: Object.entries(headers),
      readBody: async () => new Uint8Array(),
      peerCertificates: [],
      signal: new AbortController().signal,
    },
    method: 'GET',
    decodedPath: pathname,
    rest: [],
    rawRest: '',
    path,
    segments: path.split('/').slice(1).map(decodeURIComponent),
    query: {
      get: (name) => searchParams.get(name) ?? undefined,
      getAll: (name) => searchParams.getAll(name),
      has: (name) => searchParams.has(name),
    },
    header: (name) => headers[name],
    isResourceRequest: false,
    verb: 'get',
    group: '',
    version: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    ...more,
  }
}

interface Handler {
  handle(request: ParsedRequest): Promise<ServerResponse> | ServerResponse | undefined
}

/** Asks a handler and reads the answer; a path that is not its own fails the test. */
export async function ask(handler: Handler, asked: ParsedRequest) {
  const response = await handler.handle(asked)
  if (!response) throw new Error(`no answer for ${asked.path}`)
  if (!(response.body instanceof Uint8Array)) throw new Error('the answer is a stream')
  const text = new TextDecoder().decode(response.body)
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, text, bytes: response.body, json: () => JSON.parse(text) }
}

/** The code of the error that a handler refuses a request with. */
export async function refusal(handler: Handler, asked: ParsedRequest): Promise<number | undefined> {
  try {
    await handler.handle(asked)
  } catch (error) {
    return (error as { status: { code: number } }).status.code
  }
  return undefined
}
