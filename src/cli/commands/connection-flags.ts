/**
 * Flags for the plane of a command, and its user.
 *
 * @module
 */

import { X509Certificate } from 'node:crypto'
import path from 'node:path'
import { connect as connectTls } from 'node:tls'
import { type Client, ConnectionError } from '../../client/index.js'
import { connect, KubeconfigError, loadKubeconfig, readDocument, selectContext } from '../../client/node/index.js'
import { ApiError, dialects, existingClientsDialect } from '../../meta/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { readText } from '../files/read-text.js'
import { badFlag, type FlagTable, type FlagValues } from '../flags.js'
import { dialect, file, truth } from '../value-schemas.js'

/** Flags of every command that sends requests to a plane. */
export const dialectFlags = {
  dialect: {
    help: 'vendor names of the API',
    value: 'NAME',
    values: dialects.map(({ name }) => name),
    schema: dialect,
    default: existingClientsDialect.name,
  },
} as const satisfies FlagTable

/** Flags of commands that are clients of a plane. */
export const connectionFlags = {
  ...dialectFlags,
  kubeconfig: {
    help: 'kubeconfig; those of KUBECONFIG, or ~/.kube/config, when absent',
    value: 'FILE',
    schema: file,
  },
  context: { help: 'context of the kubeconfig; its current one when absent', value: 'NAME', schema: file },
  server: { help: 'address of the plane, in place of a kubeconfig', value: 'URL', schema: file },
  token: { help: 'bearer token, with --server', value: 'TOKEN', schema: file },
  'certificate-authority': { help: 'certificate authorities in PEM for the server', value: 'FILE', schema: file },
  'insecure-skip-tls-verify': { help: 'accepts any certificate of the server', schema: truth, default: 'false' },
} as const satisfies FlagTable

type ConnectionValues = FlagValues<typeof connectionFlags>

/** A connection of a command to a plane. */
export interface Connection {
  readonly client: Client
  readonly server: string
  /** Certificate authorities of the server, in PEM: the configured ones, or the last certificate of the server. */
  certificates(): Promise<string>
  /** Reads a document that is not an object, such as `/metrics`. */
  document(path: string): Promise<string>
}

/**
 * Connects to the plane of the flags and files.
 *
 * @throws {@link CommandError} when they name no plane.
 */
export async function openConnection(values: ConnectionValues): Promise<Connection> {
  const authority = values['certificate-authority']
  const ca = authority === undefined ? undefined : await readText('certificate-authority', authority)
  const { server, token } = values
  try {
    if (server !== undefined) {
      const insecureSkipTlsVerify = values['insecure-skip-tls-verify']
      const source = {
        server,
        insecureSkipTlsVerify,
        ...(ca !== undefined && { ca }),
        ...(token !== undefined && { token }),
      }
      return {
        client: connect(source),
        server,
        certificates: async () => ca ?? shownBy(server),
        document: (path) => readDocument(source, path),
      }
    }
    const kubeconfig = await loadKubeconfig(values.kubeconfig === undefined ? {} : { paths: [values.kubeconfig] })
    const { cluster } = selectContext(kubeconfig, values.context)
    const { certificateAuthorityData: data, certificateAuthority: of, folder = '' } = cluster
    const options = values.context === undefined ? {} : { context: values.context }
    const certificates = async () => {
      if (data !== undefined) return Buffer.from(data, 'base64').toString()
      return of === undefined ? shownBy(cluster.server) : readText('kubeconfig', path.resolve(folder, of))
    }
    return {
      client: connect(kubeconfig, options),
      server: cluster.server,
      certificates,
      document: (path) => readDocument(kubeconfig, path, options),
    }
  } catch (error) {
    if (error instanceof KubeconfigError)
      throw new CommandError(`${error.message}; --server URL names a plane as well`, { cause: error })
    if (error instanceof RangeError) throw badFlag('server', server ?? '', error.message, error)
    throw error
  }
}

const TLS_TIMEOUT_MS = 10_000

/** The last certificate that a server shows: trusting it means trusting the server. */
async function shownBy(server: string): Promise<string> {
  const { hostname, port, protocol } = new URL(server)
  if (protocol !== 'https:') return ''
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: hostname, port: Number(port) || 443, rejectUnauthorized: false }, () => {
      let certificate = socket.getPeerCertificate(true)
      while (certificate.issuerCertificate && certificate.issuerCertificate !== certificate)
        certificate = certificate.issuerCertificate
      socket.end()
      resolve(new X509Certificate(certificate.raw).toString())
    })
    socket.setTimeout(TLS_TIMEOUT_MS, () => socket.destroy(new Error('the server does not speak TLS in time')))
    socket.on('error', (error) => reject(new CommandError(`${server}: ${reasonOf(error)}`, { exitCode: 1, cause: error })))
  })
}

/**
 * Runs requests of a command; a refusal or a connection failure becomes one line.
 *
 * @param work - Sends the requests.
 */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  // The timers of retries do not keep the process alive, so a command that waits for an answer does it here.
  const stay = setInterval(() => {}, STAY_MS)
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError)
      throw new CommandError(reasonOf(error), { exitCode: 1, cause: error })
    throw error
  } finally {
    clearInterval(stay)
  }
}

const STAY_MS = 60_000
