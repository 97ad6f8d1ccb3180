/**
 * The flags of `binnacle serve`.
 *
 * @module
 */

import { isIP } from 'node:net'
import { z } from 'zod'
import { controllerNames } from '../../controllers/index.js'
import {
  compareReleases,
  dialects,
  existingClientsDialect,
  PACKAGED_KINDS,
  parseRelease,
  planeFeatureGates,
} from '../../meta/index.js'
import { FIRST_RELEASE, LAST_RELEASE } from '../../resources/index.js'
import { CommandError } from '../command-error.js'
import { badFlag, type FlagTable, type FlagValues, parseFlags } from '../flags.js'
import { STORAGE_PLACES, storageSchema } from '../storage-engine.js'
import { count, dialect, duration, file, truth } from '../value-schemas.js'
import { authorizationFlags, checkAuthorizationFlags } from './access/authorization-flags.js'
import { checkClientCertificateFlags, clientCertificateFlags } from './access/client-certificate-flags.js'
import { checkOidcFlags, oidcFlags } from './access/oidc-flags.js'
import { serviceAccountFlags } from './access/service-account-flags.js'
import { signingFlags } from './access/signing-flags.js'
import { tokenWebhookFlags } from './access/token-webhook-flags.js'
import { admissionFlags } from './policies/admission-flags.js'
import { auditFlags } from './policies/audit-flags.js'
import { checkStorageFlags, storageFlags } from './storage-flags.js'

const MAX_PORT = 65_535

const range = z.string().min(1, 'expected a range')

const port = z
  .string()
  .regex(/^\d{1,5}$/, `expected a port number from 0 to ${MAX_PORT}`)
  .transform(Number)
  .refine((value) => value <= MAX_PORT, `expected a port number from 0 to ${MAX_PORT}`)

/** What a setting of HTTP/2 can say; a client that is allowed no stream could not ask for anything. */
const streams = count.refine((value) => value > 0, 'expected a whole number, 1 or more')

const seconds = z
  .string()
  .regex(/^\d{1,9}$/, 'expected a whole number of seconds')
  .transform(Number)

const address = z.string().refine((text) => isIP(text) !== 0 || text === 'localhost', 'expected an IP address or localhost')

/** A key alone is to be served. What there is, the plane knows. */
const versions = z.string().transform((text, context) => {
  const pairs = text.split(',').map((part) => /^([a-z0-9.-]+(?:\/[a-z0-9.-]+){0,2})(?:=(true|false))?$/.exec(part.trim()))
  if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs.map(([, name, is]) => [name, is !== 'false']))
  const message =
    'expected a comma list of KEY, KEY=true or KEY=false, where KEY is GROUP/VERSION, GROUP/VERSION/RESOURCE or api/LEVEL'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** What gates there are, the plane knows. */
const gates = z.string().transform((text, context) => {
  const pairs = text.split(',').map((part) => /^\s*(\w+)=(true|false)\s*$/.exec(part))
  if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs.map(([, name, is]) => [name, is === 'true']))
  context.addIssue({ code: 'custom', message: 'expected a comma list of NAME=true or NAME=false' })
  return z.NEVER
})

const release = z
  .string()
  .refine((text) => parseRelease(text) !== undefined, 'expected a release such as 1.29')
  .transform((text) => text.replace(/^v/, ''))

const emulated = release.refine(
  (text) => compareReleases(text, FIRST_RELEASE) >= 0 && compareReleases(text, LAST_RELEASE) <= 0,
  `expected a release from ${FIRST_RELEASE} to ${LAST_RELEASE}`,
)

