/**
 * ClusterTrustBundle: trusted certificates, optionally of one signer.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  dnsSubdomainName,
  type FieldError,
  invalidField,
  oncePerDialect,
  pathSegmentName,
} from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { nameOf, textAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { refTo, struct, text } from '../fields/json-schema.js'
import { nameColumn, tableOf, textColumn } from '../tables/tables.js'
import { certificatesGroup } from './certificates-group.js'
import { faultOfBundle } from './pem-content.js'
import { validateSignerName } from './signer-name.js'

/**
 * The ClusterTrustBundle kind. None of its versions is served by default.
 *
 * @param dialect - The plane's dialect.
 */
export const trustBundleDefinition: (dialect: Dialect) => ResourceDefinition = /* @__PURE__ */ oncePerDialect((dialect) =>
  builtinDefinition(dialect, {
    group: certificatesGroup(dialect),
    kind: 'ClusterTrustBundle',
    plural: 'clustertrustbundles',
    namespaced: false,
    version: 'v1beta1',
    otherVersions: ['v1alpha1'],
    schemaName: 'certificates.v1beta1.ClusterTrustBundle',
    description: 'Certificates that everybody in the cluster may trust.',
    properties: { spec: refTo('certificates.v1beta1.ClusterTrustBundleSpec', 'The certificates.') },
    required: ['spec'],
    schemas: () => ({
      'certificates.v1beta1.ClusterTrustBundleSpec': struct(
        'The certificates, and whose they are.',
        {
          signerName: text('The signer whose certificates they are, if any. It cannot change.'),
          trustBundle: text('Certificates of authorities in PEM, each once. Their order means nothing.'),
        },
        ['trustBundle'],
      ),
    }),
    table: tableOf([
      nameColumn,
      textColumn('SignerName', 'Whose certificates they are.', (bundle) => signerOf(bundle) || '<none>'),
    ]),
    // Clients list the bundles of one signer.
    selectableFields: { 'spec.signerName': signerOf },
    strategy: strategyOf(),
  }),
)

function signerOf(bundle: ApiObject): string {
  return textAt(bundle, 'spec', 'signerName')
}

const stays = immutableFields(['spec.signerName'])

function strategyOf(): Strategy {
  /** Results of asynchronous checks, for the same object instance. */
  const faults = new WeakMap<ApiObject, string | undefined>()
  const validate = (bundle: ApiObject) => [...validateNames(bundle), ...validateContent(faults.get(bundle))]
  return {
    validateName: pathSegmentName,
    prepareToValidate: (bundle) =>
      faultOfBundle(textAt(bundle, 'spec', 'trustBundle')).then((fault) => void faults.set(bundle, fault)),
    validateCreate: validate,
    validateUpdate: (bundle, live) => [...validate(bundle), ...stays(bundle, live)],
  }
}

/** Error messages do not include certificates. */
const validateContent = (fault: string | undefined): readonly FieldError[] =>
  fault === undefined ? [] : [invalidField('spec.trustBundle', '<value omitted>', fault)]

/** The name of a signer's bundle starts with the signer's name; other bundles must not have such a prefix. */
function validateNames(bundle: ApiObject): readonly FieldError[] {
  const [name, signerName] = [nameOf(bundle), signerOf(bundle)]
  const wrong = (detail: string) => [invalidField('metadata.name', name, detail)]
  if (signerName === '') {
    return name.includes(':')
      ? wrong('ClusterTrustBundle without signer name must not have ":" in its name')
      : faultsOf(name, name)
  }
  const prefix = bundlePrefixOf(signerName)
  if (!name.startsWith(prefix)) {
    return [
      ...validateSignerName(signerName, 'spec.signerName'),
      ...wrong(`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`),
    ]
  }
  return [...validateSignerName(signerName, 'spec.signerName'), ...faultsOf(name, name.slice(prefix.length))]
}

const faultsOf = (name: string, part: string): readonly FieldError[] =>
  dnsSubdomainName(part).map((message) => invalidField('metadata.name', name, message))

/**
 * Prefix of the names of a signer's bundles.
 *
 * @param signerName - Such as `example.com/my-signer`.
 */
export const bundlePrefixOf = (signerName: string): string => `${signerName.replaceAll('/', ':')}:`
