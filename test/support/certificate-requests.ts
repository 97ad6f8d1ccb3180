/**
 * Certificate signing requests, created with openssl rather than our own code.
 */

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Content of a request; the defaults are those of a valid one. */
export interface RequestWish {
  /** The subject in openssl's syntax: `/O=dev/CN=jane` by default. */
  readonly subject?: string
  /** Subject alternative names, such as `DNS:a.example.com,IP:10.0.0.1`; none by default. */
  readonly names?: string
  /** More lines for `-addext`. */
  readonly extensions?: readonly string[]
  /** Arguments that select the key type; an ECDSA key on P-256 by default. */
  readonly key?: readonly string[]
}

/** A request with its key. */
export interface MadeRequest {
  /** PEM. */
  readonly request: string
  /** PKCS #8 in PEM. */
  readonly key: string
}

const P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']

/** Creates a key and a request with openssl. */
export async function makeRequest({
  subject = '/O=dev/CN=jane',
  names,
  extensions = [],
  key = P256,
}: RequestWish = {}): Promise<MadeRequest> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'binnacle-request-'))
  try {
    const [keyFile, requestFile] = [path.join(folder, 'key.pem'), path.join(folder, 'request.pem')]
    const added = [...(names === undefined ? [] : [`subjectAltName=${names}`]), ...extensions].flatMap((line) => [
      '-addext',
      line,
    ])
    const to = ['-nodes', '-keyout', keyFile, '-out', requestFile]
    await run('openssl', ['req', '-new', '-newkey', ...key, ...to, '-subj', subject, ...added])
    return { request: await readFile(requestFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The fields of requests, for clients. */
export interface SigningRequestFields {
  readonly spec: {
    readonly request: string
    readonly signerName: string
    readonly usages: readonly string[]
    readonly expirationSeconds?: number
    readonly username?: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly status?: {
    readonly conditions?: readonly ConditionFields[]
    readonly certificate?: string
  }
}

/** A condition of a request. */
export interface ConditionFields {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastUpdateTime?: string
  readonly lastTransitionTime?: string
}

/** The resource type of requests, in a dialect. */
export const requestType = (domain = 'platform.io') =>
  ({ group: `certificates.${domain}`, version: 'v1', resource: 'certificatesigningrequests' }) as const

export const approved: ConditionFields = { type: 'Approved', status: 'True', reason: 'Checked', message: 'by hand' }
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
