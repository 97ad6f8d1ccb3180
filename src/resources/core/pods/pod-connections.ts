/**
 * Connections to pods: logs, commands, ports, and their servers. A plane has no nodes that run pods, so handlers of the embedder
 * answer.
 *
 * @module
 */

import { badRequest, type FieldError, forbiddenField, invalid, invalidField } from '../../../meta/index.js'
import type { Subresource } from '../../definition/definition.js'
import { listOf, nameOf, numberOf, textAt, valueAt } from '../../fields/fields.js'
import { connecting, proxyOf, streamOf } from '../../subresources/connect-subresource.js'
import type {
  Connect,
  ConnectContext,
  ConnectOptions,
  ParameterType,
  ProxySubresource,
  StreamSubresource,
} from '../../subresources/connect-subresource-spec.js'
import { optionsKind, type ProxyHandler, proxySubresource, unhandled } from '../proxies.js'

/** Handlers of pod subresources. One without a handler is 501. */
export interface PodHandlers extends ProxyHandler {
  /**
   * Returns the log of a container. `context.options` are those of a `PodLogOptions`; `container` is an existing container of the
   * pod.
   */
  readonly log?: StreamSubresource['stream']
  /** Runs a command: `context.options` are those of a `PodExecOptions`. The host program handles upgrades to WebSocket. */
  readonly exec?: ProxySubresource['proxy']
  /** Like `exec`, for the main process of a container. */
  readonly attach?: ProxySubresource['proxy']
  readonly portforward?: ProxySubresource['proxy']
}

type Parameters = Readonly<Record<string, ParameterType>>

const LOG: Parameters = {
  container: 'string',
  follow: 'boolean',
  previous: 'boolean',
  sinceSeconds: 'integer',
  sinceTime: 'string',
  timestamps: 'boolean',
  tailLines: 'integer',
  limitBytes: 'integer',
  insecureSkipTLSVerifyBackend: 'boolean',
  stream: 'string',
}
const STANDARD_STREAMS: Parameters = {
  stdin: 'boolean',
  stdout: 'boolean',
  stderr: 'boolean',
  tty: 'boolean',
  container: 'string',
}

/**
 * The connecting subresources of pods.
 *
 * @param handlers - Handlers by subresource.
 */
export function podConnections(handlers: PodHandlers): readonly Subresource[] {
  const handed = (name: 'exec' | 'attach' | 'portforward', parameters: Parameters): Connect => {
    const methods = ['GET', 'POST'] as const
    const connect = proxyOf({ methods, subpaths: false, parameters, proxy: handlers[name] ?? unhandled('pods', name) })
    return { ...inContainer(connect), needsCreate: true }
  }
  const log = streamOf({ parameters: LOG, stream: handlers.log ?? unhandled('pods', 'log') })
  return [
    connecting('log', undefined, { ...inContainer(log), isRead: true, check: checkLogOptions }),
    connecting('exec', optionsKind('PodExecOptions'), handed('exec', { ...STANDARD_STREAMS, command: 'strings' })),
    connecting('attach', optionsKind('PodAttachOptions'), handed('attach', STANDARD_STREAMS)),
    connecting('portforward', optionsKind('PodPortForwardOptions'), handed('portforward', {})),
    proxySubresource('pods', 'Pod', handlers),
  ]
}

/** Requires that the container exists in the pod; the default is its only container. */
const inContainer = (connect: Connect): Connect =>
  'container' in connect.parameters
    ? { ...connect, open: (request, context) => connect.open(request, { ...context, options: withContainer(context) }) }
    : connect

function withContainer({ object, options }: ConnectContext): ConnectOptions {
  const name = nameOf(object)
  const namesOf = (kind: string) => listOf(valueAt(object, 'spec', kind)).map((container) => textAt(container, 'name'))
  const [own, init, added] = [namesOf('containers'), namesOf('initContainers'), namesOf('ephemeralContainers')]
  const { container } = options
  if (container !== undefined) {
    if ([...own, ...init, ...added].some((known) => known === container)) return options
    throw badRequest(`container ${String(container)} is not valid for pod ${name}`)
  }
  const [only, ...others] = own
  if (only !== undefined && others.length === 0) return { ...options, container: only }
  const choice = own.length === 0 ? '' : `, choose one of: [${own.join(' ')}]`
  const inits = own.length > 0 && init.length > 0 ? ` or one of the init containers: [${init.join(' ')}]` : ''
  throw badRequest(`a container name must be specified for pod ${name}${choice}${inits}`)
}

function checkLogOptions({ tailLines, limitBytes, sinceSeconds, sinceTime }: ConnectOptions, name: string): void {
  const atLeast = (field: string, value: unknown, least: 0 | 1): readonly FieldError[] =>
    (numberOf(value) ?? least) >= least
      ? []
      : [invalidField(field, value, `must be greater than ${least === 0 ? 'or equal to 0' : '0'}`)]
  const errors = [
    ...atLeast('tailLines', tailLines, 0),
    ...atLeast('limitBytes', limitBytes, 1),
    ...(sinceSeconds !== undefined && sinceTime !== undefined
      ? [forbiddenField('', 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : atLeast('sinceSeconds', sinceSeconds, 1)),
    ...(typeof sinceTime === 'string' && Number.isNaN(Date.parse(sinceTime))
      ? [invalidField('sinceTime', sinceTime, 'must be a time, such as 2026-01-02T03:04:05Z')]
      : []),
  ]
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, name, errors)
}
