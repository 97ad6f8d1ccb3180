/**
 * Plain scalars beside those of YAML 1.1 that are no text: the reader resolves them, and the writer quotes such text.
 *
 * @module
 */

/** Octal numbers as YAML 1.2 writes them, which Kubernetes reads too; those of YAML 1.1 begin with a zero alone. Longer ones are text. */
export const OCTAL = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0[oO](?=_*[0-7])[0-7_]{1,17}$/,
  resolve: (text: string) => Number(text.replace(/[-+_]/g, '')) * (text.startsWith('-') ? -1 : 1),
} as const

/** A merge key, for the writer: text that needs quotes. */
export const MERGE_KEY = {
  tag: 'tag:yaml.org,2002:merge',
  default: true,
  test: /^<<$/,
  resolve: (text: string) => text,
} as const
