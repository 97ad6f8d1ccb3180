/**
 * The resource types that control loops use with a client.
 *
 * @module
 */

import type { Dialect } from '../meta/index.js'
import { certificatesGroup, rbacGroup } from '../resources/index.js'

export const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const
export const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true } as const
export const SECRETS = { group: '', version: 'v1', resource: 'secrets', kind: 'Secret', namespaced: true } as const
export const SERVICE_ACCOUNTS = {
  group: '',
  version: 'v1',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
} as const
export const PODS = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true } as const
export const NODES = { group: '', version: 'v1', resource: 'nodes', kind: 'Node', namespaced: false } as const
export const CLAIMS = {
  group: '',
  version: 'v1',
  resource: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  namespaced: true,
} as const
export const VOLUMES = {
  group: '',
  version: 'v1',
  resource: 'persistentvolumes',
  kind: 'PersistentVolume',
  namespaced: false,
} as const
export const JOBS = { group: 'batch', version: 'v1', resource: 'jobs', kind: 'Job', namespaced: true } as const

/** Certificate signing requests. */
export const signingRequestsOf = (dialect: Dialect) =>
  ({
    group: certificatesGroup(dialect),
    version: 'v1',
    resource: 'certificatesigningrequests',
    kind: 'CertificateSigningRequest',
    namespaced: false,
  }) as const

/** Trust bundles, in the version that most planes serve. */
export const trustBundlesOf = (dialect: Dialect) =>
  ({
    group: certificatesGroup(dialect),
    version: 'v1beta1',
    resource: 'clustertrustbundles',
    kind: 'ClusterTrustBundle',
    namespaced: false,
  }) as const

/** Custom resource definitions. */
export const definitionsOf = ({ groupDomain }: Dialect) =>
  ({
    group: `apiextensions.${groupDomain}`,
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  }) as const

/** Cluster roles. */
export const clusterRolesOf = (dialect: Dialect) =>
  ({
    group: rbacGroup(dialect),
    version: 'v1',
    resource: 'clusterroles',
    kind: 'ClusterRole',
    namespaced: false,
  }) as const

/** Validating admission policies. */
export const policiesOf = ({ groupDomain }: Dialect) =>
  ({
    group: `admissionregistration.${groupDomain}`,
    version: 'v1',
    resource: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    namespaced: false,
  }) as const

/** The fields of a ConfigMap besides its metadata. */
export interface ConfigMapFields {
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, string>>
}

/** The fields of a Secret besides its metadata; its data in base64. */
export interface SecretFields {
  readonly type?: string
  readonly data?: Readonly<Record<string, string>>
}
