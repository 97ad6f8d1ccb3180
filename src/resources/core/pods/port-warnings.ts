/**
 * Warnings of container ports that several containers of a pod, or one container twice, declare.
 *
 * @module
 */

import type { UnknownRecord } from '../../../meta/index.js'
import { listOf, numberOf, recordOf, textOf } from '../../fields/fields.js'

interface Port {
  readonly field: string
  readonly containerPort: number
  readonly hostPort: number
  readonly hostIP: string
  readonly protocol: string
  readonly name: string
}

/** Each warning names two ports, so that many equal ones would have a warning for each pair. */
const MAX_WARNINGS = 100
/** Ports of one number that later ones are compared with: a pod can hold 40,000 that do not overlap, and cause no warning. */
const MAX_COMPARED = 50

/**
 * Warns of the ports of a pod's containers.
 *
 * @param containers - The containers, with their field paths.
 * @returns At most about a hundred warnings.
 */
export function portWarnings(containers: readonly (readonly [Readonly<UnknownRecord>, string])[]): readonly string[] {
  const known = new Map<string, Port[]>()
  const warnings: string[] = []
  for (const [{ ports }, field] of containers) {
    for (const [i, given] of listOf(ports).entries()) {
      if (warnings.length >= MAX_WARNINGS) return warnings
      const port = readPort(given, `${field}.ports[${i}]`)
      const key = `${port.containerPort}/${port.protocol}`
      const others = known.get(key) ?? []
      warnings.push(...uselessWarning(port), ...others.flatMap((other) => overlapWarning(port, other)))
      if (others.length < MAX_COMPARED) others.push(port)
      known.set(key, others)
    }
  }
  return warnings
}

function readPort(given: unknown, field: string): Port {
  const port = recordOf(given)
  return {
    field,
    containerPort: numberOf(port.containerPort) ?? 0,
    hostPort: numberOf(port.hostPort) ?? 0,
    hostIP: textOf(port.hostIP),
    protocol: textOf(port.protocol),
    name: textOf(port.name),
  }
}

const uselessWarning = ({ field, containerPort, hostPort, hostIP, protocol, name }: Port): readonly string[] =>
  hostIP !== '' && hostPort === 0
    ? [
        `${field}: hostIP set without hostPort: ` +
          `{Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
      ]
    : []

function overlapWarning(port: Port, other: Port): readonly string[] {
  const warn = (what: string) => [`${port.field}: ${what} port definition with ${other.field}`]
  if (port.hostPort === other.hostPort && port.hostIP === other.hostIP) return warn('duplicate')
  if (port.hostPort === 0 || other.hostPort === 0) return warn('overlapping')
  const isOneOpen = (port.hostIP === '') !== (other.hostIP === '')
  return port.hostPort === other.hostPort && isOneOpen ? warn('dangerously ambiguous') : []
}
