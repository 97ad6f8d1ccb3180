/**
 * Makes untrusted texts safe for a terminal.
 *
 * @module
 */

/**
 * Replaces the control characters of an untrusted text, which a terminal might interpret.
 *
 * @param text - Any text.
 */
export const visible = (text: string): string => text.replace(/\p{C}/gu, '\ufffd')
