/**
 * Reads configuration files, JSON or YAML, with errors of one line.
 *
 * @module
 */

import { z } from 'zod'
import { decodeYaml, yamlLineOf } from '../../codec/index.js'
import { formatFieldPath } from '../../meta/index.js'

/** A parsed configuration file, or a part of one. */
export interface ConfigDocument {
  /** The text of the whole file. */
  readonly text: string
  readonly value: unknown
  /** Keys and indexes of the part; none for the whole. */
  readonly path: readonly PropertyKey[]
}

/**
 * Reads a configuration file.
 *
 * @param text - JSON or YAML.
 * @throws Error for invalid text, and for duplicate keys.
 */
export async function readConfig(text: string): Promise<ConfigDocument> {
  const { value, duplicateMessages } = await decodeYaml(new TextEncoder().encode(text), { isFile: true })
  if (duplicateMessages[0] !== undefined) throw new Error(duplicateMessages[0])
  return { text, value, path: [] }
}

/**
 * Validates a configuration file.
 *
 * @param schema - The expected content.
 * @param document - The file, or the part of it that the schema describes.
 * @returns The content, with the defaults of the schema.
 * @throws Error with one line that has the position of the first fault, such as `line 7: rules[2].level: expected …`.
 */
export async function checkConfig<T>(schema: z.ZodType<T>, { text, value, path }: ConfigDocument): Promise<T> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const place = [...path, ...(issue?.path ?? [])]
  // An unknown key is reported at its own line, not at that of its parent.
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const line = await yamlLineOf(text, [...place, ...unknownKey]).then(
    (found) => `line ${found}: `,
    // JSON may be larger than the YAML parser accepts.
    () => '',
  )
  const name = formatFieldPath(place.map((step) => (typeof step === 'number' ? step : String(step))))
  throw new Error(`${line}${name === '' ? '' : `${name}: `}${issue?.message ?? 'not a configuration'}`)
}

/**
 * The `apiVersion` of a configuration file.
 *
 * @param versions - The supported versions, the newest first.
 */
export const configVersion = (...versions: readonly string[]) =>
  z.enum(versions, { error: ({ input }) => `expected ${versions.join(', ')}, found ${JSON.stringify(input)}` })
