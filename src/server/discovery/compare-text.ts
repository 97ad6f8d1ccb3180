/**
 * Order of text by code unit, the same on every machine.
 *
 * @module
 */

/**
 * Compares two texts for sorting; locales have no say.
 *
 * @param left - A text.
 * @param right - Another one.
 */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
