import type { AdmissionSources, AdmissionType, ObjectListener } from '../../src/admission/index.js'
import type { Authorizer } from '../../src/authz/index.js'
import { alwaysAllow } from '../../src/authz/index.js'
import { type ApiObject, type GroupResource, platformDialect, systemRandom } from '../../src/meta/index.js'
import type { WebhookTransport } from '../../src/webhook/index.js'
import { ManualClock } from '../support/manual-clock.js'

/** The state and the types of a plane, without one. */
export interface FakePlane {
  readonly sources: AdmissionSources
  readonly clock: ManualClock
  readonly failures: unknown[]
  put(resource: string, object: object): void
  remove(resource: string, name: string, namespace?: string): void
}

interface Options {
  readonly authorizer?: Authorizer
  /** Types beside ConfigMap and Namespace, which there are. */
  readonly types?: readonly AdmissionType[]
  readonly webhooks?: WebhookTransport
}

const policies = (kind: string): AdmissionType => ({
  group: 'admissionregistration.platform.io',
  version: 'v1',
  resource: `${kind.toLowerCase().slice(0, -1)}ies`,
  kind,
  namespaced: false,
  schema: undefined,
})
const CORE: readonly AdmissionType[] = [
  policies('ValidatingAdmissionPolicy'),
  policies('MutatingAdmissionPolicy'),
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true, schema: undefined },
  { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false, schema: undefined },
]

/** A plane that plugins can look at: `put('configmaps', …)`, `put('storageclasses.storage.platform.io', …)`. */
export function fakePlane({ authorizer = alwaysAllow, types = [], webhooks }: Options = {}): FakePlane {
  const stored = new Map<string, Map<string, ApiObject>>()
  const listeners = new Map<string, Set<ObjectListener>>()
  const all = [...CORE, ...types]
  const failures: unknown[] = []
  const clock = new ManualClock()
  const nameOf = ({ group, resource }: GroupResource) => (group === '' ? resource : `${resource}.${group}`)
  const of = (resource: string) => {
    const known = stored.get(resource) ?? new Map<string, ApiObject>()
    stored.set(resource, known)
    return known
  }
  const keyOf = (name = '', namespace = '') => `${namespace}/${name}`
  const put = (resource: string, object: object): void => {
    const whole = { apiVersion: 'v1', kind: '', ...object } as ApiObject
    of(resource).set(keyOf(whole.metadata.name, whole.metadata.namespace), whole)
    for (const listener of listeners.get(resource) ?? []) listener.put(whole)
  }
  const sources: AdmissionSources = {
    dialect: platformDialect,
    clock,
    random: systemRandom,
    authorizer,
    webhooks,
    reportError: (error) => void failures.push(error),
    objects: {
      get: (resource, name, namespace) => of(nameOf(resource)).get(keyOf(name, namespace)),
      list: async (resource, namespace, selector) =>
        [...of(nameOf(resource)).values()]
          .filter(
            ({ metadata }) => (!namespace || metadata.namespace === namespace) && (selector?.matches(metadata.labels) ?? true),
          )
          .map((object) => ({ size: JSON.stringify(object).length, object })),
      follow(resource, listener) {
        const name = nameOf(resource)
        const known = listeners.get(name) ?? new Set()
        listeners.set(name, known.add(listener))
        for (const object of of(name).values()) listener.put(object)
        listener.started?.()
        return () => void known.delete(listener)
      },
      create: async (resource, object) => put(nameOf(resource), object),
      replace: async (resource, object) => {
        put(nameOf(resource), object)
        return true
      },
    },
    types: {
      ofKind: (apiVersion, kind) =>
        all.find((type) => (type.group ? `${type.group}/` : '') + type.version === apiVersion && type.kind === kind),
      equivalents: ({ group, resource }) => all.filter((type) => type.group === group && type.resource === resource),
      convert: async (object, { group, version }) => ({ ...object, apiVersion: group ? `${group}/${version}` : version }),
    },
  }
  return {
    sources,
    clock,
    failures,
    put,
    remove(resource, name, namespace) {
      const object = of(resource).get(keyOf(name, namespace))
      of(resource).delete(keyOf(name, namespace))
      if (object) for (const listener of listeners.get(resource) ?? []) listener.remove(object)
    },
  }
}
