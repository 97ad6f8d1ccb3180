/**
 * Vendor-specific names in one place: `platform.io` or Kubernetes' own.
 *
 * @module
 */

import { deepFreeze } from './values/json.js'

/** Every name that depends on the vendor. */
export interface Dialect {
  readonly name: 'platform' | 'kubernetes'
  /** Domain of the built-in API groups: group `events` is `events.<groupDomain>`. */
  readonly groupDomain: string
  /** Domain of labels, taints, annotations and signers. */
  readonly labelDomain: string
  /** Prefix of vendor extensions in schemas, with its trailing dash. */
  readonly schemaPrefix: string
  /** Media type of the binary envelope. */
  readonly protobufMediaType: string
  /** Finalizer that keeps a namespace until its content is deleted. The same in both dialects, as the recordings test both. */
  readonly namespaceFinalizer: string
  /** Initial namespaces; all except the last cannot be deleted. */
  readonly namespaces: {
    readonly default: string
    readonly system: string
    readonly public: string
    readonly nodeLease: string
  }
  /** Annotation of the bookmark that ends the initial events of a watch. */
  readonly initialEventsEndAnnotation: string
  /** Label that carries a namespace's own name. */
  readonly namespaceNameLabel: string
  /** Label of the APIServices that the plane keeps itself. */
  readonly automanagedLabel: string
  /** Default audience of the plane's own tokens. The same in both dialects, as the recordings test both. */
  readonly apiAudience: string
  /** Issuer of the tokens in Secrets. The same in both dialects, as the recordings test both. */
  readonly secretTokenIssuer: string
  /** Marks of objects managed by client-side apply. */
  readonly clientApply: {
    /** The field manager of such a client after a migration. */
    readonly manager: string
    /** The annotation with the last applied configuration, as JSON. */
    readonly annotation: string
  }
  /** Approval of definitions in groups of the vendor's own domains. */
  readonly apiApproval: {
    /** Type of the condition. The same in both dialects, as the recordings test both; the policy too. */
    readonly condition: string
    /** The annotation with the approval, or `unapproved`. */
    readonly annotation: string
    /** URL of the policy. */
    readonly policy: string
  }
  /**
   * The object in each namespace with the plane's CA certificates. The same in both dialects, as the recordings test both.
   */
  readonly rootCertificates: {
    /** Name of the ConfigMap. */
    readonly name: string
    /** Value of its annotation `description`. */
    readonly description: string
  }
  /** Names of the built-in signers. */
  readonly signers: {
    /** Certificates of clients. */
    readonly client: string
    /** Client certificates of kubelets. */
    readonly nodeClient: string
    /** Serving certificates of kubelets. */
    readonly nodeServing: string
    /** Certificates of any kind; new requests for them are refused. */
    readonly legacyUnknown: string
  }
  /** Signer of the plane's serving certificates. It accepts no certificate requests. */
  readonly servingSigner: string
  /** Names of the signers in flags: `cluster-signing-NAME-cert-file`. */
  readonly signerFlags: { readonly [Signer in keyof Dialect['signers']]: string }
  /** Location of the service account token in pods. */
  readonly serviceAccountToken: {
    /** Prefix of the volume's name. */
    readonly volumePrefix: string
    /** Mount path in containers. */
    readonly mountPath: string
  }
  /** Environment variable that an exec credential plugin reads. */
  readonly execInfoVariable: string
}

const rootCertificates = {
  name: 'kube-root-ca.crt',
  description:
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service ' +
    'IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
}

/** The neutral dialect, and the default. */
export const platformDialect: Dialect = /* @__PURE__ */ deepFreeze({
  name: 'platform',
  groupDomain: 'platform.io',
  labelDomain: 'platform.io',
  schemaPrefix: 'x-platform-',
  protobufMediaType: 'application/vnd.platform.protobuf',
  namespaceFinalizer: 'kubernetes',
  namespaces: {
    default: 'default',
    system: 'platform-system',
    public: 'platform-public',
    nodeLease: 'platform-node-lease',
  },
  initialEventsEndAnnotation: 'platform.io/initial-events-end',
  namespaceNameLabel: 'platform.io/metadata.name',
  automanagedLabel: 'aggregator.platform.io/automanaged',
  apiAudience: 'https://kubernetes.default.svc',
  secretTokenIssuer: 'kubernetes/serviceaccount',
  clientApply: { manager: 'kubectl', annotation: 'kubectl.platform.io/last-applied-configuration' },
  apiApproval: {
    condition: 'KubernetesAPIApprovalPolicyConformant',
    annotation: 'api-approved.platform.io',
    policy: 'https://github.com/kubernetes/enhancements/pull/1111',
  },
  rootCertificates,
  signers: {
    client: 'platform.io/apiserver-client',
    nodeClient: 'platform.io/apiserver-client-nodeagent',
    nodeServing: 'platform.io/nodeagent-serving',
    legacyUnknown: 'platform.io/legacy-unknown',
  },
  servingSigner: 'platform.io/apiserver-serving',
  signerFlags: {
    client: 'apiserver-client',
    nodeClient: 'nodeagent-client',
    nodeServing: 'nodeagent-serving',
    legacyUnknown: 'legacy-unknown',
  },
  serviceAccountToken: {
    volumePrefix: 'api-access-',
    mountPath: '/var/run/secrets/platform.io/serviceaccount',
  },
  execInfoVariable: 'PLATFORM_EXEC_INFO',
})

