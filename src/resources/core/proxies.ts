/**
 * Proxies to the servers of nodes, pods and services. A plane has no network to them, so a handler of the embedder answers.
 *
 * @module
 */

import { ApiError, badRequest } from '../../meta/index.js'
import type { Subresource } from '../definition/definition.js'
import { connecting, proxyOf } from '../subresources/connect-subresource.js'
import type { Destination, ProxySubresource } from '../subresources/connect-subresource-spec.js'

/** Handler of a type's `proxy`. Without one it is 501. */
export interface ProxyHandler {
  /** Answers requests to the object's own server; `context.port` is the one of `NAME:8080/proxy`. */
  readonly proxy?: ProxySubresource['proxy']
}

/**
 * The subresource `proxy` of a type.
 *
 * @param resource - The type.
 * @param kind - Its kind.
 * @param handler - Answers.
 */
export const proxySubresource = (resource: string, kind: string, { proxy }: ProxyHandler = {}): Subresource =>
  connecting('proxy', optionsKind(`${kind}ProxyOptions`), {
    ...proxyOf({ proxy: proxy ?? unhandled(resource, 'proxy') }),
    destinationOf: (address) => destinationOf(address, kind),
  })

/** `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT`, where scheme and port may be empty. */
function destinationOf(address: string, kind: string): Destination {
  const [, scheme, name, port] = /^(?:(https?|):(?=[^:]+:))?([^:]+)(?::([^:]*))?$/.exec(address) ?? []
  if (name === undefined) throw badRequest(`invalid ${kind.toLowerCase()} request ${JSON.stringify(address)}`)
  return { name, ...((scheme === 'http' || scheme === 'https') && { scheme }), ...(port && { port }) }
}

/**
 * The kind of the options of a subresource of the core group.
 *
 * @param kind - Its name.
 */
export const optionsKind = (kind: string) => ({ group: '', version: 'v1', kind })

/**
 * Answers 501 for a missing handler.
 *
 * @param resource - The type.
 * @param name - The subresource.
 */
export const unhandled = (resource: string, name: string) => (): never => {
  throw new ApiError({
    code: 501,
    message: `${resource}/${name} has no handler: set packagedKinds({ ${resource}: { ${name} } })`,
  })
}
