/**
 * The defaults of workload units, and of the templates that they are made from.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'
import { listOf, recordOf, textOf } from '../fields.js'

type Part = Readonly<UnknownRecord>

/**
 * A member of an object: the value that is there, or the default.
 *
 * @param object - The object.
 * @param defaults - Members that a missing one gets.
 */
export const withDefaults = (object: Part, defaults: Part): Part => {
  const missing = Object.entries(defaults).filter(([key]) => object[key] === undefined)
  return missing.length === 0 ? object : { ...object, ...Object.fromEntries(missing) }
}

/** A member that is there, changed; nothing when it is not. */
const changed = (object: Part, key: string, change: (value: Part) => Part): Part =>
  isRecord(object[key]) ? { [key]: change(object[key]) } : {}

/** A list that is there, with its items changed; nothing when it is not. */
const changedItems = (object: Part, key: string, change: (item: Part) => Part): Part =>
  Array.isArray(object[key]) ? { [key]: listOf(object[key]).map((item) => change(recordOf(item))) } : {}

/** Fills in the defaults of a pod template. */
export const defaultPodTemplate = (template: Part): Part => ({
  ...template,
  ...(isRecord(template.spec) && { spec: defaultPodSpec(template.spec) }),
})

/**
 * Fills in the defaults of a pod's spec.
 *
 * @param spec - The spec, as it was sent.
 */
export function defaultPodSpec(spec: Part): Part {
  return withDefaults(
    {
      ...spec,
      ...changedItems(spec, 'containers', defaultContainer),
      ...changedItems(spec, 'initContainers', defaultContainer),
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

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']

function defaultContainer(container: Part): Part {
  return withDefaults(
    {
      ...container,
      ...changedItems(container, 'ports', (port) => withDefaults(port, { protocol: 'TCP' })),
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

/** An image without a tag, or with the tag `latest`, may be another one tomorrow. */
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

const defaultProbe = (probe: Part): Part =>
  withDefaults(
    { ...probe, ...changed(probe, 'httpGet', (get) => withDefaults(get, { path: '/', scheme: 'HTTP' })) },
    { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  )

/** Files may be read by everybody, and written by their owner: 0644. */
const FILE_MODE = 0o644

function defaultVolume(volume: Part): Part {
  const mode = (source: Part) => withDefaults(source, { defaultMode: FILE_MODE })
  return {
    ...volume,
    ...changed(volume, 'secret', mode),
    ...changed(volume, 'configMap', mode),
    ...changed(volume, 'projected', mode),
    ...changed(volume, 'downwardAPI', mode),
    ...changed(volume, 'hostPath', (source) => withDefaults(source, { type: '' })),
  }
}
