/**
 * Conflicts as reported to clients.
 *
 * @module
 */

import { ApiError, check, compareText, type StatusCause, shownCauses } from '../../meta/index.js'
import { conflictList } from '../check-arguments.js'
import type { ManagerIdentity, ManagerTable } from '../managed/managed-fields.js'
import type { FieldConflict } from '../merge/conflicts.js'

/** A conflict, and the other manager. */
export interface RequestConflict extends Omit<FieldConflict, 'manager'> {
  readonly manager: ManagerIdentity
  /** The manager for messages, such as `"ctl" with subresource "status" using v1`. */
  readonly managerText: string
}

/** The engine's conflicts with the managers behind its names, in the order of the texts for the managers. */
export function requestConflicts(conflicts: readonly FieldConflict[], table: ManagerTable): RequestConflict[] {
  const known: RequestConflict[] = []
  const texts = new Map<string, string>()
  for (const conflict of conflicts) {
    const manager = table.identityOf(conflict.manager)
    if (!manager) continue
    const managerText = texts.get(conflict.manager) ?? describeManager(manager)
    texts.set(conflict.manager, managerText)
    known.push({
      manager,
      managerText,
      path: conflict.path,
      get text() {
        return conflict.text
      },
    })
  }
  return known.sort((a, b) => (a.managerText < b.managerText ? -1 : a.managerText > b.managerText ? 1 : 0))
}

/**
 * The text of a manager for messages.
 *
 * @param identity - The manager; updaters are shown with their version.
 */
export function describeManager({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const part = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`
  return `${JSON.stringify(manager)}${part}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

/**
 * The error of an apply that would change fields of other managers: 409, with one cause for each field and manager, up to
 * a limit.
 *
 * @param conflicts - At least one.
 */
export function conflictError(conflicts: readonly RequestConflict[]): ApiError {
  check.refuse('conflictError', conflictList(conflicts, 'conflicts'))
  const { causes, rest } = shownCauses(causesOf(conflicts), conflicts.length, true)
  const shown = causes.map(({ field = '' }, i) => ({ managerText: conflicts[i]?.managerText ?? '', text: field }))
  const count = conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`
  return new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `Apply failed with ${count}: ${messageOf(shown)}${rest === undefined ? '' : `\n${rest}`}`,
    details: { causes: [...causes].sort((a, b) => compareText(`${a.field} ${a.message}`, `${b.field} ${b.message}`)) },
  })
}

function* causesOf(conflicts: readonly RequestConflict[]): Iterable<StatusCause> {
  for (const { managerText, text } of conflicts) {
    yield { reason: 'FieldManagerConflict', message: `conflict with ${managerText}`, field: text }
  }
}

interface ShownConflict {
  readonly managerText: string
  readonly text: string
}

function messageOf(conflicts: readonly ShownConflict[]): string {
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
