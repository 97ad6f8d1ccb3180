/**
 * Audit: records that a request was received, and its answer.
 *
 * @module
 */

import { type AuditedAnswer, type Auditor, type AuditRecord, sourceAddresses } from '../../audit/index.js'
import { type ApiError, internalError, isRecord, listMetadata, type UserInfo } from '../../meta/index.js'
import type { Answer, Target } from '../../registry/index.js'
import { apiVersionOf, inVersion } from '../../resources/index.js'
import type { Page } from '../../store/index.js'
import type { Exchange } from '../exchange.js'
import type { Outcome } from '../outcome.js'
import { isLongRunning } from '../request-info.js'
import type { Stage } from '../stage.js'
import { attributesOf } from './authorization.js'

/**
 * Starts the audit record of a request, as the authenticated user. Refuses it when a blocking-strict backend cannot record it.
 *
 * @param auditor - Writes; undefined when auditing is off.
 */
export const audit = (auditor: Auditor | undefined): Stage => ({
  name: 'audit',
  handle(exchange, next) {
    exchange.audit = auditor && begin(auditor, exchange)
    const kept = exchange.audit?.received()
    if (!kept) return next(exchange)
    const refuse = (error: unknown) => {
      auditor?.rejected()
      throw internalError(new Error('the request could not be written down', { cause: error }))
    }
    return kept.catch(refuse).then(() => next(exchange))
  },
})

/** Subresources whose answers are streams, also of types without them. */
const STREAMS: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy'])

const UNAUTHENTICATED: UserInfo = Object.freeze({ username: '', groups: Object.freeze([]) })

function begin(auditor: Auditor, { request, door, user, auditId, startedMs }: Exchange): AuditRecord | undefined {
  return auditor.begin({
    attributes: attributesOf(request, user ?? UNAUTHENTICATED),
    auditId,
    uri: door.uri,
    userAgent: request.header('user-agent'),
    sourceIPs: sourceAddresses((name) => request.header(name), door.remoteAddress),
    receivedMs: startedMs,
    isLongRunning: isLongRunning(request) || STREAMS.has(request.subresource),
  })
}

/**
 * Records the answer of a request.
 *
 * @returns Resolves when the answer may be sent.
 */
export function noteAnswer({ audit, code, outcome }: Exchange): Promise<void> | undefined {
  return audit && settled(audit.answered(answerOf(code, outcome)))
}

/**
 * Records why a request was refused, also one that failed authentication.
 *
 * @param auditor - Writes.
 * @param exchange - The request.
 * @param error - What it is answered with.
 */
export function noteRefusal(auditor: Auditor, exchange: Exchange, { status }: ApiError): Promise<void> | undefined {
  const answer: AuditedAnswer = { code: status.code, status, document: () => status }
  if (exchange.audit) return settled(exchange.audit.answered(answer))
  return status.code === 401 ? settled(begin(auditor, exchange)?.unauthenticated(answer)) : undefined
}

/** A request that was carried out is answered whether it could be recorded or not. */
const settled = (kept: Promise<void> | undefined): Promise<void> | undefined => kept?.catch(() => {})

function answerOf(code: number, outcome: Outcome | undefined): AuditedAnswer {
  switch (outcome?.kind) {
    case 'object':
      return { code, document: () => shownObject(outcome.target, outcome.answer) }
    case 'list':
      return { code, document: () => shownList(outcome.target, outcome.page), documentBytes: () => bytesOf(outcome.page) }
    case 'status':
      return { code, status: outcome.status, document: () => outcome.status }
    case 'watch':
      return { code, goesOn: true }
    case 'connection':
      return { code, goesOn: outcome.body !== undefined }
    default:
      return { code }
  }
}

/** A subresource with a kind of its own has no other versions to convert to. */
const shownObject = (target: Target, { object }: Pick<Answer, 'object'>): unknown =>
  target.subresource?.kind ? object : inVersion(target, object)

const bytesOf = ({ rows }: Page): number => rows.reduce((bytes, { size }) => bytes + size, 0)

const shownList = (target: Target, page: Page): unknown => ({
  kind: target.definition.names.listKind,
  apiVersion: apiVersionOf(target),
  metadata: listMetadata(page),
  items: page.rows.map((row) => shownItem(target, shownObject(target, row))),
})

/** As in answers, items of built-in lists have no kind and version of their own. */
function shownItem({ definition }: Target, object: unknown): unknown {
  if (definition.custom || !isRecord(object)) return object
  const { kind: _kind, apiVersion: _apiVersion, ...item } = object
  return item
}
