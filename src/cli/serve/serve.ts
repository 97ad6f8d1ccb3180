/**
 * `binnacle serve`: a whole plane in this process, from flags and files. Only wiring, no logic.
 *
 * @module
 */

import { createWebhookTransport, nodeHandler } from '../../adapters/index.js'
import {
  type Authenticator,
  createStaticTokenAuthenticator,
  parseTokenFile,
  ReplaceableAuthenticator,
} from '../../authn/index.js'
import { type CertificateAndKey, readCertificates } from '../../crypto/index.js'
import { ADMIN_GROUP, systemClock, systemRandom } from '../../meta/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../plane/index.js'
import { createStartingHandler, type RequestHandler } from '../../server/index.js'
import { CommandError, reasonOf } from '../command-error.js'
import { loadCertificate, type ServingCertificate } from '../files/certificate-files.js'
import { readOwnKubeconfig } from '../files/own-kubeconfig.js'
import { readText } from '../files/read-text.js'
import { watchFile } from '../files/watched-file.js'
import { badFlag, describeFlagGroups, wantsHelp } from '../flags.js'
import type { AuthenticationConfig } from './access/authentication-config.js'
import { openAuthorization } from './access/authorization-flags.js'
import { type ClientCertificates, openClientCertificates } from './access/client-certificate-flags.js'
import { openOidc } from './access/oidc.js'
import { loadOwnTokens } from './access/service-account-flags.js'
import { openSigners, signingSeconds } from './access/signing-flags.js'
import { openTokenWebhook } from './access/token-webhook-flags.js'
import { withAccessLog } from './access-log.js'
import { advertisedFrom } from './advertise.js'
import { drain } from './drain.js'
import { jsonLogger } from './json-logger.js'
import { type Listener, listenPlain, listenSecure } from './listeners.js'
import { applyObjectFiles } from './object-loader.js'
import { openAdmission } from './policies/admission-flags.js'
import { openAudit } from './policies/audit-flags.js'
import { parseServeFlags, type ServeValues, serveFlagGroups } from './serve-flags.js'
import { ownKubeconfig, readyLines, sayWhatIsWaitedFor, writeKubeconfig } from './serve-messages.js'
import { openStorages } from './storage-flags.js'
import { textLogger } from './text-logger.js'
import { tracePrinter } from './trace-line.js'

const HELP = `usage: binnacle serve [options]

Runs a whole plane until SIGTERM or SIGINT. No option is required.
Options are given as --name value or --name=value; those without a value as
--name, --name=true or --name=false.

${describeFlagGroups(serveFlagGroups)}

Example: binnacle serve --storage lmdb:./state --write-kubeconfig ./kubeconfig`

/**
 * Runs the command.
 *
 * @param args - The arguments after `serve`.
 * @returns Resolves when the plane listens; it runs until a signal ends it.
 * @throws {@link CommandError} for an invalid flag or file.
 */
export async function serve(args: readonly string[]): Promise<void> {
  if (wantsHelp(args)) {
    console.log(HELP)
    return
  }
  const values = parseServeFlags(args)
  const credentials = await loadCredentials(values)
  const file = values['write-kubeconfig']
  if (file !== undefined) await readOwnKubeconfig(ownKubeconfig(file, credentials.token))
  const clients = await openClientCertificates(values, values)
  const certificate = await certificateFor(values)
  let handler = createStartingHandler({ clock: systemClock, livezGraceMs: values['livez-grace-period'] })
  const listeners = await openPorts(values, certificate, clients, { handle: (request) => handler.handle(request) })
  const plane = await orClose(listeners, makePlane(values, credentials, clients, certificate?.pair))
  await orClose(listeners, applyObjectFiles(plane, values.objects, values['watch-objects']))
  handler = plane
  endOnSignal(values, plane, listeners)
  const urls = listeners.map(({ url }) => url)
  const configured = { file, server: urls.at(-1) ?? '', ca: certificate?.pair.certificatePem, token: credentials.token }
  await orClose(listeners, writeKubeconfig(configured))
  console.log(readyLines(urls, values, credentials.token))
}

/** Closes the ports when the startup of the server fails. */
async function orClose<T>(listeners: readonly Listener[], work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    for (const listener of listeners) {
      void listener.close()
      listener.destroy()
    }
    throw error
  }
}

