/**
 * The output of a credential plugin.
 *
 * @module
 */

import tls from 'node:tls'
import { getKey, isRecord, parseTime } from '../../../meta/index.js'
import type { Identity } from '../identity.js'
import { ExecPluginError } from './exec-error.js'
import type { ExecPlugin } from './plugin.js'

/** A credential from a plugin. */
export interface ExecCredential {
  readonly token: string | undefined
  readonly identity: Identity | undefined
  /** When it expires, in milliseconds since 1970; undefined for never. */
  readonly expiresMs: number | undefined
}

/**
 * Parses the output of a plugin.
 *
 * @param plugin - The plugin, whose version the output has to be in.
 * @param output - Its standard output.
 * @throws {@link ExecPluginError} for an invalid credential.
 */
export function readExecCredential({ entry }: ExecPlugin, output: Uint8Array): ExecCredential {
  const wrong = (why: string, cause?: unknown) => new ExecPluginError(entry.command, why, cause)
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(output))
  } catch {
    // The message contains neither the text nor the parser's error, which may quote half a token.
    throw wrong('printed what is no JSON')
  }
  const kind = getKey(document, 'kind')
  const apiVersion = getKey(document, 'apiVersion')
  if (kind !== 'ExecCredential') throw wrong(`printed an object of kind ${shown(kind)} and not ExecCredential`)
  if (apiVersion !== entry.apiVersion)
    throw wrong(`printed apiVersion ${shown(apiVersion)}, and is configured for ${entry.apiVersion}`)
  const status = getKey(document, 'status')
  if (!isRecord(status)) throw wrong('printed no status')
  const textOf = (name: string): string | undefined => {
    const value = getKey(status, name) ?? ''
    if (typeof value !== 'string') throw wrong(`printed a status.${name} that is no text`)
    return value === '' ? undefined : value
  }
  const token = textOf('token')
  const cert = textOf('clientCertificateData')
  const key = textOf('clientKeyData')
  if ((cert === undefined) !== (key === undefined)) throw wrong('printed only one of clientCertificateData and clientKeyData')
  if (token === undefined && cert === undefined) throw wrong('printed neither a token nor a certificate')
  const identity = cert !== undefined && key !== undefined ? { cert, key } : undefined
  if (identity) checkPair(identity, wrong)
  const expiry = textOf('expirationTimestamp')
  const expiresMs = expiry === undefined ? undefined : parseTime(expiry)
  if (expiry !== undefined && expiresMs === undefined)
    throw wrong(`printed an expirationTimestamp that is no time: ${shown(expiry)}`)
  return { token, identity, expiresMs }
}

function checkPair(identity: Identity, wrong: (why: string, cause?: unknown) => ExecPluginError): void {
  try {
    tls.createSecureContext(identity)
  } catch (error) {
    throw wrong('printed a certificate and a key that are no pair', error)
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80)
