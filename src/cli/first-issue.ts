/**
 * What is wrong with a file, in one line.
 *
 * @module
 */

import type { z } from 'zod'

/**
 * The first fault that zod found, with its place, such as `rules[2].level: expected …`.
 *
 * @param error - What zod found.
 */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  const place = (issue?.path ?? []).reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`),
    '',
  )
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'cannot be read'}`
}
