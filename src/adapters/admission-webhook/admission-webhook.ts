/**
 * Runs an admission plugin as a webhook: the same rule works in a plane, or beside a cluster.
 *
 * @module
 */

import {
  type Admission,
  type AdmissionAttributes,
  type AdmissionPhase,
  type AdmissionPlugin,
  aPlugin,
  createAdmission,
  type TriedWrite,
  tryAdmission,
} from '../../admission/index.js'
import { alwaysAllow } from '../../authz/index.js'
import { type Client, clientOfPlane } from '../../client/index.js'
import { decodeJson, encodeBase64, encodeJson } from '../../codec/index.js'
import {
  ApiError,
  type ApiObject,
  badRequest,
  type Clock,
  check,
  type Dialect,
  dialects,
  isRecord,
  methodNotAllowed,
  systemClock,
  systemRandom,
  tooLarge,
  type UnknownRecord,
} from '../../meta/index.js'
import type { AdmissionContext } from '../../plane/resource-plugin/index.js'
import type { RequestHandler, ServerRequest, ServerResponse } from '../../server/index.js'

/** Options of {@link admissionWebhook}. */
export interface AdmissionWebhookOptions {
  /**
   * The kind of configuration that names the webhook. Default: the phase of the plugin; a plugin that both mutates and validates
   * needs two webhooks.
   */
  readonly phase?: AdmissionPhase
  /** A client of the calling cluster, for plugins that look objects up. Without it such a plugin fails. */
  readonly client?: Client
  readonly clock?: Clock
  /** Receives unexpected errors of the plugin; the webhook answers 500 then, and the failure policy decides. Default: ignored. */
  readonly onError?: (error: unknown) => void
}

const webhookOptions = /* @__PURE__ */ check.members<keyof AdmissionWebhookOptions>({
  phase: check.fits('"mutating" or "validating"', (value) => value === 'mutating' || value === 'validating'),
  client: clientOfPlane,
  clock: check.clock,
  onError: check.callable,
})

const REVIEW_KIND = 'AdmissionReview'
const OPERATIONS: ReadonlySet<unknown> = new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])
/** Room for two objects of maximum size, and the other fields of a review. */
const MAX_REVIEW_BYTES = 7 * 1024 * 1024

/** A parsed review. */
interface Review {
  readonly apiVersion: string
  readonly dialect: Dialect
  readonly request: Readonly<UnknownRecord>
}

/**
 * Makes a webhook of a plugin: it answers AdmissionReviews of `v1` and `v1beta1`, in either dialect, on every path. Serve it with
 * `nodeHandler` or `fetchHandler`. It has no plane: a plugin looks objects up by the client of the options, or fails the request.
 *
 * @param plugin - The plugin.
 * @param options - See {@link AdmissionWebhookOptions}.
 * @throws TypeError for a plugin that mutates and validates, without `phase`.
 */
export function admissionWebhook(plugin: AdmissionPlugin, options: AdmissionWebhookOptions = {}): RequestHandler {
  check.refuse('admissionWebhook', [...aPlugin(plugin, 'plugin'), ...webhookOptions(options, 'options')])
  const { clock = systemClock, onError = () => {} } = options
  const phase = options.phase ?? phaseOf(plugin)
  /** By dialect, as plugins receive it when they are started. */
  const started = new Map<Dialect, Promise<Admission>>()
  const start = async (dialect: Dialect): Promise<Admission> => {
    const admission = createAdmission([plugin])
    await admission.start(sourcesOf(dialect, options.client, clock, onError))
    return admission
  }
  const answer = async (request: ServerRequest): Promise<unknown> => {
    if (request.method !== 'POST') throw methodNotAllowed()
    const body = await request.readBody(MAX_REVIEW_BYTES)
    if (body === 'too-large') throw tooLarge(`a review has at most ${MAX_REVIEW_BYTES} bytes`)
    const { apiVersion, dialect, request: asked } = readReview(decodeJson(body).value)
    const admission = started.get(dialect) ?? start(dialect)
    started.set(dialect, admission)
    const write = writeOf(asked)
    const response = write ? await judge(await admission, write, phase) : { allowed: true }
    return { apiVersion, kind: REVIEW_KIND, response: { uid: asked.uid, ...response } }
  }
  return {
    async handle(request) {
      try {
        return jsonAnswer(200, await answer(request))
      } catch (error) {
        if (error instanceof ApiError) return jsonAnswer(error.status.code ?? 500, error.status)
        onError(error)
        return jsonAnswer(500, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500, message: 'the plugin failed' })
      }
    },
  }
}

