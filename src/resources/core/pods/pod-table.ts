/**
 * Table columns of pods, and the text of their state.
 *
 * @module
 */

import { type ApiObject, isRecord, type UnknownRecord } from '../../../meta/index.js'
import { listOf, numberOf, recordOf, textOf, valueAt } from '../../fields/fields.js'
import { conditionOf, fieldColumn, labelsText, shown, sinceText } from '../../tables/columns.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../../tables/tables.js'

type Part = Readonly<UnknownRecord>

const parts = (object: ApiObject, ...path: readonly string[]): readonly Part[] => listOf(valueAt(object, ...path)).map(recordOf)

/** Sidecars (init containers that keep running) count as containers. */
const isSidecar = (container: Part): boolean => container.restartPolicy === 'Always'

const stateOf = (status: Part, state: string): Part | undefined => {
  const found = recordOf(status.state)[state]
  return isRecord(found) ? found : undefined
}

/** Names of the sidecars. */
const sidecarsOf = (pod: ApiObject): ReadonlySet<unknown> =>
  new Set(
    parts(pod, 'spec', 'initContainers')
      .filter(isSidecar)
      .map(({ name }) => name),
  )

const readyText = (pod: ApiObject): string => {
  const sidecars = sidecarsOf(pod)
  const wanted = parts(pod, 'spec', 'containers').length + sidecars.size
  const ready = [
    ...parts(pod, 'status', 'containerStatuses').filter((status) => status.ready === true && stateOf(status, 'running')),
    ...parts(pod, 'status', 'initContainerStatuses').filter(({ name, ready }) => ready === true && sidecars.has(name)),
  ].length
  return `${ready}/${wanted}`
}

/** The text for a terminated container. */
const endText = ({ reason, signal, exitCode }: Part): string =>
  textOf(reason) || (numberOf(signal) ? `Signal:${numberOf(signal)}` : `ExitCode:${numberOf(exitCode) ?? 0}`)

/** Why the pod is still initializing, or undefined. */
function initText(pod: ApiObject): string | undefined {
  const containers = parts(pod, 'spec', 'initContainers')
  const statuses = parts(pod, 'status', 'initContainerStatuses')
  const sidecars = sidecarsOf(pod)
  for (const [i, status] of statuses.entries()) {
    const ended = stateOf(status, 'terminated')
    if ((ended && numberOf(ended.exitCode) === 0) || (sidecars.has(status.name) && status.started === true)) continue
    if (ended) return `Init:${endText(ended)}`
    const reason = textOf(stateOf(status, 'waiting')?.reason)
    return reason !== '' && reason !== 'PodInitializing' ? `Init:${reason}` : `Init:${i}/${containers.length}`
  }
  return undefined
}

/** The state of the containers, or that of the pod. */
function containersText(pod: ApiObject, reason: string): string {
  let [text, isRunning] = [reason, false]
  for (const status of [...parts(pod, 'status', 'containerStatuses')].reverse()) {
    const waiting = textOf(stateOf(status, 'waiting')?.reason)
    const ended = stateOf(status, 'terminated')
    if (waiting !== '') text = waiting
    else if (ended) text = endText(ended)
    else if (status.ready === true && stateOf(status, 'running')) isRunning = true
  }
  if (text !== 'Completed' || !isRunning) return text
  return conditionOf(pod, 'Ready').status === 'True' ? 'Running' : 'NotReady'
}

function statusText(pod: ApiObject): string {
  const status = recordOf(pod.status)
  const gated = conditionOf(pod, 'PodScheduled').reason === 'SchedulingGated'
  const reason = textOf(status.reason) || (gated ? 'SchedulingGated' : textOf(status.phase))
  const text = initText(pod) ?? containersText(pod, reason)
  if (!pod.metadata.deletionTimestamp) return text
  if (status.reason === 'NodeLost') return 'Unknown'
  return status.phase === 'Succeeded' || status.phase === 'Failed' ? text : 'Terminating'
}

function restartsText(pod: ApiObject, nowMs: number): string {
  const statuses = [...parts(pod, 'status', 'initContainerStatuses'), ...parts(pod, 'status', 'containerStatuses')]
  const restarts = statuses.reduce((sum, { restartCount }) => sum + (numberOf(restartCount) ?? 0), 0)
  const ends = statuses
    .map((status) => textOf(valueAt(status, 'lastState', 'terminated', 'finishedAt')))
    .filter((at) => at !== '')
  const last = ends.sort().at(-1)
  return restarts === 0 || last === undefined ? String(restarts) : `${restarts} (${sinceText(last, nowMs)} ago)`
}

function gatesText(pod: ApiObject): string {
  const gates = parts(pod, 'spec', 'readinessGates')
  const open = gates.filter(({ conditionType }) => conditionOf(pod, textOf(conditionType)).status === 'True')
  return gates.length === 0 ? '<none>' : `${open.length}/${gates.length}`
}

/** Readiness, state and restarts; the wide columns show the node. */
export const podTable: TableDefinition = tableOf([
  nameColumn,
  textColumn('Ready', 'How many containers are ready, of all.', readyText),
  textColumn('Status', 'What the pod is at.', statusText),
  textColumn('Restarts', 'How often its containers were started again.', restartsText),
  ageColumn,
  textColumn(
    'IP',
    'Its address.',
    (pod) => shown(recordOf(listOf(valueAt(pod, 'status', 'podIPs'))[0]).ip ?? valueAt(pod, 'status', 'podIP')),
    1,
  ),
  fieldColumn('Node', 'The node that it is on.', 'spec.nodeName', { priority: 1 }),
  fieldColumn('Nominated Node', 'The node that is being cleared for it.', 'status.nominatedNodeName', { priority: 1 }),
  textColumn('Readiness Gates', 'How many conditions of its own are met, of all.', gatesText, 1),
])

/** Columns of pod templates: their containers, and their labels. */
export const podTemplateTable: TableDefinition = tableOf([
  nameColumn,
  textColumn('Containers', 'Names of the containers.', (template) =>
    parts(template, 'template', 'spec', 'containers')
      .map(({ name }) => textOf(name))
      .join(','),
  ),
  textColumn('Images', 'Images of the containers.', (template) =>
    parts(template, 'template', 'spec', 'containers')
      .map(({ image }) => textOf(image))
      .join(','),
  ),
  textColumn('Pod Labels', 'Labels that the pods get.', (template) =>
    labelsText(valueAt(template, 'template', 'metadata', 'labels')),
  ),
])
