/**
 * What a plane makes for itself where it was given none: it stands in a Secret, so that it outlives the process, and all replicas have
 * the same.
 *
 * @module
 */

import { type Client, isAlreadyExists, isNotFound } from '../client/index.js'
import { decodeBase64Text, encodeBase64Text } from '../codec/index.js'
import { type ApiObject, type Dialect, messageOf } from '../meta/index.js'
import { SECRETS, type SecretFields } from './types.js'

/** A value of the plane's own. */
export interface OwnSecret<T> {
  /** Name of the Secret in the system namespace. */
  readonly name: string
  /** Its type. */
  readonly type: string
  /** Makes its data, as text. */
  readonly make: () => Promise<Readonly<Record<string, string>>>
  /** Reads the value from its data; what is missing is empty. */
  readonly read: (data: (key: string) => string) => Promise<T>
}

/**
 * Reads a value from its Secret, and creates it when missing. A change of the Secret replaces the value.
 *
 * @param client - Reaches the plane.
 * @param dialect - Names the system namespace.
 * @param own - The Secret.
 * @returns Reads the value as it is now; of several that create it at once one wins, and all have that. Rejects when the
 *   Secret can neither be read nor created, or holds something else.
 */
export function keepOwnSecret<T>(client: Client, dialect: Dialect, own: OwnSecret<T>): () => Promise<T> {
  const secrets = client.resource<SecretFields>(SECRETS).namespace(dialect.namespaces.system)
  /** What was made and could not be stored yet: making it anew with each try would take long. */
  let made: ReturnType<typeof own.make> | undefined
  let known: { readonly version: string | undefined; readonly value: T } | undefined
  const find = async (): Promise<ApiObject & SecretFields> => {
    try {
      // Any state will do where it is there: it is read with every use, and hardly ever changes.
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
