/**
 * Conversion by webhook: a server of the definition's owner converts objects between versions.
 *
 * @module
 */

import { countValues, MAX_BODY_VALUES, parseAnswer, requireKeptNumbers } from '../../codec/index.js'
import {
  ApiError,
  type ApiObject,
  type Clock,
  type Dialect,
  getKey,
  hasManyNumberNames,
  isRecord,
  jsonEqual,
  messageOf,
  type ObjectMeta,
  type Random,
  TurnShare,
  tooManyNumberNames,
  type UnknownRecord,
  utf8Length,
  validateAnnotations,
  validateDnsLabel,
  validateLabels,
} from '../../meta/index.js'
import { createWebhookClient, type WebhookService, type WebhookTarget, type WebhookTransport } from '../../webhook/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { getRecord, listOf, numberOf, recordOf, textOf, textsOf, valueAt } from '../fields/fields.js'
import { REVIEW_VERSIONS } from '../fields/webhook-fields.js'

/** Dependencies of a conversion. */
export interface ConversionOptions {
  readonly dialect: Dialect
  /** If absent, every conversion fails with a message that says so. */
  readonly webhooks?: WebhookTransport | undefined
  /** The clock for timeouts. */
  readonly clock: Clock
  /** Source of the request uids. */
  readonly random: Random
}

/** The timeout of Kubernetes. */
const TIMEOUT_MS = 30_000
const DEFAULT_PORT = 443
/** Bytes of an answer beyond those of its request (ours), as many as a body has: it is parsed in one turn. */
const MAX_ADDED_BYTES = 3 * 1024 * 1024

/**
 * Creates the conversion of a type from its definition.
 *
 * @param definition - The definition.
 * @param options - Transport, dialect and random source.
 * @returns Undefined when the versions of the type differ only in `apiVersion`.
 */
export function conversionOf(definition: ApiObject, options: ConversionOptions): ResourceDefinition['conversion'] {
  const conversion = recordOf(valueAt(definition, 'spec', 'conversion'))
  if (conversion.strategy !== 'Webhook') return undefined
  const webhook = recordOf(conversion.webhook)
  return async (objects, apiVersion) => {
    // Objects may be stored in several old versions; each request converts from a single version.
    const results: ApiObject[] = [...objects]
    for (const from of new Set(objects.map((object) => object.apiVersion))) {
      if (from === apiVersion) continue
      const places = [...objects.keys()].filter((i) => objects[i]?.apiVersion === from)
      const batch = places.map((i) => objects[i] as ApiObject)
      const answers = await review(webhook, batch, apiVersion, options)
      for (const [k, i] of places.entries()) results[i] = answers[k] as ApiObject
    }
    return results
  }
}

