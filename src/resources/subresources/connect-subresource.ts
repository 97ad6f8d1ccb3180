/**
 * Connecting subresources in the form that is served.
 *
 * @module
 */

import { byteStream, check } from '../../meta/index.js'
import type { ResourceVerb, Subresource } from '../definition/definition.js'
import type { Connect, ProxyMethod, ProxySubresource, StreamSubresource } from './connect-subresource-spec.js'

/** All methods that a proxy may take. */
export const PROXY_METHODS: readonly ProxyMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The verb of each method, for authorization and discovery; other methods have none. */
const VERBS: readonly (readonly [method: string, verb: ResourceVerb])[] = [
  ['POST', 'create'],
  ['DELETE', 'delete'],
  ['GET', 'get'],
  ['PATCH', 'patch'],
  ['PUT', 'update'],
]

/**
 * Creates a connecting subresource.
 *
 * @param name - Such as `log`.
 * @param spec - The stream or the proxy.
 * @param place - Group, version and kind of its type.
 */
export function connectSubresource(
  name: string,
  spec: StreamSubresource | ProxySubresource,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): Subresource {
  const optionsKind = spec.kind ?? `${kind}${name.split('-').map(capitalized).join('')}Options`
  return connecting(name, { group, version, kind: optionsKind }, 'stream' in spec ? streamOf(spec) : proxyOf(spec))
}

/**
 * Creates a subresource from its handlers.
 *
 * @param name - Such as `log`.
 * @param kind - The kind in discovery; that of the options, unless it is a read. Undefined for the type's own.
 * @param connect - The handlers.
 */
export const connecting = (name: string, kind: Subresource['kind'], connect: Connect): Subresource => ({
  name,
  verbs: VERBS.flatMap(([method, verb]) => (connect.methods.includes(method) ? [verb] : [])),
  ...(kind && { kind }),
  connect,
})

const aStream = check.fits('an async iterable, such as an async generator returns', (value) => {
  return check.isObject(value) && typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'
})
const aResponse = check.fits('a Response', (value) => check.isObject(value) && check.has(value.headers, 'get'))

/** A stream that is read. */
export const streamOf = (spec: StreamSubresource): Connect => ({
  methods: ['GET'],
  parameters: spec.parameters ?? {},
  hasSubpaths: false,
  endsCleanly: true,
  async open(_request, context) {
    const chunks: unknown = await spec.stream(context)
    check.refuse('stream', aStream(chunks, 'result'))
    return new Response(byteStream(chunks as AsyncIterable<string | Uint8Array>), {
      headers: { 'content-type': spec.contentType ?? 'text/plain' },
    })
  },
})

/** Requests that are handed on. */
export const proxyOf = (spec: ProxySubresource): Connect => {
  const { methods = PROXY_METHODS, parameters = {}, subpaths = true } = spec
  return {
    methods,
    parameters: subpaths ? { ...parameters, path: 'string' } : parameters,
    hasSubpaths: subpaths,
    endsCleanly: false,
    async open(request, context) {
      const response: unknown = await spec.proxy(request, context)
      check.refuse('proxy', aResponse(response, 'result'))
      return response as Response
    },
  }
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
