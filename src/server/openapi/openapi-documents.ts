/**
 * The OpenAPI documents of a catalog in the forms that clients ask for.
 *
 * Documents are made on the first request, and kept as bytes until what they describe changes. What makes them is loaded
 * with the first of them.
 *
 * @module
 */

import { encodeOpenApiV2, encodeOpenApiV3 } from '../../codec/index.js'
import { type Dialect, formatApiVersion, inTurns, type Pausing } from '../../meta/index.js'
import { createJsonRepresentation, createRepresentation, type Representation } from '../discovery/conditional.js'
import { type CatalogView, type ServedGroup, type ServedGroupVersion, servedGroups } from '../discovery/served.js'
import { writeDocument } from './document-text.js'
import type { DocumentInfo } from './document-v3.js'

/** The media types as RFC 9110 allows them: with `@` in a Content-Type, the very clients that ask for it refuse the answer. */
export const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
export const V3_PROTOBUF = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'
export const JSON_FORM = 'application/json'

const INFO: DocumentInfo = { title: 'Binnacle', version: 'v1' }

/** A document of a group version in its forms, and what it was made from. */
interface Kept {
  readonly groupVersion: ServedGroupVersion
  readonly forms: Map<string, Promise<Representation>>
}

/** Makes documents, and keeps them. */
export class OpenApiDocuments {
  readonly #catalog: CatalogView
  readonly #options: { readonly dialect: Dialect; readonly info: DocumentInfo }
  #generation: number | undefined
  #groups: readonly ServedGroup[] = []
  /** By the path of the group version. */
  #documents = new Map<string, Kept>()
  /** Those about all groups, by their form. */
  #wholes = new Map<string, Promise<Representation>>()
  /** Those of OpenAPI v2 that describe what is served now, by their form. */
  readonly #made = new Map<string, Representation>()
  /** Ends with the one of OpenAPI v2 that was begun last. */
  #making: Promise<unknown> = Promise.resolve()

  constructor(catalog: CatalogView, dialect: Dialect) {
    this.#catalog = catalog
    this.#options = { dialect, info: INFO }
  }

  /** Finds the group version of a path such as `apis/apps/v1`. */
  find(path: string): ServedGroupVersion | undefined {
    this.#refresh()
    return this.#groupVersions().find((candidate) => documentPath(candidate) === path)
  }

  /** The document of one group version. */
  v3(groupVersion: ServedGroupVersion, form = JSON_FORM): Promise<Representation> {
    const path = documentPath(groupVersion)
    const kept = this.#documents.get(path) ?? { groupVersion, forms: new Map() }
    this.#documents.set(path, kept)
    return once(kept.forms, form, async () => {
      const { openApiV3 } = await import('./document-v3.js')
      const making = openApiV3(groupVersion, this.#options)
      if (form === JSON_FORM) return inJson(making)
      return createRepresentation(await encodeOpenApiV3(await inTurns(making)), form)
    })
  }

  /** The paths of all documents, each with the hash of its JSON. */
  index(): Promise<Representation> {
    this.#refresh()
    return once(this.#wholes, 'index', async () => {
      const paths: Record<string, { readonly serverRelativeURL: string }> = {}
      for (const groupVersion of this.#groupVersions()) {
        const { hash } = await this.v3(groupVersion)
        paths[documentPath(groupVersion)] = { serverRelativeURL: locationOf(groupVersion, hash) }
      }
      return createJsonRepresentation({ paths })
    })
  }

  /**
   * The document of everything. It may be as large as fifty megabytes, so one is made at a time, of what is served then: types may
   * change more often than that takes.
   */
  v2(form: string): Promise<Representation> {
    this.#refresh()
    return once(this.#wholes, form, () => {
      const made = this.#making.then(() => this.#currentV2(form))
      this.#making = made.catch(() => {})
      return made
    })
  }

  async #currentV2(form: string): Promise<Representation> {
    this.#refresh()
    const groups = this.#groups
    const known = this.#made.get(form)
    if (known) return known
    const { openApiV2 } = await import('./document-v2.js')
    const making = openApiV2(groups, this.#options)
    const representation =
      form === V2_PROTOBUF
        ? await createRepresentation(await encodeOpenApiV2(await inTurns(making)), V2_PROTOBUF)
        : await inJson(making)
    if (groups === this.#groups) this.#made.set(form, representation)
    return representation
  }

  #refresh(): void {
    if (this.#catalog.generation === this.#generation) return
    this.#generation = this.#catalog.generation
    this.#groups = servedGroups(this.#catalog)
    this.#wholes = new Map()
    this.#made.clear()
    const next = new Map<string, Kept>()
    for (const groupVersion of this.#groupVersions()) {
      const path = documentPath(groupVersion)
      const kept = this.#documents.get(path)
      // A new type in one group leaves the documents of the others as they are.
      if (kept && sameResources(kept.groupVersion, groupVersion)) next.set(path, kept)
    }
    this.#documents = next
  }

  #groupVersions = (): readonly ServedGroupVersion[] => this.#groups.flatMap(({ versions }) => versions)
}

/** Where the document of a group version is, under the hash of its content. */
export const locationOf = (groupVersion: ServedGroupVersion, hash: string): string =>
  `/openapi/v3/${documentPath(groupVersion)}?hash=${hash}`

/** Makes what is not there yet; what failed is tried again when it is next asked for. */
function once(
  forms: Map<string, Promise<Representation>>,
  name: string,
  make: () => Promise<Representation>,
): Promise<Representation> {
  const known = forms.get(name)
  if (known) return known
  const made = make()
  forms.set(name, made)
  made.catch(() => forms.delete(name))
  return made
}

/** Documents of many types take long: other work runs while they are made. */
const inJson = async (making: Pausing<object>): Promise<Representation> =>
  createRepresentation(await inTurns(writeDocument(await inTurns(making))), JSON_FORM)

/** A group version as the index names it: `api/v1`, `apis/apps/v1`. */
const documentPath = ({ group, version }: ServedGroupVersion): string =>
  `${group === '' ? 'api' : 'apis'}/${formatApiVersion(group, version)}`

function sameResources({ resources: left }: ServedGroupVersion, { resources: right }: ServedGroupVersion): boolean {
  return left.length === right.length && left.every(({ definition }, i) => definition === right[i]?.definition)
}
