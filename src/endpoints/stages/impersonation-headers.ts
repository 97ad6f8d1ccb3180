/**
 * The headers of an impersonation: every line of them is one value.
 *
 * @module
 */

import { badRequest, headerText } from '../../meta/index.js'
import type { Door } from '../exchange.js'

/** The impersonation that a request asks for. */
export interface Impersonation {
  readonly username: string
  readonly groups: readonly string[]
  readonly uid: string | undefined
  /** Values by key, in the order of the headers. */
  readonly extra: ReadonlyMap<string, readonly string[]>
}

const PREFIX = 'impersonate-'
const EXTRA_PREFIX = 'impersonate-extra-'

/**
 * Reads which user a request impersonates.
 *
 * @param headers - Header lines, their names in lower case.
 * @param group - API group of uids and extra keys, for messages.
 * @returns Undefined for a request without impersonation.
 * @throws {@link ApiError} 400 for groups, a uid or extra keys without a user.
 * @see Specification, "Impersonation"
 */
export function readImpersonation(headers: Door<unknown>['headers'], group: string): Impersonation | undefined {
  // Nearly no request has any.
  if (!headers.some(([name]) => name.startsWith(PREFIX))) return undefined
  let username: string | undefined
  let uid: string | undefined
  const groups: string[] = []
  const extra = new Map<string, string[]>()
  for (const [name, bytes] of headers) {
    if (!name.startsWith(PREFIX)) continue
    const value = headerText(bytes)
    if (name === 'impersonate-user') username ??= value
    else if (name === 'impersonate-uid') uid ??= value
    else if (name === 'impersonate-group') groups.push(value)
    else if (name.startsWith(EXTRA_PREFIX)) {
      const key = decodeKey(name.slice(EXTRA_PREFIX.length))
      extra.set(key, [...(extra.get(key) ?? []), value])
    }
  }
  const asked: Impersonation = { username: username ?? '', groups, uid: uid || undefined, extra }
  if (asked.username !== '') return asked
  const rest = describe(asked, group)
  if (rest.length > 0) throw badRequest(`requested [${rest.join(' ')}] without impersonating a user`)
  return undefined
}

/** Characters that header names cannot have are percent-encoded; invalid encodings are taken literally. */
function decodeKey(text: string): string {
  const key = text.toLowerCase()
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** What is requested beside the user, worded as in Kubernetes. */
function describe({ groups, uid, extra }: Impersonation, group: string): string[] {
  return [
    ...groups.map((name) => `{Group  ${name}    }`),
    ...[...extra].flatMap(([key, values]) => values.map((value) => `{UserExtra  ${value}  ${group}/v1  ${key}}`)),
    ...(uid === undefined ? [] : [`{UID  ${uid}  ${group}/v1  }`]),
  ]
}
