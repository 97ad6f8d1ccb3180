/**
 * The objects of a request as webhooks get them: converted, and written as JSON, once for all webhooks of a version.
 *
 * @module
 */

import type { AdmissionAttributes } from '../attributes.js'
import type { MatchedResource } from '../matching/index.js'
import { matchedObjects, type RequestObjects } from '../policy/policy-inputs.js'
import type { AdmissionSources } from '../sources.js'

/** The objects of a request in one version. */
export class ReviewObjects {
  readonly #objects: RequestObjects
  #text: string | undefined
  #length: number | undefined

  /** @param objects - The objects. */
  constructor(objects: RequestObjects) {
    this.#objects = objects
  }

  /** The new state. */
  get object(): RequestObjects['object'] {
    return this.#objects.object
  }

  /** The state before. */
  get oldObject(): RequestObjects['oldObject'] {
    return this.#objects.oldObject
  }

  /** Members of the `request` in a review, as JSON. */
  get text(): string {
    const { object = null, oldObject = null } = this.#objects
    this.#text ??= `"object":${JSON.stringify(object)},"oldObject":${JSON.stringify(oldObject)}`
    return this.#text
  }

  /** Characters of {@link text}. */
  get length(): number {
    this.#length ??= this.text.length
    return this.#length
  }

  /** Frees the text. It is written again if needed. */
  forget(): void {
    this.#text = undefined
  }
}

/** The objects of one request, in the versions that its webhooks want. */
export class ReviewForms {
  readonly #sources: AdmissionSources
  /** Whose objects are kept. */
  #of: RequestObjects | undefined
  readonly #kept = new Map<string, ReviewObjects>()

  /** @param sources - The types of the plane. */
  constructor(sources: AdmissionSources) {
    this.#sources = sources
  }

  /**
   * The objects in the version that a webhook wants.
   *
   * @param attributes - The request, in its present state.
   * @param matched - The resource in whose form it matched.
   */
  async in(attributes: AdmissionAttributes, matched: MatchedResource): Promise<ReviewObjects> {
    const { object, oldObject } = attributes
    if (this.#of?.object !== object || this.#of?.oldObject !== oldObject) this.#kept.clear()
    this.#of = { object, oldObject }
    const { group, version, resource } = matched.resource
    const key = `${group}/${version}/${resource}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const objects = new ReviewObjects(await matchedObjects(this.#sources, attributes, matched))
    this.#kept.set(key, objects)
    return objects
  }
}
