/**
 * TokenRequest: issues a token for a service account. The body of `serviceaccounts/token`.
 *
 * @module
 */

import type { ServiceAccountTokens, TokenSpec } from '../../authn/index.js'
import { MAX_TOKEN_LENGTH } from '../../crypto/index.js'
import {
  type ApiObject,
  badRequest,
  conflict,
  type Dialect,
  type FieldError,
  forbiddenField,
  formatTime,
  invalid,
  invalidField,
  notFound,
  parseApiVersion,
} from '../../meta/index.js'
import type { ResourceDefinition, Subresource } from '../definition/definition.js'
import { reviewDefinition } from '../definition/review-definition.js'
import type { ReviewContext } from '../definition/strategy.js'
import { nameOf, numberOf, recordOf, textAt, textOf, textsOf, valueAt, withFields } from '../fields/fields.js'
import { integer, list, listMarkers, refTo, struct, text, time } from '../fields/json-schema.js'

const DEFAULT_SECONDS = 3600
const MIN_SECONDS = 600
const MAX_SECONDS = 2 ** 32
/** The lifetime that clients request when they replace unlimited tokens: an hour, plus a few seconds as a marker. */
const EXTENDED_FROM_SECONDS = 3607
const EXTENDED_TO_SECONDS = 365 * 24 * 3600

/** Kinds that a token can be bound to, all in the core group. */
const BOUND = { Secret: 'secrets', Pod: 'pods', Node: 'nodes' } as const

/**
 * The subresource `token` of service accounts.
 *
 * @param dialect - The plane's dialect.
 * @param tokens - Issues the tokens.
 * @see Specification, "Service account tokens"
 */
export function tokenSubresource(dialect: Dialect, tokens: ServiceAccountTokens): Subresource {
  const virtualType = tokenRequest(dialect, tokens)
  const kind = { group: virtualType.group, version: 'v1', kind: virtualType.names.kind }
  return { name: 'token', verbs: ['create'], kind, virtualType }
}

function tokenRequest(dialect: Dialect, tokens: ServiceAccountTokens): ResourceDefinition {
  const { atomic } = listMarkers(dialect)
  return reviewDefinition(dialect, {
    group: `authentication.${dialect.groupDomain}`,
    kind: 'TokenRequest',
    schemaName: 'authentication.v1.TokenRequest',
    description: 'Asks for a token of a service account.',
    required: ['spec'],
    properties: {
      spec: refTo('authentication.v1.TokenRequestSpec', 'What the token is to be.'),
      status: refTo('authentication.v1.TokenRequestStatus', 'The token. Set by the server.'),
    },
    schemas: () => ({
      'authentication.v1.TokenRequestSpec': struct('What a token is to be.', {
        audiences: list('Whom the token is meant for; the API itself when empty.', { type: 'string' }, atomic),
        boundObjectRef: refTo('authentication.v1.BoundObjectReference', 'An object that the token ends with.'),
        expirationSeconds: integer('How long the token is to be good, in seconds. The answer says how long it is.', 'int64'),
      }),
      'authentication.v1.BoundObjectReference': struct('An object that a token is bound to.', {
        apiVersion: text('Version of the object.'),
        kind: text('Kind of the object: Secret, Pod or Node.'),
        name: text('Name of the object.'),
        uid: text('Identity of the object.'),
      }),
      'authentication.v1.TokenRequestStatus': struct('A token.', {
        expirationTimestamp: time('When the token ends.'),
        token: text('The token, as it stands in a header.'),
      }),
    }),
    defaults: withEmptyFields,
    prepareReview: (object, context) => prepare(object, context, tokens),
    validate: validateLifetime,
    review: (object, context) => answer(object, context, tokens, dialect),
  })
}

/**
 * Unset fields of the request and of the pending answer are set to empty values, which plugins, webhooks and audit events show.
 */
function withEmptyFields(object: ApiObject): ApiObject {
  const { audiences = null, boundObjectRef = null, ...spec } = recordOf(object.spec)
  return withFields(object, {
    spec: { audiences, boundObjectRef, ...spec },
    status: { token: '', expirationTimestamp: null },
  })
}

/** Sets names, audiences and the default lifetime; the account has to exist. */
async function prepare(object: ApiObject, context: ReviewContext, tokens: ServiceAccountTokens): Promise<ApiObject> {
  const { name, namespace, nowMs } = context
  const sent = nameOf(object)
  if (sent !== '' && sent !== name) {
    const error = invalidField('metadata.name', sent, 'must match the service account name if specified')
    throw invalid({ group: parseApiVersion(object.apiVersion)?.group ?? '', kind: object.kind }, name, [error])
  }
  await accountOf(context)
  const spec = recordOf(object.spec)
  const audiences = textsOf(spec.audiences)
  return withFields(object, {
    metadata: { ...object.metadata, name, namespace, creationTimestamp: formatTime(nowMs) },
    spec: {
      ...spec,
      audiences: audiences.length > 0 ? audiences : tokens.apiAudiences,
      expirationSeconds: numberOf(spec.expirationSeconds) ?? DEFAULT_SECONDS,
    },
  })
}