/** The flags of options that the plane checks itself. */
const FLAG_OF_OPTION: Readonly<Record<string, string>> = {
  runtimeConfig: '--runtime-config',
  featureGates: '--feature-gates',
  showHiddenMetricsFor: '--show-hidden-metrics-for-version',
  serviceClusterIPRange: '--service-cluster-ip-range',
  serviceNodePortRange: '--service-node-port-range',
}

async function makePlane(
  values: ServeValues,
  { tokens }: CredentialSet,
  clients: ClientCertificates,
  certificate: CertificateAndKey | undefined,
): Promise<ControlPlane> {
  const [ownTokens, oidc] = await Promise.all([loadOwnTokens(values), openOidc(values)])
  const resources = []
  for (const file of values.resources) {
    const { loadResources } = await import('../files/resource-files.js')
    resources.push(...(await loadResources(file, values.dialect)))
  }
  const { dialect } = values
  const transport = createWebhookTransport()
  const { authorizer, allowsEverything } = await openAuthorization(values, { dialect, transport })
  const apiAudiences = values['api-audiences']
  const signers = await openSigners(values, { dialect })
  const remote = await openTokenWebhook(values, { dialect, transport, ...(apiAudiences && { apiAudiences }) })
  const audit = await openAudit(values, { dialect, transport })
  const made = createControlPlane({
    dialect,
    logger: values['log-format'] === 'json' ? jsonLogger() : textLogger,
    ...(audit && { audit }),
    ...(await openStorages(values)),
    resources,
    ...serviceRanges(values),
    advertise: advertised(values),
    ...ownTokens,
    ...(values['emulated-version'] && { release: values['emulated-version'] }),
    metrics: { process: true },
    ...(values['show-hidden-metrics-for-version'] && { showHiddenMetricsFor: values['show-hidden-metrics-for-version'] }),
    ...(values['feature-gates'] && { featureGates: values['feature-gates'] }),
    ...(values['runtime-config'] && { runtimeConfig: values['runtime-config'] }),
    // Certificates come before tokens; the token webhook is called last, for tokens that no local authenticator knows.
    authenticators: [...clients.authenticators, tokens, ...oidc.authenticators, ...remote],
    authorizer,
    anonymous: letsAnonymousIn(values, oidc.anonymous, allowsEverything),
    admission: await openAdmission(values, { dialect, transport }),
    webhooks: transport,
    controllers: values.controllers,
    ...(await rootCertificates(values, certificate)),
    ...(signers ? { signers } : { signingSeconds: signingSeconds(values) }),
    ...(values.trace && { trace: tracePrinter(values['log-format']) }),
    history: { windowSeconds: values['etcd-compaction-interval'] / 1000 },
    limits: {
      maxReadsInFlight: limitOf(values['max-requests-inflight']),
      maxWritesInFlight: limitOf(values['max-mutating-requests-inflight']),
      requestTimeoutMs: values['request-timeout'],
      minWatchSeconds: values['min-request-timeout'],
    },
  })
  const plane = await made.catch((error: unknown) => {
    if (!(error instanceof RangeError)) throw error
    const [option = '', ...rest] = error.message.split(' ')
    throw new CommandError([FLAG_OF_OPTION[option] ?? option, ...rest].join(' '), { cause: error })
  })
  for (const warning of plane.features.warnings) console.error(`binnacle: ${warning}`)
  return plane
}

function advertised(values: ServeValues): ControlPlaneOptions['advertise'] & object {
  const address = advertisedFrom({ given: values['advertise-address'], host: values['bind-address'] })
  return { address, port: values['secure-port'] || values.port }
}

function serviceRanges(values: ServeValues): Pick<ControlPlaneOptions, 'serviceClusterIPRange' | 'serviceNodePortRange'> {
  const { 'service-cluster-ip-range': addresses, 'service-node-port-range': ports } = values
  return { ...(addresses && { serviceClusterIPRange: addresses }), ...(ports && { serviceNodePortRange: ports }) }
}

/** Maximum bytes of the CA bundle published in each namespace: an object cannot be much larger. */
const MAX_ROOT_BYTES = 1024 * 1024