async function review(
  webhook: Readonly<UnknownRecord>,
  objects: readonly ApiObject[],
  apiVersion: string,
  options: ConversionOptions,
): Promise<readonly ApiObject[]> {
  const [{ apiVersion: from, kind } = { apiVersion: '', kind: '' }] = objects
  const of = `conversion webhook for ${from}, Kind=${kind}`
  const failure = (why: string) => conversionFailed(`${of} failed: ${why}`)
  const returned = (what: string) => conversionFailed(`${of} returned ${what}`)
  const group = `apiextensions.${options.dialect.groupDomain}`
  const version = textsOf(webhook.conversionReviewVersions).find((name) => REVIEW_VERSIONS.includes(name)) ?? 'v1'
  const uid = options.random.uuid()
  const request = { uid, desiredAPIVersion: apiVersion, objects: objects.map(withoutRevision) }
  const document = { kind: 'ConversionReview', apiVersion: `${group}/${version}`, request }
  const turn = new TurnShare()
  const answer = await post(webhook, document, options, failure, turn)
  const response = getRecord(answer, 'response')
  if (answer.kind !== 'ConversionReview' || answer.apiVersion !== `${group}/${version}` || !response) {
    throw failure(`expected a response of kind ConversionReview in ${group}/${version}`)
  }
  if (response.uid !== uid)
    throw failure(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`)
  const result = recordOf(response.result)
  if (result.status !== 'Success') throw failure(textOf(result.message) || 'response.result.status was not Success')
  const convertedObjects = listOf(response.convertedObjects)
  if (convertedObjects.length !== objects.length) {
    throw returned(`${convertedObjects.length} objects, expected ${objects.length}`)
  }
  const converted: ApiObject[] = []
  for (const [i, object] of objects.entries()) {
    if (turn.isSpent) await turn.next()
    const answered = convertedObjects[i]
    const fault = contentFaultOf(answered, object, apiVersion)
    if (fault !== undefined) throw returned(`invalid object at index ${i}: ${fault}`)
    if (turn.isSpent) await turn.next()
    const change = identityFaultOf(answered as ApiObject, object) ?? mapFaultOf(answered as ApiObject, object)
    if (change !== undefined) throw returned(`invalid object: ${change}`)
    converted.push(withMetadataOf(answered as ApiObject, object))
  }
  // The caller continues in a turn of its own.
  if (turn.isSpent) await turn.next()
  return converted
}

async function post(
  { clientConfig }: Readonly<UnknownRecord>,
  document: unknown,
  { webhooks: transport, clock, random }: ConversionOptions,
  failure: (why: string) => ApiError,
  turn: TurnShare,
): Promise<Readonly<UnknownRecord>> {
  if (!transport) throw failure('this plane was made without the option webhooks, which reaches them')
  const { url, service, caBundle } = recordOf(clientConfig)
  const target: WebhookTarget = {
    server: service === undefined ? { url: textOf(url) } : { service: serviceOf(recordOf(service), failure) },
    ...(textOf(caBundle) !== '' && { caBundle: atob(textOf(caBundle)) }),
  }
  const body = JSON.stringify(document)
  const maxValues = countValues(body) + MAX_BODY_VALUES
  let replied = ''
  const client = createWebhookClient({
    transport,
    target,
    timeoutMs: TIMEOUT_MS,
    maxReplyBytes: utf8Length(body) + MAX_ADDED_BYTES,
    parse: (text) => {
      // The time until then was spent waiting.
      turn.begin()
      replied = text
      return parseAnswer(text, { maxValues, numberNames: false })
    },
    clock,
    random,
  })
  try {
    const answer = await client.postText(body)
    if (turn.isSpent) await turn.next()
    requireKeptNumbers(replied, answer)
    return recordOf(answer)
  } catch (error) {
    throw failure(messageOf(error))
  }
}

function serviceOf(service: Readonly<UnknownRecord>, failure: (why: string) => ApiError): WebhookService {
  const [namespace, name] = [textOf(service.namespace), textOf(service.name)]
  // Definitions that were stored before this validation existed.
  for (const [field, text] of Object.entries({ namespace, name })) {
    if (validateDnsLabel(text).length > 0) throw failure(`service.${field} ${JSON.stringify(text)} is no DNS label`)
  }
  return { namespace, name, path: textOf(service.path) || '/', port: numberOf(service.port) ?? DEFAULT_PORT }
}

/** Checks the result of a conversion: an object of the same kind in the requested version. */
function contentFaultOf(answered: unknown, object: ApiObject, apiVersion: string): string | undefined {
  if (!isRecord(answered) || !isRecord(answered.metadata)) return 'it is no object with metadata'
  if (hasManyNumberNames(answered)) return tooManyNumberNames().message
  if (answered.apiVersion !== apiVersion) {
    return `invalid groupVersion (expected ${apiVersion}, received ${textOf(answered.apiVersion)})`
  }
  if (answered.kind !== object.kind) return `invalid kind (expected ${object.kind}, received ${textOf(answered.kind)})`
  for (const field of ['labels', 'annotations']) {
    const texts = answered.metadata[field]
    if (texts === undefined || texts === null) continue
    if (!isRecord(texts) || Object.values(texts).some((text) => typeof text !== 'string'))
      return `metadata.${field} must be a map of strings`
  }
  return undefined
}

const IDENTITY = { name: 'name', namespace: 'namespace', uid: 'UID' } as const

/** Fields that a conversion must not change. */
function identityFaultOf({ metadata }: ApiObject, object: ApiObject): string | undefined {
  for (const [field, word] of Object.entries(IDENTITY)) {
    const [before, after] = [getKey(object.metadata, field) ?? '', getKey(metadata, field) ?? '']
    if (!jsonEqual(after, before)) return `must have the same ${word}: ${textOf(before)} != ${textOf(after)}`
  }
  return undefined
}

const MAPS = { labels: validateLabels, annotations: validateAnnotations }

/** Checks the labels and annotations that a conversion sets, as Kubernetes does; unchanged ones may be older than a rule. */
function mapFaultOf({ metadata }: ApiObject, object: ApiObject): string | undefined {
  for (const [field, validate] of Object.entries(MAPS)) {
    const [before = {}, after] = [object.metadata, metadata].map((of) => of[field as keyof typeof MAPS] ?? undefined)
    if (!after || jsonEqual(after, before)) continue
    const [fault] = validate(after, `metadata.${field}`)
    if (fault) return `${fault.field}: ${fault.message}`
  }
  return undefined
}

const conversionFailed = (message: string): ApiError => new ApiError({ code: 500, message })

/** Drops the revision, which is useless as the object is not stored at it in that form. */
function withoutRevision(object: ApiObject): ApiObject {
  const { resourceVersion: _resourceVersion, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** A converted object with its own labels and annotations; the rest of the metadata is restored. */
function withMetadataOf(converted: ApiObject, object: ApiObject): ApiObject {
  const { labels, annotations } = converted.metadata
  const { labels: _labels, annotations: _annotations, ...kept } = object.metadata
  const metadata: ObjectMeta = { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) }
  return { ...converted, metadata }
}
