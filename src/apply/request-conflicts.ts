/**
 * Conflicts as a client is told of them.
 *
 * @module
 */

import { ApiError, type StatusCause } from '../meta/index.js'
import type { FieldConflict } from './conflicts.js'
import type { ManagerIdentity, ManagerTable } from './managed-fields.js'

/** A conflict with who it is with. */
export interface RequestConflict extends Omit<FieldConflict, 'manager'> {
  readonly manager: ManagerIdentity
  /** The manager for people, such as `"ctl" with subresource "status" using v1`. */
  readonly managerText: string
}

/** Conflicts of the engine with the managers behind its names, in the order of the texts for the managers. */
export function requestConflicts(conflicts: readonly FieldConflict[], table: ManagerTable): RequestConflict[] {
  const known = conflicts.flatMap(({ manager: id, path, text }) => {
    const manager = table.identityOf(id)
    return manager ? [{ manager, managerText: describeManager(manager), path, text }] : []
  })
  return known.sort((a, b) => (a.managerText < b.managerText ? -1 : a.managerText > b.managerText ? 1 : 0))
}

/**
 * Names a manager for people.
 *
 * @param identity - Who it is; writers are told with their version.
 */
export function describeManager({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const part = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`
  return `${JSON.stringify(manager)}${part}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

/**
 * Answers an apply that would change fields of other managers: 409, with one cause for each field and manager.
 *
 * @param conflicts - At least one.
 */
export function conflictError(conflicts: readonly RequestConflict[]): ApiError {
  const causes: StatusCause[] = conflicts.map(({ managerText, text }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText}`,
    field: text,
  }))
  causes.sort((a, b) => compareText(`${a.field} ${a.message}`, `${b.field} ${b.message}`))
  const count = conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`
  return new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `Apply failed with ${count}: ${messageOf(conflicts)}`,
    details: { causes },
  })
}

function messageOf(conflicts: readonly RequestConflict[]): string {
  const [only] = conflicts
  if (only && conflicts.length === 1) return `conflict with ${only.managerText}: ${only.text}`
  const lines: string[] = []
  let last: string | undefined
  for (const { managerText, text } of conflicts) {
    if (managerText !== last) lines.push(`conflicts with ${managerText}:`)
    lines.push(`- ${text}`)
    last = managerText
  }
  return lines.join('\n')
}

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