function validateLifetime(object: ApiObject): readonly FieldError[] {
  const seconds = numberOf(valueAt(object, 'spec', 'expirationSeconds')) ?? DEFAULT_SECONDS
  const wrong = (message: string) => [invalidField('spec.expirationSeconds', seconds, message)]
  if (seconds < MIN_SECONDS) return wrong('may not specify a duration less than 10 minutes')
  return seconds > MAX_SECONDS ? wrong('may not specify a duration larger than 2^32 seconds') : []
}

async function answer(
  object: ApiObject,
  context: ReviewContext,
  tokens: ServiceAccountTokens,
  { labelDomain }: Dialect,
): Promise<ApiObject> {
  const account = await accountOf(context)
  const spec = recordOf(object.spec)
  const bound = spec.boundObjectRef === null ? {} : await boundObjects(object, context)
  const audiences = textsOf(spec.audiences)
  const { maxTokenSeconds = MAX_SECONDS, extendTokens, apiAudiences } = tokens
  const asked = numberOf(spec.expirationSeconds) ?? DEFAULT_SECONDS
  const seconds = Math.min(asked, maxTokenSeconds)
  const isForUs = audiences.every((audience) => apiAudiences.includes(audience))
  if (seconds < asked) context.warn(`requested expiration of ${asked} seconds shortened to ${seconds} seconds`)
  const isExtended = extendTokens && bound.pod !== undefined && seconds === EXTENDED_FROM_SECONDS && isForUs
  const tokenId = context.random.uuid()
  context.annotate?.(`authentication.${labelDomain}/issued-credential-id`, `JTI=${tokenId}`)
  const token = await tokens.issue({
    tokenId,
    namespace: context.namespace,
    account,
    ...bound,
    audiences,
    lifetimeSeconds: isExtended ? EXTENDED_TO_SECONDS : seconds,
    ...(isExtended && { warnAfterSeconds: seconds }),
  })
  if (token.length > MAX_TOKEN_LENGTH) {
    const group = parseApiVersion(object.apiVersion)?.group ?? ''
    const message = `a token for them has more than ${MAX_TOKEN_LENGTH} characters, which no request may have`
    throw invalid({ group, kind: object.kind }, context.name, [forbiddenField('spec.audiences', message)])
  }
  return withFields(object, {
    spec: { ...spec, expirationSeconds: seconds },
    status: { token, expirationTimestamp: formatTime(context.nowMs + seconds * 1000) },
  })
}

/** @throws {@link ApiError} 404 when there is no such account. */
const accountOf = ({ name, namespace, read }: ReviewContext) =>
  found({ read }, 'serviceaccounts', namespace, name).then(identityOf)

/**
 * The object that a token is bound to.
 *
 * @throws {@link ApiError} 400 for an unsupported kind, 404 for a missing object, 409 when it has another uid by now.
 */
async function boundObjects(object: ApiObject, context: ReviewContext): Promise<Pick<TokenSpec, 'secret' | 'pod' | 'node'>> {
  const text = (key: string) => textAt(object, 'spec', 'boundObjectRef', key)
  const [kind, apiVersion, name, uid] = [text('kind'), text('apiVersion'), text('name'), text('uid')]
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  if (group !== '' || !isBindable(kind)) {
    throw badRequest(
      `cannot bind token to object of type ${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`,
    )
  }
  if (name === '') throw badRequest('Name parameter required.')
  const live = await found(context, BOUND[kind], kind === 'Node' ? '' : context.namespace, name)
  if (kind === 'Pod' && textAt(live, 'spec', 'serviceAccountName') !== context.name) {
    throw badRequest(`cannot bind token for serviceaccount "${context.name}" to pod running with different serviceaccount name.`)
  }
  if (uid !== '' && uid !== live.metadata.uid) {
    throw conflict(
      { group, resource: kind },
      name,
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    )
  }
  const identity = identityOf(live)
  if (kind === 'Secret') return { secret: identity }
  return kind === 'Node' ? { node: identity } : { pod: identity, ...(await nodeOf(live, context)) }
}

/** The node of a Pod; only its name if the node object is missing. */
async function nodeOf(pod: ApiObject, { read }: ReviewContext): Promise<Pick<TokenSpec, 'node'>> {
  const name = textAt(pod, 'spec', 'nodeName')
  if (name === '') return {}
  const node = await read({ group: '', resource: BOUND.Node }, '', name)
  return { node: node ? identityOf(node) : { name } }
}

async function found(
  { read }: Pick<ReviewContext, 'read'>,
  resource: string,
  namespace: string,
  name: string,
): Promise<ApiObject> {
  const object = await read({ group: '', resource }, namespace, name)
  if (!object) throw notFound({ group: '', resource }, name)
  return object
}

const isBindable = (kind: string): kind is keyof typeof BOUND => Object.hasOwn(BOUND, kind)

const identityOf = ({ metadata }: ApiObject) => ({ name: textOf(metadata.name), uid: textOf(metadata.uid) })
