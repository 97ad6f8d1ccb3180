/**
 * Validation of ports.
 *
 * @module
 */

import { type FieldError, invalidField } from '../../meta/index.js'

const MAX_PORT = 65_535
const NAME_MAX = 15

/** Validates a port number. */
export const validatePort = (field: string, port: number): readonly FieldError[] =>
  Number.isInteger(port) && port >= 1 && port <= MAX_PORT
    ? []
    : [invalidField(field, port, `must be between 1 and ${MAX_PORT}, inclusive`)]

/** Validates a port name. */
export function validatePortName(field: string, name: string): readonly FieldError[] {
  const messages = [
    ...(name.length > NAME_MAX ? [`must be no more than ${NAME_MAX} characters`] : []),
    ...(/^[-a-z0-9]*$/.test(name) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
  ]
  return messages.map((message) => invalidField(field, name, message))
}

/** Validates a port that may be a number or a name. */
export const validatePortOrName = (field: string, port: unknown): readonly FieldError[] =>
  typeof port === 'number' ? validatePort(field, port) : typeof port === 'string' ? validatePortName(field, port) : []