/** The CA certificates for clients: those of the kubeconfig that this command writes, unless a file has others. */
async function rootCertificates(
  { 'root-ca-file': path }: ServeValues,
  certificate: CertificateAndKey | undefined,
): Promise<Pick<ControlPlaneOptions, 'rootCertificates'>> {
  if (path === undefined) return certificate ? { rootCertificates: certificate.certificatePem } : {}
  const pem = await readText('root-ca-file', path, { maxBytes: MAX_ROOT_BYTES })
  await readCertificates(pem).catch((error: unknown) => {
    throw badFlag('root-ca-file', path, reasonOf(error), error)
  })
  return { rootCertificates: pem }
}

/** Ends the server: gracefully on the first signal, at once on the second. */
function endOnSignal(values: ServeValues, plane: ControlPlane, listeners: readonly Listener[]): void {
  let ending = false
  const end = () => {
    if (ending) process.exit(1)
    ending = true
    sayWhatIsWaitedFor(values, plane.stats)
    const drained = drain({ plane, listeners, delayMs: values['shutdown-delay-duration'], graceMs: values['request-timeout'] })
    drained.then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

interface CredentialSet {
  readonly tokens: Authenticator
  /** Set without configured credentials: the token generated for this run. */
  readonly token: string | undefined
}

/** Random bytes of a generated token. */
const TOKEN_BYTES = 24

async function loadCredentials(values: ServeValues): Promise<CredentialSet> {
  const file = values['token-auth-file']
  if (file === undefined) {
    const token = Buffer.from(systemRandom.bytes(TOKEN_BYTES)).toString('base64url')
    const user = { username: 'admin', groups: [ADMIN_GROUP] }
    return { token, tokens: createStaticTokenAuthenticator([{ token, user }]) }
  }
  let tokens: ReplaceableAuthenticator | undefined
  const first = await watchFile({ flag: 'token-auth-file', path: file }, (text) => {
    const next = createStaticTokenAuthenticator(parseTokenFile(text))
    tokens?.replace(next)
    tokens ??= new ReplaceableAuthenticator(next)
    return tokens
  })
  return { token: undefined, tokens: first }
}

/** Anonymous requests could do everything under AlwaysAllow, so they are always refused there. */
function letsAnonymousIn(
  values: ServeValues,
  configured: AuthenticationConfig['anonymous'],
  allowsEverything: boolean,
): NonNullable<typeof configured> {
  const config = values['authentication-config']
  if (config !== undefined && configured !== undefined && values['anonymous-auth'] !== undefined) {
    throw badFlag(
      'authentication-config',
      config,
      'says who is let in without a credential, and so does --anonymous-auth: leave one out',
    )
  }
  const wanted = values['anonymous-auth'] ?? configured
  if (!allowsEverything) return wanted ?? true
  if (wanted)
    console.error('binnacle: anonymous access is off, as --authorization-mode AlwaysAllow would let everybody do everything')
  return false
}

/** Zero means no limit on the command line. */
const limitOf = (count: number): number => (count === 0 ? Number.POSITIVE_INFINITY : count)

async function certificateFor(values: ServeValues): Promise<ServingCertificate | undefined> {
  if (values['secure-port'] === 0) return undefined
  return loadCertificate({
    certificateFile: values['tls-cert-file'],
    privateKeyFile: values['tls-private-key-file'],
    host: values['bind-address'],
  })
}

async function openPorts(
  values: ServeValues,
  certificate: ServingCertificate | undefined,
  clients: ClientCertificates,
  service: RequestHandler,
): Promise<Listener[]> {
  const host = values['bind-address']
  const handler = nodeHandler(values['access-log'] ? withAccessLog(service, values['log-format']) : service)
  const limits = {
    requestTimeoutMs: values['request-timeout'],
    maxStreams: values['http2-max-streams-per-connection'],
  }
  const listeners: Listener[] = []
  if (values.port !== 0) listeners.push(await listenPlain({ host, port: values.port, flag: 'port' }, limits, handler))
  if (certificate) {
    const address = { host, port: values['secure-port'], flag: 'secure-port' }
    const { pair, onRenewal } = certificate
    listeners.push(await listenSecure(address, pair, { ...limits, clients, onRenewal }, handler))
  }
  return listeners
}