/** Kubernetes' own words, for unmodified existing clients. */
export const kubernetesDialect: Dialect = /* @__PURE__ */ deepFreeze({
  name: 'kubernetes',
  groupDomain: 'k8s.io',
  labelDomain: 'kubernetes.io',
  schemaPrefix: 'x-kubernetes-',
  protobufMediaType: 'application/vnd.kubernetes.protobuf',
  namespaceFinalizer: 'kubernetes',
  namespaces: {
    default: 'default',
    system: 'kube-system',
    public: 'kube-public',
    nodeLease: 'kube-node-lease',
  },
  initialEventsEndAnnotation: 'k8s.io/initial-events-end',
  namespaceNameLabel: 'kubernetes.io/metadata.name',
  automanagedLabel: 'kube-aggregator.kubernetes.io/automanaged',
  apiAudience: 'https://kubernetes.default.svc',
  secretTokenIssuer: 'kubernetes/serviceaccount',
  clientApply: { manager: 'kubectl', annotation: 'kubectl.kubernetes.io/last-applied-configuration' },
  apiApproval: {
    condition: 'KubernetesAPIApprovalPolicyConformant',
    annotation: 'api-approved.kubernetes.io',
    policy: 'https://github.com/kubernetes/enhancements/pull/1111',
  },
  rootCertificates,
  signers: {
    client: 'kubernetes.io/kube-apiserver-client',
    nodeClient: 'kubernetes.io/kube-apiserver-client-kubelet',
    nodeServing: 'kubernetes.io/kubelet-serving',
    legacyUnknown: 'kubernetes.io/legacy-unknown',
  },
  servingSigner: 'kubernetes.io/kube-apiserver-serving',
  signerFlags: {
    client: 'kube-apiserver-client',
    nodeClient: 'kubelet-client',
    nodeServing: 'kubelet-serving',
    legacyUnknown: 'legacy-unknown',
  },
  serviceAccountToken: {
    volumePrefix: 'kube-api-access-',
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  },
  execInfoVariable: 'KUBERNETES_EXEC_INFO',
})

/** Every dialect, the default first. To offer a choice, use its `name`. */
export const dialects: readonly Dialect[] = /* @__PURE__ */ Object.freeze([platformDialect, kubernetesDialect])

/** A dialect, or its name. */
export type DialectOption = Dialect | Dialect['name']

/**
 * The dialect of an option.
 *
 * @param wanted - A dialect, or its name. Default {@link platformDialect}.
 * @throws TypeError with one line for an unknown name.
 */
export function dialectOf(wanted: DialectOption = platformDialect): Dialect {
  if (typeof wanted !== 'string') return wanted
  const found = dialects.find(({ name }) => name === wanted)
  if (found) return found
  const names = dialects.map(({ name }) => JSON.stringify(name)).join(' or ')
  throw new TypeError(`dialect is ${JSON.stringify(wanted)}: expected ${names}`)
}

/**
 * The possible names of a group: one that ends with a dot, such as `coordination.`, is the built-in group in any dialect.
 *
 * @param group - The user's input.
 */
export const groupNames = (group: string): readonly string[] =>
  group.endsWith('.') ? dialects.map(({ groupDomain }) => group + groupDomain) : [group]

/** Name of the packaged kinds on the command line, in every dialect. */
export const PACKAGED_KINDS = 'kubernetes'

/** The dialect of kubectl and other existing clients. */
export const existingClientsDialect = kubernetesDialect

/**
 * Makes what all planes of a dialect share once: tests start a plane for each case.
 *
 * @param make - Makes it. The result is shared, and not to be modified.
 */
export function oncePerDialect<T>(make: (dialect: Dialect) => T): (dialect: Dialect) => T {
  const made = new Map<Dialect, T>()
  return (dialect) => {
    const known = made.get(dialect) ?? make(dialect)
    made.set(dialect, known)
    return known
  }
}

/** Groups of Kubernetes without a domain. */
const PLAIN_GROUPS: readonly string[] = ['apps', 'autoscaling', 'batch', 'extensions', 'policy']

/**
 * What to write so that a plane serves a missing type of Kubernetes.
 *
 * @param types - All types of the plane.
 * @param group - Of the missing type.
 * @returns Follows the message about the type; empty when the dialect is not the reason.
 */
export function dialectHint(types: readonly { readonly group: string }[], group: string): string {
  const ending = `.${kubernetesDialect.groupDomain}`
  const isMeant = group.endsWith(ending) || PLAIN_GROUPS.includes(group)
  // Every plane has built-in groups of its dialect's domain.
  if (!isMeant || types.some((type) => type.group.endsWith(ending))) return ''
  const option = `dialect: '${kubernetesDialect.name}'`
  return `: the plane is of another dialect; write ${option} where it is created, and resources: Object.values(packagedKinds({ ${option} })) of binnacle/kubernetes for workloads`
}
