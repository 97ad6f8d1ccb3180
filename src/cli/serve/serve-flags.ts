/**
 * The flags of `binnacle serve`.
 *
 * @module
 */

import { z } from 'zod'
import { dialects, existingClientsDialect, PACKAGED_KINDS, planeFeatureGates } from '../../meta/index.js'
import { CommandError } from '../command-error.js'
import { badFlag, type FlagGroups, type FlagTable, type FlagValues, parseFlags } from '../flags.js'
import { STORAGE_PLACES, storageSchema } from '../storage-engine.js'
import { count, dialect, duration, file, positiveCount, seconds, truth } from '../value-schemas.js'
import { authorizationFlags, checkAuthorizationFlags } from './access/authorization-flags.js'
import { checkClientCertificateFlags, clientCertificateFlags } from './access/client-certificate-flags.js'
import { checkOidcFlags, oidcFlags } from './access/oidc-flags.js'
import { serviceAccountFlags } from './access/service-account-flags.js'
import { signingFlags } from './access/signing-flags.js'
import { tokenWebhookFlags } from './access/token-webhook-flags.js'
import { admissionFlags } from './policies/admission-flags.js'
import { auditFlags } from './policies/audit-flags.js'
import { address, controllers, emulated, gates, ip, port, range, release, versions } from './serve-value-schemas.js'
import { checkStorageFlags, storageFlags } from './storage-flags.js'

/** The flags under their headings, most needed first. */
export const serveFlagGroups = {
  'Types and objects': {
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
    dialect: {
      help: 'vendor names of the API; kubectl and other existing clients need the default',
      value: 'NAME',
      values: dialects.map(({ name }) => name),
      schema: dialect,
      default: existingClientsDialect.name,
    },
  },
  Storage: {
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
  },
  'Addresses and TLS': {
    'bind-address': { help: 'address to listen on', value: 'ADDRESS', schema: address, default: '127.0.0.1' },
    port: { help: 'port of plain HTTP, 0 for none', value: 'N', schema: port, default: '0' },
    'secure-port': { help: 'port of HTTPS, 0 for none', value: 'N', schema: port, default: '6443' },
    'tls-cert-file': {
      help: 'certificate in PEM, leaf first; a self-signed one is made when absent',
      value: 'FILE',
      schema: file,
    },
    'tls-private-key-file': { help: 'key of the certificate in PEM', value: 'FILE', schema: file },
    'write-kubeconfig': {
      help: 'writes a kubeconfig: address, certificate, and the token of this run if there is one',
      value: 'FILE',
      schema: file,
    },
  },
  Authentication: {
    'token-auth-file': { help: 'CSV lines of token, user, uid, "group1,group2"', value: 'FILE', schema: file },
    'anonymous-auth': {
      help: 'whether requests without credentials are accepted as system:anonymous; true by default, never with AlwaysAllow',
      schema: truth,
    },
    ...clientCertificateFlags,
    ...oidcFlags,
    ...tokenWebhookFlags,
  },
  'Service accounts and bootstrap tokens': serviceAccountFlags,
  Authorization: authorizationFlags,
  Admission: admissionFlags,
  'Controllers and certificates': {
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
  },
  'Networks of workloads': {
    'advertise-address': {
      help: 'IP address at which workloads reach the plane; when absent --bind-address, or the first address of the machine where that is a wildcard or loopback',
      value: 'ADDRESS',
      schema: ip,
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
  },
  'Limits, start and shutdown': {
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
      // With 0 a client could send no request.
      schema: positiveCount,
      default: '250',
    },
    'request-timeout': {
      help: 'time that a request may take, watches aside',
      value: 'DURATION',
      schema: duration,
      default: '1m',
    },
    'min-request-timeout': {
      help: 'least seconds of a watch without timeoutSeconds',
      value: 'SECONDS',
      schema: seconds,
      default: '1800',
    },
    'livez-grace-period': {
      help: 'time that starting may take before /livez fails',
      value: 'DURATION',
      schema: duration,
      default: '0s',
    },
    'shutdown-delay-duration': {
      help: 'time between failing /readyz and closing the ports',
      value: 'DURATION',
      schema: duration,
      default: '0s',
    },
  },
  Logs: {
    'access-log': { help: 'prints a line for each request when it ends, watches included', schema: truth, default: 'false' },
    'log-format': {
      help: 'format of --access-log, --trace and the errors of the plane; messages about the start, the end and files stay text',
      value: 'FORMAT',
      values: ['text', 'json'],
      schema: z.enum(['text', 'json'], 'expected text or json'),
      default: 'text',
    },
    trace: { help: 'prints a line for each write: its stages, steps and decisions', schema: truth, default: 'false' },
  },
  Audit: auditFlags,
  'Releases and features': {
    'runtime-config': {
      help: 'comma list of API versions and resources to turn on or off: GROUP/VERSION=true, GROUP/VERSION/RESOURCE=false, api/alpha, api/beta, api/ga, api/all',
      value: 'KEYS',
      schema: versions,
    },
    'feature-gates': {
      help: `comma list of features to turn on or off: NAME=true, NAME=false, of ${planeFeatureGates.map(({ name }) => name).join(', ')}, AllAlpha, AllBeta`,
      value: 'GATES',
      schema: gates,
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
  },
} as const satisfies FlagGroups

const table = {
  ...serveFlagGroups['Types and objects'],
  ...serveFlagGroups.Storage,
  ...serveFlagGroups['Addresses and TLS'],
  ...serveFlagGroups.Authentication,
  ...serveFlagGroups['Service accounts and bootstrap tokens'],
  ...serveFlagGroups.Authorization,
  ...serveFlagGroups.Admission,
  ...serveFlagGroups['Controllers and certificates'],
  ...serveFlagGroups['Networks of workloads'],
  ...serveFlagGroups['Limits, start and shutdown'],
  ...serveFlagGroups.Logs,
  ...serveFlagGroups.Audit,
  ...serveFlagGroups['Releases and features'],
} as const satisfies FlagTable

/** The flags of `binnacle serve`, by name. */
export const serveFlags = table

/** Their values. Durations are in milliseconds. */
export type ServeValues = FlagValues<typeof table>

/**
 * Parses the flags of `binnacle serve`, and checks their combinations.
 *
 * @param args - The arguments after `serve`.
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
  if (values['watch-objects'] && values.objects.length === 0) throw new CommandError('--watch-objects needs --objects as well')
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
