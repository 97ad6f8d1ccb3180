/**
 * Texts from elsewhere, fit for a terminal.
 *
 * @module
 */

/**
 * Shows a text that others wrote: characters that a terminal might obey are replaced.
 *
 * @param text - Any text.
 */
export const visible = (text: string): string => text.replace(/\p{C}/gu, '\ufffd')
