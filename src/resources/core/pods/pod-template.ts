/**
 * Defaults of pods and pod templates.
 *
 * @module
 */

import { copyWith, type UnknownRecord } from '../../../meta/index.js'
import { recordOf, textOf } from '../../fields/fields.js'

type Part = Readonly<UnknownRecord>

/**
 * A field of an object, or its default.
 *
 * @param object - The object.
 * @param defaults - Defaults of missing fields.
 */
export function withDefaults(object: Part, defaults: Part): Part {
  let missing: UnknownRecord | undefined
  for (const key of Object.keys(defaults)) {
    if (object[key] !== undefined) continue
    missing ??= {}
    missing[key] = defaults[key]
  }
  return missing ? copyWith(object, missing) : object
}

/** Sets the defaults of a part of an object. */
export type Change = (part: Part) => Part

/**
 * Changes fields that are objects, and the items of those that are lists.
 *
 * @param object - The object.
 * @param changes - By field; nothing happens where it is absent.
 */
export function changed(object: Part, changes: Readonly<Record<string, Change>>): Part {
  let next: UnknownRecord | undefined
  for (const key of Object.keys(changes)) {
    const [value, change] = [object[key], changes[key] as Change]
    if (typeof value !== 'object' || value === null) continue
    next ??= {}
    next[key] = Array.isArray(value) ? value.map((item) => change(recordOf(item))) : change(value as Part)
  }
  return next ? copyWith(object, next) : object
}

/** Sets the defaults of a pod template. */
export const defaultPodTemplate = (template: Part): Part => changed(template, { spec: defaultPodSpec })

/**
 * Sets the defaults of a pod's spec.
 *
 * @param spec - The spec as sent.
 */
export function defaultPodSpec(spec: Part): Part {
  return withDefaults(
    copyWith(
      changed(spec, {
        containers: defaultContainer,
        initContainers: defaultContainer,
        ephemeralContainers: defaultContainer,
        volumes: defaultVolume,
      }),
      accountOf(spec),
    ),
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

const defaultContainer: Change = (container) =>
  withDefaults(changed(container, CONTAINER_PARTS), {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicyOf(textOf(container.image)),
  })

const pullPolicyOf = (image: string): string => (isMoving(image) ? 'Always' : 'IfNotPresent')

/** The image of the tag `latest`, which is also the default tag, may change. */
function isMoving(image: string): boolean {
  if (image === '' || image.includes('@')) return false
  const tag = /:([^/:]*)$/.exec(image)?.[1]
  return tag === undefined || tag === 'latest'
}

const defaultFieldRef: Change = (item) => changed(item, { fieldRef: (field) => withDefaults(field, { apiVersion: 'v1' }) })

/** Defaults of HTTP probes and hooks. */
const defaultHandler: Change = (handler) =>
  changed(handler, { httpGet: (get) => withDefaults(get, { path: '/', scheme: 'HTTP' }) })

const defaultProbe: Change = (probe) =>
  withDefaults(changed(defaultHandler(probe), { grpc: (grpc) => withDefaults(grpc, { service: '' }) }), {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  })

const CONTAINER_PARTS: Readonly<Record<string, Change>> = {
  ports: (port) => withDefaults(port, { protocol: 'TCP' }),
  lifecycle: (lifecycle) => changed(lifecycle, { postStart: defaultHandler, preStop: defaultHandler }),
  env: (variable) => changed(variable, { valueFrom: defaultFieldRef }),
  livenessProbe: defaultProbe,
  readinessProbe: defaultProbe,
  startupProbe: defaultProbe,
}

/** The default file mode 0644: readable by everybody, writable by the owner. */
const FILE_MODE = 0o644

/** Mounted tokens are valid for an hour by default. */
const TOKEN_SECONDS = 3600

const withMode: Change = (source) => withDefaults(source, { defaultMode: FILE_MODE })
const defaultItems: Change = (source) => changed(source, { items: defaultFieldRef })

/** Defaults of a volume source. */
const SOURCES: Readonly<Record<string, Part>> = {
  azureDisk: { cachingMode: 'ReadWrite', fsType: 'ext4', kind: 'Shared', readOnly: false },
  hostPath: { type: '' },
  iscsi: { iscsiInterface: 'default' },
  rbd: { keyring: '/etc/ceph/keyring', pool: 'rbd', user: 'admin' },
  scaleIO: { fsType: 'xfs', storageMode: 'ThinProvisioned' },
}

const SOURCE_DEFAULTS = Object.fromEntries(
  Object.entries(SOURCES).map(([key, defaults]): [string, Change] => [key, (source) => withDefaults(source, defaults)]),
)

/** Sets the defaults of volume sources, which pods and persistent volumes share. */
export const defaultSource: Change = (volume) => changed(volume, SOURCE_DEFAULTS)

const defaultClaimTemplate: Change = (template) =>
  changed(template, { spec: (claim) => withDefaults(claim, { volumeMode: 'Filesystem' }) })

const VOLUME_PARTS: Readonly<Record<string, Change>> = {
  secret: withMode,
  configMap: withMode,
  projected: (source) => changed(withMode(source), { sources: (part) => changed(part, PROJECTED_PARTS) }),
  downwardAPI: (source) => withMode(defaultItems(source)),
  ephemeral: (source) => changed(source, { volumeClaimTemplate: defaultClaimTemplate }),
  image: (source) => withDefaults(source, { pullPolicy: pullPolicyOf(textOf(source.reference)) }),
}

const PROJECTED_PARTS: Readonly<Record<string, Change>> = {
  downwardAPI: defaultItems,
  serviceAccountToken: (token) => withDefaults(token, { expirationSeconds: TOKEN_SECONDS }),
}

function defaultVolume(volume: Part): Part {
  // A volume without a source is an empty directory.
  if (Object.keys(volume).every((member) => member === 'name')) return { ...volume, emptyDir: {} }
  return changed(defaultSource(volume), VOLUME_PARTS)
}

/** Sets the defaults of a workload's volume claim templates. */
export const defaultClaims: Change = (spec) =>
  changed(spec, {
    volumeClaimTemplates: (claim) => ({
      ...withDefaults(defaultClaimTemplate(claim), { apiVersion: 'v1', kind: 'PersistentVolumeClaim' }),
      status: withDefaults(recordOf(claim.status), { phase: 'Pending' }),
    }),
  })
