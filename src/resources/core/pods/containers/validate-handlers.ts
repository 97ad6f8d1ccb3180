/**
 * Validation of a container's handlers: of its probes, and at the start and the end of its life.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
} from '../../../../meta/index.js'
import { type FieldRule, needed, notNegative, number } from '../../../fields/field-rules.js'
import { getRecord, listOf, numberOf, recordOf, textAt } from '../../../fields/fields.js'
import { validatePortOrName } from '../../../fields/ports.js'

type Part = Readonly<UnknownRecord>

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']
/** Probes of a container. */
export const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']
const STEPS = ['postStart', 'preStop']
const COUNTS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold']

/** Handlers of a container: exactly one of the kinds. */
const oneHandler: FieldRule = (field, value) => {
  if (value === undefined) return []
  const given = HANDLERS.filter((member) => recordOf(value)[member] !== undefined)
  if (given.length === 0) return [requiredField(field, 'must specify a handler type')]
  return given.slice(1).map((member) => forbiddenField(`${field}.${member}`, 'may not specify more than 1 handler type'))
}

const HEADER =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"

/** Names of headers. Errors name the list, not the item, as in Kubernetes. */
const headers: FieldRule = (field, value) =>
  errorsOf(listOf(recordOf(value).httpHeaders), (header) => {
    const name = textAt(header, 'name')
    return /^[-A-Za-z0-9]+$/.test(name) ? [] : [invalidField(`${field}.httpHeaders`, name, HEADER)]
  })

const handler = (path: string): Readonly<Record<string, FieldRule>> => ({
  [path]: oneHandler,
  [`${path}.exec.command`]: needed(),
  [`${path}.httpGet`]: headers,
  [`${path}.httpGet.port`]: validatePortOrName,
  [`${path}.tcpSocket.port`]: validatePortOrName,
  [`${path}.grpc.port`]: validatePortOrName,
})

const probe = (path: string): Readonly<Record<string, FieldRule>> => ({
  ...handler(path),
  ...Object.fromEntries(COUNTS.map((count) => [`${path}.${count}`, notNegative])),
  [`${path}.terminationGracePeriodSeconds`]:
    path === 'readinessProbe'
      ? (field, value) => (value === undefined ? [] : [invalidField(field, value, 'must not be set for readinessProbes')])
      : number((value) => value > 0, 'must be greater than 0'),
  // Only liveness and startup probes require a success threshold of 1.
  ...(path !== 'readinessProbe' && {
    [`${path}.successThreshold`]: (field: string, value: unknown) => {
      const successes = numberOf(value) ?? 1
      if (successes === 1) return []
      return [invalidField(field, successes, successes < 0 ? 'must be greater than or equal to 0' : 'must be 1')]
    },
  }),
})

/** Rules of the handlers of a container, by field path. */
export const handlerRules: Readonly<Record<string, FieldRule>> = Object.assign(
  {},
  ...PROBES.map(probe),
  ...STEPS.map((step) => handler(`lifecycle.${step}`)),
)

/**
 * Validates that a container waits no longer than its pod has to end.
 *
 * @param container - The container.
 * @param path - Its field path.
 * @param gracePeriod - How long the pod has, in seconds.
 */
export const validateSleeps = (container: Part, path: string, gracePeriod: unknown): readonly FieldError[] =>
  errorsOf(STEPS, (step) => {
    const handlers = getRecord(container, 'lifecycle', step)
    const [seconds, grace] = [numberOf(recordOf(handlers?.sleep).seconds), numberOf(gracePeriod)]
    // Of several handlers, only the first is validated.
    const isOther = HANDLERS.some((member) => member !== 'sleep' && handlers?.[member] !== undefined)
    if (isOther || seconds === undefined || grace === undefined || (seconds >= 0 && seconds <= grace)) return []
    const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`
    return [invalidField(`${path}.lifecycle.${step}.sleep`, seconds, detail)]
  })
