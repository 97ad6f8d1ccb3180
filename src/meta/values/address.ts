/**
 * Addresses in messages.
 *
 * @module
 */

/**
 * An address for messages: without a user and password, even if it is invalid.
 *
 * @param text - The given address.
 */
export const withoutCredentials = (text: string): string => {
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const start = text.indexOf('//')
  return `${start >= 0 && start < at ? text.slice(0, start + 2) : ''}…${text.slice(at)}`
}
