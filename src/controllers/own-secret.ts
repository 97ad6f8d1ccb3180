/**
 * A value that the plane generates if none is configured. It is kept in a Secret, so that it outlives the process, and all
 * replicas share it.
 *
 * @module
 */

import { type Client, isAlreadyExists, isNotFound } from '../client/index.js'
import { decodeBase64Text, encodeBase64Text } from '../codec/index.js'
import { type ApiObject, type Dialect, messageOf } from '../meta/index.js'
import { SECRETS, type SecretFields } from './types.js'

/** A generated value. */
export interface OwnSecret<T> {
  /** Name of the Secret in the system namespace. */
  readonly name: string
  /** Type of the Secret. */
  readonly type: string
  /** Generates the data of the Secret, as text. */
  readonly make: () => Promise<Readonly<Record<string, string>>>
  /** Parses the value from the data; missing keys are empty. */
  readonly read: (data: (key: string) => string) => Promise<T>
}

/**
 * Reads a value from its Secret, and creates the Secret when missing. A change of the Secret replaces the value.
 *
 * @param client - A client of the plane.
 * @param dialect - Names the system namespace.
 * @param own - The Secret.
 * @returns Reads the current value. If several replicas create it at once, one wins, and all use its value. Rejects when the
 *   Secret can neither be read nor created, or has other content.
 */
export function keepOwnSecret<T>(client: Client, dialect: Dialect, own: OwnSecret<T>): () => Promise<T> {
  const secrets = client.resource<SecretFields>(SECRETS).namespace(dialect.namespaces.system)
  /** Generated data that could not be stored yet: generating it again with each attempt would take long. */
  let made: ReturnType<typeof own.make> | undefined
  let known: { readonly version: string | undefined; readonly value: T } | undefined
  const find = async (): Promise<ApiObject & SecretFields> => {
    try {
      // Any cached state suffices: the Secret is read on every use, and hardly ever changes.
      return await secrets.get(own.name, { resourceVersion: '0' })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    made ??= own.make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const texts = Object.entries(await made)
    const data = Object.fromEntries(texts.map(([key, text]) => [key, encodeBase64Text(text)]))
    const stored = await secrets.create({ metadata: { name: own.name }, type: own.type, data }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error
      return secrets.get(own.name)
    })
    made = undefined
    return stored
  }
  return async () => {
    const { metadata, data = {} } = await find()
    if (known && known.version === metadata.resourceVersion) return known.value
    const value = await own
      .read((key) => decodeBase64Text(data[key] ?? ''))
      .catch((error: unknown) => {
        throw new Error(`Secret ${metadata.namespace}/${own.name}: ${messageOf(error)}`, { cause: error })
      })
    known = { version: metadata.resourceVersion, value }
    return value
  }
}
