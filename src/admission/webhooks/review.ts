/**
 * AdmissionReview: requests to webhooks, and validation of their answers.
 *
 * @module
 */

import { decodeBase64, parseAnswer, requireKeptNumbers } from '../../codec/index.js'
import { type Dialect, isRecord, parseApiVersion, type UnknownRecord } from '../../meta/index.js'
import { REVIEW_KIND, UnusableAnswer } from './failures.js'

/** The answer of a webhook. */
export interface WebhookAnswer {
  readonly allowed: boolean
  /** The `Status` of a refusal; the webhook may omit any field. */
  readonly status: Readonly<UnknownRecord>
  /** A decoded JSON patch; undefined when it is missing or empty. */
  readonly patch: unknown
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
}

/** The supported versions of reviews; the webhook's order of preference decides. */
const VERSIONS: readonly string[] = ['v1', 'v1beta1']

/** Limit for the warnings, and for the annotations, of one answer (ours). */
const MAX_NOTES = 100

/**
 * The `apiVersion` of a webhook's reviews: the first supported one in its list.
 *
 * @throws {@link UnusableAnswer} when there is none.
 */
export function reviewVersion(versions: readonly string[], { groupDomain }: Dialect): string {
  const version = versions.find((name) => VERSIONS.includes(name))
  if (version === undefined) throw new UnusableAnswer('webhook does not accept known AdmissionReview versions (v1, v1beta1)')
  return `admission.${groupDomain}/${version}`
}

/**
 * Parses an answer.
 *
 * @param reply - The response document.
 * @param asked - The review that was sent, and whether the webhook may change the object.
 * @throws {@link UnusableAnswer} when it is invalid.
 */
export function readAnswer(
  reply: unknown,
  asked: { readonly apiVersion: string; readonly uid: string; readonly mutates: boolean },
): WebhookAnswer {
  const review = isRecord(reply) ? reply : {}
  const expected = formOf(asked.apiVersion, REVIEW_KIND)
  const given = formOf(textOf(review.apiVersion), textOf(review.kind))
  if (review.apiVersion !== asked.apiVersion || review.kind !== REVIEW_KIND) {
    throw new UnusableAnswer(`failed to call webhook: converting (${given}) to (${expected}): unknown conversion`)
  }
  const { response } = review
  if (!isRecord(response)) throw invalidAnswer('webhook response was absent')
  const isStrict = asked.apiVersion.endsWith('/v1')
  if (isStrict && response.uid !== asked.uid) {
    throw invalidAnswer(`expected response.uid=${JSON.stringify(asked.uid)}, got ${JSON.stringify(textOf(response.uid))}`)
  }
  const { status, warnings } = response
  return {
    allowed: response.allowed === true,
    status: isRecord(status) ? status : {},
    patch: readPatch(response, asked.mutates, isStrict),
    warnings: Array.isArray(warnings) ? warnings.filter((text) => typeof text === 'string').slice(0, MAX_NOTES) : [],
    auditAnnotations: readAnnotations(response.auditAnnotations),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A kind as Kubernetes shows it: `v1.AdmissionReview`. */
const formOf = (apiVersion: string, kind: string): string => `${parseApiVersion(apiVersion)?.version ?? ''}.${kind}`

const invalidAnswer = (detail: string): UnusableAnswer => new UnusableAnswer(`received invalid webhook response: ${detail}`)

const JSON_PATCH = 'JSONPatch'

function readPatch(response: Readonly<UnknownRecord>, mutates: boolean, isStrict: boolean): unknown {
  const patch = textOf(response.patch)
  const type = response.patchType ?? undefined
  if (!mutates) {
    if (!isStrict) return undefined
    if (patch !== '') throw invalidAnswer('validating webhook may not return response.patch')
    if (type !== undefined) throw invalidAnswer('validating webhook may not return response.patchType')
    return undefined
  }
  if (isStrict) {
    if (patch !== '' && type === undefined) throw invalidAnswer('webhook returned response.patch but not response.patchType')
    if (patch === '' && type !== undefined) throw invalidAnswer('webhook returned response.patchType but not response.patch')
    if (type !== undefined && type !== JSON_PATCH) throw new UnusableAnswer(`unsupported patch type ${JSON.stringify(type)}`)
  }
  const operations = patch === '' ? undefined : decodePatch(patch)
  return Array.isArray(operations) && operations.length === 0 ? undefined : operations
}

function decodePatch(base64: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(base64))
    const operations = parseAnswer(text)
    requireKeptNumbers(text, operations)
    return operations
  } catch (error) {
    const why = error instanceof RangeError ? error.message : 'unexpected end of JSON input'
    throw new UnusableAnswer(`received undecodable patch in webhook response: ${why}`)
  }
}

function readAnnotations(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {}
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.slice(0, MAX_NOTES))
}