const controllers = z.string().transform((text, context) => {
  const words = text === '' ? [] : text.split(',')
  const wrong = words.find((word) => word !== '*' && !controllerNames.includes(word.replace(/^-/, '')))
  if (wrong === undefined) return words
  const message = `${JSON.stringify(wrong)} is none; expected a comma list of *, NAME and -NAME, of ${controllerNames.join(', ')}`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const table = {
  dialect: {
    help: 'vendor names of the API; kubectl and other existing clients need the default',
    value: 'NAME',
    values: dialects.map(({ name }) => name),
    schema: dialect,
    default: existingClientsDialect.name,
  },
  storage: {
    help: `where objects are kept: ${STORAGE_PLACES}`,
    value: 'ENGINE',
    schema: storageSchema,
    default: 'memory',
  },
  ...storageFlags,
  'etcd-compaction-interval': {
    help: 'how long history is kept, with any storage, for chunked lists and for watches that resume',
    value: 'DURATION',
    schema: duration.refine((ms) => ms >= 1000, 'expected a duration of 1s or more'),
    default: '5m',
  },
  'bind-address': { help: 'address to listen on', value: 'ADDRESS', schema: address, default: '127.0.0.1' },
  port: { help: 'port of plain HTTP, 0 for none', value: 'N', schema: port, default: '0' },
  'secure-port': { help: 'port of HTTPS, 0 for none', value: 'N', schema: port, default: '6443' },
  'tls-cert-file': { help: 'certificate in PEM, leaf first; a self-signed one is made when absent', value: 'FILE', schema: file },
  'tls-private-key-file': { help: 'key of the certificate in PEM', value: 'FILE', schema: file },
  resources: {
    help: `${PACKAGED_KINDS} for the packaged kinds, an OpenAPI document (JSON or YAML), or a module that default-exports resource definitions`,
    value: 'FILE',
    schema: file,
    repeatable: true,
  },
  objects: {
    help: 'YAML or JSON of objects that are applied by force before the plane is ready',
    value: 'FILE',
    schema: file,
    repeatable: true,
  },
  'watch-objects': { help: 'applies the files of --objects again when they change', schema: truth, default: 'false' },
  'advertise-address': {
    help: 'IP address at which workloads reach the plane; when absent --bind-address, or the first address of the machine where that is a wildcard or loopback',
    value: 'ADDRESS',
    schema: z.union([z.ipv4(), z.ipv6()]),
  },
  'service-cluster-ip-range': {
    help: 'range of Service addresses; 10.0.0.0/24 when absent',
    value: 'RANGE',
    schema: range,
  },
  'service-node-port-range': {
    help: 'range of node ports; 30000-32767 when absent',
    value: 'RANGE',
    schema: range,
  },
  ...clientCertificateFlags,
  'token-auth-file': { help: 'CSV lines of token, user, uid, "group1,group2"', value: 'FILE', schema: file },
  'runtime-config': {
    help: 'comma list of API versions and resources to turn on or off: GROUP/VERSION=true, GROUP/VERSION/RESOURCE=false, api/alpha, api/beta, api/ga, api/all',
    value: 'KEYS',
    schema: versions,
  },
  'emulated-version': {
    help: 'release to emulate: serves the API versions of that release, and reports it at /version',
    value: 'RELEASE',
    schema: emulated,
  },
  'show-hidden-metrics-for-version': {
    help: 'the previous release, to show metrics that were hidden since',
    value: 'RELEASE',
    schema: release,
  },
  'feature-gates': {
    help: `comma list of features to turn on or off: NAME=true, NAME=false, of ${planeFeatureGates.map(({ name }) => name).join(', ')}, AllAlpha, AllBeta`,
    value: 'GATES',
    schema: gates,
  },
  ...oidcFlags,
  ...serviceAccountFlags,
  ...tokenWebhookFlags,
  ...authorizationFlags,
  controllers: {
    help: 'comma list of built-in controllers: * for all, NAME to enable, -NAME to disable one; empty for none',
    value: 'NAMES',
    schema: controllers,
    default: '*',
  },
  'root-ca-file': {
    help: 'CA certificates of this plane in PEM, published in each namespace; by default its own certificate',
    value: 'FILE',
    schema: file,
  },
  ...signingFlags,
  'anonymous-auth': {
    help: 'whether requests without credentials are accepted as system:anonymous; never with AlwaysAllow',
    schema: truth,
  },
  ...admissionFlags,
  ...auditFlags,
  'max-requests-inflight': {
    help: 'reads served at a time, half of them for one user; 0 for no limit',
    value: 'N',
    schema: count,
    default: '400',
  },
  'max-mutating-requests-inflight': {
    help: 'writes served at a time, half of them for one user; 0 for no limit',
    value: 'N',
    schema: count,
    default: '200',
  },
  'http2-max-streams-per-connection': {
    help: 'requests and watches of one HTTP/2 connection at a time',
    value: 'N',
    schema: streams,
    default: '250',
  },
  'request-timeout': { help: 'time that a request may take, watches aside', value: 'DURATION', schema: duration, default: '1m' },
  'min-request-timeout': {
    help: 'least seconds of a watch without timeoutSeconds',
    value: 'SECONDS',
    schema: seconds,
    default: '1800',
  },
  'write-kubeconfig': {
    help: 'writes a kubeconfig: address, certificate, and the token of this run if there is one',
    value: 'FILE',
    schema: file,
  },
  trace: { help: 'prints a line for each write: its stages, steps and decisions', schema: truth, default: 'false' },
  'access-log': { help: 'prints a line for each request when it ends, watches included', schema: truth, default: 'false' },
  'log-format': {
    help: 'format of --access-log and of the errors of the plane',
    value: 'FORMAT',
    values: ['text', 'json'],
    schema: z.enum(['text', 'json'], 'expected text or json'),
    default: 'text',
  },
  'shutdown-delay-duration': {
    help: 'time between failing /readyz and closing the ports',
    value: 'DURATION',
    schema: duration,
    default: '0s',
  },
  'livez-grace-period': {
    help: 'time that starting may take before /livez fails',
    value: 'DURATION',
    schema: duration,
    default: '0s',
  },
} as const satisfies FlagTable

/** The flags of `binnacle serve`, by name. */
export const serveFlags = table

/** Their values. Durations are in milliseconds. */
export type ServeValues = FlagValues<typeof table>

/**
 * Reads the flags of `binnacle serve`, and how they go together.
 *
 * @param args - The words after `serve`.
 * @throws {@link CommandError} for a bad flag, or flags that contradict each other.
 */
export function parseServeFlags(args: readonly string[]): ServeValues {
  const values = parseFlags(table, args)
  checkStorageFlags(values)
  checkClientCertificateFlags(values)
  checkAuthorizationFlags(values)
  checkOidcFlags(values)
  if (values.port === 0 && values['secure-port'] === 0) {
    throw new CommandError('--port 0 and --secure-port 0 leave nothing to listen on: give one of them a port')
  }
  const kubeconfig = values['write-kubeconfig']
  if (kubeconfig !== undefined && values['secure-port'] === 0) {
    throw badFlag('write-kubeconfig', kubeconfig, 'needs HTTPS, as kubectl sends no token without: leave --secure-port 0 out')
  }
  if (values.port === values['secure-port']) {
    throw badFlag('port', String(values.port), 'is the value of --secure-port too; plain HTTP needs a port of its own')
  }
  const [certificate, key] = [values['tls-cert-file'], values['tls-private-key-file']]
  if (certificate !== undefined && key === undefined)
    throw badFlag('tls-cert-file', certificate, 'needs --tls-private-key-file as well')
  if (key !== undefined && certificate === undefined) throw badFlag('tls-private-key-file', key, 'needs --tls-cert-file as well')
  return values
}
