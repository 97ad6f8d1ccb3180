/**
 * Conversions that take time, behind a function that takes none.
 *
 * A write turns its object back and forth between versions in many places, none of which can wait. Where the answer is not
 * known yet the work is given up, the answer is fetched, and the work is done again: it changes nothing until it is through.
 *
 * @module
 */

import type { ApiObject, ObjectMeta } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition.js'

/** Thrown where a conversion is needed that was not made yet. */
export class PendingConversion extends Error {
  readonly object: ApiObject
  readonly apiVersion: string

  /**
   * @param object - What is to be converted.
   * @param apiVersion - The `apiVersion` wanted.
   */
  constructor(object: ApiObject, apiVersion: string) {
    super(`the object has to be converted to ${apiVersion} first`)
    this.object = object
    this.apiVersion = apiVersion
  }
}

/** The conversions that one write has needed so far. */
export class KnownConversions {
  readonly #known = new Map<string, ApiObject>()

  /** As the `convert` of a type. @throws {@link PendingConversion} for what is not known. */
  readonly convert: NonNullable<ResourceDefinition['convert']> = (object, apiVersion) => {
    const known = this.#known.get(keyOf(object, apiVersion))
    if (!known) throw new PendingConversion(object, apiVersion)
    return withMetadataOf(known, object)
  }

  /**
   * Remembers a conversion.
   *
   * @param pending - What was asked for.
   * @param result - The answer.
   */
  add({ object, apiVersion }: PendingConversion, result: ApiObject): void {
    this.#known.set(keyOf(object, apiVersion), result)
  }
}

/** A write done again makes another uid and another time; a conversion may look at all, but change no more than these two. */
function keyOf({ metadata, ...rest }: ApiObject, apiVersion: string): string {
  return JSON.stringify([apiVersion, metadata.labels, metadata.annotations, rest])
}

/**
 * Takes a conversion's labels and annotations, and everything else of the metadata from the object that was converted.
 *
 * @param converted - The answer.
 * @param object - What was converted.
 */
export function withMetadataOf(converted: ApiObject, object: ApiObject): ApiObject {
  const { labels, annotations } = converted.metadata
  const { labels: _labels, annotations: _annotations, ...kept } = object.metadata
  const metadata: ObjectMeta = { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) }
  return { ...converted, metadata }
}