function phaseOf({ name, mutate, transform, validate }: AdmissionPlugin): AdmissionPhase {
  if (!mutate && !transform) return 'validating'
  if (!validate) return 'mutating'
  throw new TypeError(`phase: plugin ${JSON.stringify(name)} changes and judges, expected 'mutating' or 'validating'`)
}

const jsonAnswer = (status: number, body: unknown): ServerResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: encodeJson(body),
})

function readReview(value: unknown): Review {
  const review = isRecord(value) ? value : {}
  const dialect = dialects.find(({ groupDomain }) =>
    ['v1', 'v1beta1'].some((version) => review.apiVersion === `admission.${groupDomain}/${version}`),
  )
  const { apiVersion, kind, request } = review
  if (!dialect || kind !== REVIEW_KIND || !isRecord(request) || typeof request.uid !== 'string') {
    throw badRequest('expected an AdmissionReview of v1 or v1beta1 with a request')
  }
  return { apiVersion: String(apiVersion), dialect, request }
}

/** The write of a review; undefined for an unknown operation. */
function writeOf(request: Readonly<UnknownRecord>): TriedWrite | undefined {
  const { operation, resource, kind, subResource, namespace, name, userInfo, dryRun, options, object, oldObject } = request
  if (!OPERATIONS.has(operation)) return undefined
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const place = isRecord(resource) ? resource : {}
  const user = isRecord(userInfo) ? userInfo : {}
  return {
    operation: operation as AdmissionAttributes['operation'],
    group: text(place.group),
    version: text(place.version),
    resource: text(place.resource),
    kind: isRecord(kind) ? text(kind.kind) : '',
    subresource: text(subResource),
    namespace: text(namespace),
    name: text(name),
    user: {
      username: text(user.username),
      groups: Array.isArray(user.groups) ? user.groups.map(text) : [],
      ...(typeof user.uid === 'string' && { uid: user.uid }),
      ...(isRecord(user.extra) && { extra: user.extra as Readonly<Record<string, readonly string[]>> }),
    },
    dryRun: dryRun === true,
    options: isRecord(options) ? options : {},
    object: objectIn(object),
    oldObject: objectIn(oldObject),
  }
}

const objectIn = (value: unknown): ApiObject | undefined => {
  if (!isRecord(value)) return undefined
  return { apiVersion: '', kind: '', ...value, metadata: isRecord(value.metadata) ? value.metadata : {} } as ApiObject
}

async function judge(admission: Admission, write: TriedWrite, phase: AdmissionPhase): Promise<UnknownRecord> {
  const { allowed, status, patch, warnings, auditAnnotations } = await tryAdmission(admission, write, [phase])
  return {
    allowed,
    ...(status && { status: { code: status.code, message: status.message, reason: status.reason, details: status.details } }),
    ...(allowed && patch.length > 0 && { patchType: 'JSONPatch', patch: encodeBase64(encodeJson(patch)) }),
    ...(warnings.length > 0 && { warnings }),
    ...(Object.keys(auditAnnotations).length > 0 && { auditAnnotations }),
  }
}

/** The sources of a plane for plugins, without a plane. */
function sourcesOf(
  dialect: Dialect,
  client: Client | undefined,
  clock: Clock,
  reportError: (error: unknown) => void,
): AdmissionContext {
  const absent = (): never => {
    throw new Error('a webhook has no plane to look things up in, but for the `client` of its options')
  }
  return {
    dialect,
    clock,
    random: systemRandom,
    authorizer: alwaysAllow,
    objects: { get: absent, list: absent, follow: absent, create: absent, replace: absent },
    types: { ofKind: absent, equivalents: absent, convert: absent },
    get client() {
      return client ?? absent()
    },
    reportError,
  }
}
