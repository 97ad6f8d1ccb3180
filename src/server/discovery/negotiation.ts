/**
 * Negotiation of the form of a discovery document.
 *
 * @module
 */

import { parseAccept } from '../../codec/index.js'
import { type Dialect, getKey } from '../../meta/index.js'

/** The aggregated forms, by version of the document, and the older ones by media type. */
export type DiscoveryForm = 'v2' | 'v2beta1' | 'json' | 'yaml' | 'protobuf'

/** The forms of discovery documents. */
export const DISCOVERY_MEDIA_TYPES: readonly string[] = ['application/json', 'application/yaml']

/**
 * Chooses the form of a discovery document.
 *
 * @param accept - The `Accept` header; absent means JSON.
 * @param options - `aggregated`: whether this path has an aggregated document; `dialect` knows its group's name, and the media type
 *   of
 *   protobuf; `binary`: whether the document can be had in that.
 * @returns The first form that the client accepts and we have, or undefined when there is none. Unknown aggregated
 *   versions count as plain JSON, which tells the client that it gets the older document.
 */
export function chooseDiscoveryForm(
  accept: string | undefined,
  { aggregated, binary, dialect }: { readonly aggregated: boolean; readonly binary: boolean; readonly dialect: Dialect },
): DiscoveryForm | undefined {
  let fallback: DiscoveryForm | undefined
  for (const { type, subtype, parameters } of parseAccept(accept)) {
    if (subtype === '*' && (type === '*' || type === 'application')) return 'json'
    if (type !== 'application') continue
    const as = getKey(parameters, 'as')
    if (subtype === 'yaml') return 'yaml'
    if (binary && as === undefined && `${type}/${subtype}` === dialect.protobufMediaType) return 'protobuf'
    if (subtype !== 'json') continue
    if (as === undefined) return 'json'
    fallback = 'json'
    if (!aggregated || as !== 'APIGroupDiscoveryList' || getKey(parameters, 'g') !== aggregatedGroup(dialect)) continue
    const version = getKey(parameters, 'v')
    if (version === 'v2' || version === 'v2beta1') return version
  }
  return fallback
}

/**
 * The group of the aggregated document.
 *
 * @param dialect - The plane's dialect.
 */
export const aggregatedGroup = ({ groupDomain }: Dialect): string => `apidiscovery.${groupDomain}`

/**
 * The media type of an aggregated document. Clients look at it to tell the forms apart.
 *
 * @param dialect - The plane's dialect.
 * @param version - Version of the document.
 */
export const aggregatedMediaType = (dialect: Dialect, version: 'v2' | 'v2beta1'): string =>
  `application/json;g=${aggregatedGroup(dialect)};v=${version};as=APIGroupDiscoveryList`
