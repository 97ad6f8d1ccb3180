/**
 * Defaults of pods and pod templates.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, textOf } from '../../fields/fields.js'

type Part = Readonly<UnknownRecord>

/**
 * A field of an object, or its default.
 *
 * @param object - The object.
 * @param defaults - Defaults of missing fields.
 */
export const withDefaults = (object: Part, defaults: Part): Part => {
  const missing = Object.entries(defaults).filter(([key]) => object[key] === undefined)
  return missing.length === 0 ? object : { ...object, ...Object.fromEntries(missing) }
}

/** Maps a field; nothing happens when it is absent. */
const changed = (object: Part, key: string, change: (value: Part) => Part): Part =>
  isRecord(object[key]) ? { [key]: change(object[key]) } : {}

/** Maps the items of a list; nothing happens when it is absent. */
const changedItems = (object: Part, key: string, change: (item: Part) => Part): Part =>
  Array.isArray(object[key]) ? { [key]: listOf(object[key]).map((item) => change(recordOf(item))) } : {}

/** Sets the defaults of a pod template. */
export const defaultPodTemplate = (template: Part): Part => ({
  ...template,
  ...(isRecord(template.spec) && { spec: defaultPodSpec(template.spec) }),
})

/**
 * Sets the defaults of a pod's spec.
 *
 * @param spec - The spec as sent.
 */
export function defaultPodSpec(spec: Part): Part {
  // With host networking, container ports default to equal host ports.
  const container = (given: Part) => defaultContainer(given, spec.hostNetwork === true)
  return withDefaults(
    {
      ...spec,
      ...accountOf(spec),
      ...changedItems(spec, 'containers', container),
      ...changedItems(spec, 'initContainers', container),
      ...changedItems(spec, 'ephemeralContainers', container),
      ...changedItems(spec, 'volumes', defaultVolume),
    },
    {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
    },
  )
}

/** Copies the service account to its deprecated field, which counts if the other is not set. */
function accountOf({ serviceAccountName, serviceAccount }: Part): Part {
  const name = textOf(serviceAccountName) || textOf(serviceAccount)
  return name === '' ? {} : { serviceAccountName: name, serviceAccount: name }
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']

function defaultContainer(container: Part, isOnHost: boolean): Part {
  return withDefaults(
    {
      ...container,
      ...changedItems(container, 'ports', (port) =>
        withDefaults(port, { protocol: 'TCP', ...(isOnHost && { hostPort: port.containerPort }) }),
      ),
      ...changed(container, 'lifecycle', (lifecycle) => ({
        ...lifecycle,
        ...changed(lifecycle, 'postStart', defaultHandler),
        ...changed(lifecycle, 'preStop', defaultHandler),
      })),
      ...changedItems(container, 'env', defaultVariable),
      ...Object.fromEntries(PROBES.flatMap((probe) => Object.entries(changed(container, probe, defaultProbe)))),
    },
    {
      resources: {},
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      imagePullPolicy: isMoving(textOf(container.image)) ? 'Always' : 'IfNotPresent',
    },
  )
}

/** The image of the tag `latest`, which is also the default tag, may change. */
function isMoving(image: string): boolean {
  if (image.includes('@')) return false
  const tag = /:([^/:]*)$/.exec(image)?.[1]
  return tag === undefined || tag === 'latest'
}

const defaultVariable = (variable: Part): Part => ({
  ...variable,
  ...changed(variable, 'valueFrom', (source) => ({
    ...source,
    ...changed(source, 'fieldRef', (field) => withDefaults(field, { apiVersion: 'v1' })),
  })),
})

/** Defaults of HTTP probes and hooks. */
const defaultHandler = (handler: Part): Part => ({
  ...handler,
  ...changed(handler, 'httpGet', (get) => withDefaults(get, { path: '/', scheme: 'HTTP' })),
})

const defaultProbe = (probe: Part): Part =>
  withDefaults(
    { ...defaultHandler(probe), ...changed(probe, 'grpc', (grpc) => withDefaults(grpc, { service: '' })) },
    { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  )

/** The default file mode 0644: readable by everybody, writable by the owner. */
const FILE_MODE = 0o644

/** Mounted tokens are valid for an hour by default. */
const TOKEN_SECONDS = 3600

const withFieldVersion = (item: Part): Part => ({
  ...item,
  ...changed(item, 'fieldRef', (field) => withDefaults(field, { apiVersion: 'v1' })),
})

/** Defaults of a volume source. */
const SOURCES: Readonly<Record<string, Part>> = {
  azureDisk: { cachingMode: 'ReadWrite', fsType: 'ext4', kind: 'Shared', readOnly: false },
  hostPath: { type: '' },
  iscsi: { iscsiInterface: 'default' },
  rbd: { keyring: '/etc/ceph/keyring', pool: 'rbd', user: 'admin' },
  scaleIO: { fsType: 'xfs', storageMode: 'ThinProvisioned' },
}

/** Sets the defaults of volume sources, which pods and persistent volumes share. */
export const defaultSource = (volume: Part): Part => ({
  ...volume,
  ...Object.fromEntries(
    Object.entries(SOURCES).flatMap(([key, defaults]) =>
      Object.entries(changed(volume, key, (source) => withDefaults(source, defaults))),
    ),
  ),
})

function defaultVolume(volume: Part): Part {
  // A volume without a source is an empty directory.
  if (Object.keys(volume).every((member) => member === 'name')) return { ...volume, emptyDir: {} }
  const mode = (source: Part) => withDefaults(source, { defaultMode: FILE_MODE })
  const items = (source: Part) => ({ ...source, ...changedItems(source, 'items', withFieldVersion) })
  return {
    ...defaultSource(volume),
    ...changed(volume, 'secret', mode),
    ...changed(volume, 'configMap', mode),
    ...changed(volume, 'projected', (source) => ({
      ...mode(source),
      ...changedItems(source, 'sources', (part) => ({
        ...part,
        ...changed(part, 'downwardAPI', items),
        ...changed(part, 'serviceAccountToken', (token) => withDefaults(token, { expirationSeconds: TOKEN_SECONDS })),
      })),
    })),
    ...changed(volume, 'downwardAPI', (source) => mode(items(source))),
    ...changed(volume, 'ephemeral', (source) => ({ ...source, ...changed(source, 'volumeClaimTemplate', defaultClaimTemplate) })),
  }
}

const defaultClaimTemplate = (template: Part): Part => ({
  ...template,
  ...changed(template, 'spec', (claim) => withDefaults(claim, { volumeMode: 'Filesystem' })),
})

/** Sets the defaults of a workload's volume claim templates. */
export const defaultClaims = (spec: Part): Part => ({
  ...spec,
  ...changedItems(spec, 'volumeClaimTemplates', (claim) => ({
    ...withDefaults(defaultClaimTemplate(claim), { apiVersion: 'v1', kind: 'PersistentVolumeClaim' }),
    status: withDefaults(recordOf(claim.status), { phase: 'Pending' }),
  })),
})

/** A limit is the default of the request. */
export const defaultRequests = (spec: Part): Part => {
  const withRequests = (container: Part): Part => ({
    ...container,
    ...changed(container, 'resources', (resources) =>
      isRecord(resources.limits)
        ? { ...resources, requests: withDefaults(recordOf(resources.requests), resources.limits) }
        : resources,
    ),
  })
  return {
    ...spec,
    ...changedItems(spec, 'containers', withRequests),
    ...changedItems(spec, 'initContainers', withRequests),
  }
}
