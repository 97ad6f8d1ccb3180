/**
 * Addresses in messages.
 *
 * @module
 */

/**
 * An address as messages may show it: without the user and password that it may hold, also when it is no proper address.
 *
 * @param text - What was given for an address.
 */
export const withoutCredentials = (text: string): string => {
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const start = text.indexOf('//')
  return `${start >= 0 && start < at ? text.slice(0, start + 2) : ''}…${text.slice(at)}`
}
