/**
 * Ingress before `networking/v1`: a backend has two fields for the service name and port.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'
import type { MemberChanges } from '../older-schema.js'

/** The default path type. */
const ANY_TYPE = 'ImplementationSpecific'

const BACKEND: MemberChanges = {
  members: { serviceName: 'service.name', servicePort: { type: 'string', format: 'int-or-string' } },
  removed: ['service'],
}

export const ingressForm: OlderForm = {
  toPresent(object) {
    const { backend, ...spec } = recordOf(object.spec)
    const defaultBackend = backend === undefined ? spec.defaultBackend : toPresent(backend)
    return withFields(object, { spec: withFields(withBackends(spec, toPresent, ANY_TYPE), { defaultBackend }) })
  },
  fromPresent(object) {
    const { defaultBackend, ...spec } = recordOf(object.spec)
    const backend = defaultBackend === undefined ? undefined : fromPresent(defaultBackend)
    return withFields(object, { spec: withFields(withBackends(spec, fromPresent), { backend }) })
  },
  changes: {
    spec: { members: { backend: 'defaultBackend' }, removed: ['defaultBackend'] },
    'spec.backend': BACKEND,
    'spec.rules.http.paths': { optional: ['pathType'] },
    'spec.rules.http.paths.backend': BACKEND,
  },
}

type Turn = (backend: unknown) => unknown

function withBackends(spec: Readonly<UnknownRecord>, turn: Turn, pathType?: string): Readonly<UnknownRecord> {
  if (!Array.isArray(spec.rules)) return spec
  return { ...spec, rules: spec.rules.map((rule) => withPaths(rule, turn, pathType)) }
}

function withPaths(rule: unknown, turn: Turn, pathType: string | undefined): unknown {
  const { http } = recordOf(rule)
  if (!isRecord(rule) || !isRecord(http)) return rule
  const paths = listOf(http.paths).map((path) => {
    const { backend, ...rest } = recordOf(path)
    return { ...(pathType !== undefined && { pathType }), ...rest, ...(backend !== undefined && { backend: turn(backend) }) }
  })
  return { ...rule, http: { ...http, paths } }
}

function toPresent(backend: unknown): unknown {
  const { serviceName, servicePort, ...rest } = recordOf(backend)
  if (serviceName === undefined && servicePort === undefined) return backend
  const port = typeof servicePort === 'number' ? { number: servicePort } : { name: servicePort }
  const service = withFields({}, { name: serviceName, port: servicePort === undefined ? undefined : port })
  return { ...rest, service }
}

function fromPresent(backend: unknown): unknown {
  const { service, ...rest } = recordOf(backend)
  if (!isRecord(service)) return backend
  const { number, name } = recordOf(service.port)
  return withFields(rest, { serviceName: service.name, servicePort: number ?? name })
}
