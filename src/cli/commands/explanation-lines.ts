/**
 * Explanations of access, as text.
 *
 * @module
 */

import {
  type AccessExplanation,
  type AccessGrant,
  type AccessObjectName,
  type AccessQuestion,
  describeRule,
} from '../../authz/index.js'
import { visible } from '../visible.js'

/**
 * Formats an explanation.
 *
 * @param question - The request for access.
 * @param explanation - Its explanation.
 * @returns Lines without control characters of terminals.
 */
export function explanationLines(question: AccessQuestion, explanation: AccessExplanation): readonly string[] {
  const { allowed, decidedBy, opinions, grants, proposal } = explanation
  const lines = [`${allowed ? 'yes' : 'no'}: ${question.user.username} ${allowed ? 'may' : 'may not'} ${deed(question)}`]
  if (decidedBy !== undefined) lines.push(`${allowed ? 'allowed' : 'denied'} by ${decidedBy}`)
  for (const { authorizer, decision, reason, evaluationError } of opinions) {
    const why = [reason, evaluationError].filter(Boolean).join('; ')
    // The grants repeat the reason of an RBAC decision, with more detail.
    if (why !== '' && !(decision === 'allow' && grants.length > 0)) lines.push(`${authorizer} says: ${why}`)
  }
  for (const { binding, role, subject, rule } of grants) {
    lines.push(`${shown(binding)} gives ${shown(subject)} the ${shown(role)}`)
    lines.push(`  with the rule ${describeRule(rule)}`)
  }
  if (grants.length > 0 && !allowed) lines.push('roles would allow it, but do not count here')
  if (proposal) {
    if (proposal.roles.length > 0) lines.push(`roles that allow it: ${proposal.roles.map(shown).join(', ')}`)
    lines.push('what follows would allow this alone:')
  }
  return lines.map(visible)
}

function deed({ verb, path, resource, subresource, group, namespace, name }: AccessQuestion): string {
  if (path) return `${verb} ${path}`
  const type = `${resource}${group ? `.${group}` : ''}${subresource ? `/${subresource}` : ''}`
  return `${verb} ${type}${name ? ` ${JSON.stringify(name)}` : ''} ${namespace ? `in the namespace ${namespace}` : 'in the whole cluster'}`
}

const shown = ({ kind, namespace, name }: AccessObjectName | AccessGrant['subject']): string =>
  `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
