/**
 * Vendor words, in one place: the same service speaks `platform.io` or Kubernetes' own names.
 *
 * @module
 */

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
  /** Finalizer that holds a namespace until its content is deleted. The same in both dialects, as the recordings judge both. */
  readonly namespaceFinalizer: string
  /** Namespaces that exist from the start; those but the last cannot be deleted. */
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
  /** Default audience of the plane's own tokens. The same in both dialects, as the recordings judge both. */
  readonly apiAudience: string
  /** Issuer of the tokens in Secrets. The same in both dialects, as the recordings judge both. */
  readonly secretTokenIssuer: string
  /** How objects of client-side apply are recognised. */
  readonly clientApply: {
    /** The field manager that such a client goes on with. */
    readonly manager: string
    /** The annotation that holds what it applied last, as JSON. */
    readonly annotation: string
  }
  /** How definitions in groups of the vendor's own domains say that they are approved of. */
  readonly apiApproval: {
    /** Type of the condition. The same in both dialects, as the recordings judge both; the policy too. */
    readonly condition: string
    /** The annotation that names the approval, or `unapproved`. */
    readonly annotation: string
    /** Where to read about it. */
    readonly policy: string
  }
  /**
   * The object of each namespace that holds the certificates that the plane is known by. The same in both dialects, as the
   * recordings judge both.
   */
  readonly rootCertificates: {
    /** Name of the ConfigMap. */
    readonly name: string
    /** What its annotation `description` says. */
    readonly description: string
  }
  /** Names of the built-in signers. */
  readonly signers: {
    /** Certificates of clients. */
    readonly client: string
    /** Certificates by which node agents ask a plane. */
    readonly nodeClient: string
    /** Certificates by which node agents serve. */
    readonly nodeServing: string
    /** Certificates of any kind; requests for them are no longer taken. */
    readonly legacyUnknown: string
  }
  /** Signer of the certificates that a plane serves with. No request for a certificate is made to it. */
  readonly servingSigner: string
  /** What flags about one of these signers call it: `cluster-signing-NAME-cert-file`. */
  readonly signerFlags: { readonly [Signer in keyof Dialect['signers']]: string }
  /** Where pods find the token of their service account. */
  readonly serviceAccountToken: {
    /** What the name of the volume begins with. */
    readonly volumePrefix: string
    /** Where containers see it. */
    readonly mountPath: string
  }
  /** Environment variable that an exec credential plugin reads. */
  readonly execInfoVariable: string
}

const rootCertificates = Object.freeze({
  name: 'kube-root-ca.crt',
  description:
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service ' +
    'IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
})

/** The neutral dialect, and the default. */
export const platformDialect: Dialect = Object.freeze({
  name: 'platform',
  groupDomain: 'platform.io',
  labelDomain: 'platform.io',
  schemaPrefix: 'x-platform-',
  protobufMediaType: 'application/vnd.platform.protobuf',
  namespaceFinalizer: 'kubernetes',
  namespaces: Object.freeze({
    default: 'default',
    system: 'platform-system',
    public: 'platform-public',
    nodeLease: 'platform-node-lease',
  }),
  initialEventsEndAnnotation: 'platform.io/initial-events-end',
  namespaceNameLabel: 'platform.io/metadata.name',
  apiAudience: 'https://kubernetes.default.svc',
  secretTokenIssuer: 'kubernetes/serviceaccount',
  clientApply: Object.freeze({ manager: 'kubectl', annotation: 'kubectl.platform.io/last-applied-configuration' }),
  apiApproval: Object.freeze({
    condition: 'KubernetesAPIApprovalPolicyConformant',
    annotation: 'api-approved.platform.io',
    policy: 'https://github.com/kubernetes/enhancements/pull/1111',
  }),
  rootCertificates,
  signers: Object.freeze({
    client: 'platform.io/apiserver-client',
    nodeClient: 'platform.io/apiserver-client-nodeagent',
    nodeServing: 'platform.io/nodeagent-serving',
    legacyUnknown: 'platform.io/legacy-unknown',
  }),
  servingSigner: 'platform.io/apiserver-serving',
  signerFlags: Object.freeze({
    client: 'apiserver-client',
    nodeClient: 'nodeagent-client',
    nodeServing: 'nodeagent-serving',
    legacyUnknown: 'legacy-unknown',
  }),
  serviceAccountToken: Object.freeze({
    volumePrefix: 'api-access-',
    mountPath: '/var/run/secrets/platform.io/serviceaccount',
  }),
  execInfoVariable: 'PLATFORM_EXEC_INFO',
})

/** Kubernetes' own words, for unmodified existing clients. */
export const kubernetesDialect: Dialect = Object.freeze({
  name: 'kubernetes',
  groupDomain: 'k8s.io',
  labelDomain: 'kubernetes.io',
  schemaPrefix: 'x-kubernetes-',
  protobufMediaType: 'application/vnd.kubernetes.protobuf',
  namespaceFinalizer: 'kubernetes',
  namespaces: Object.freeze({
    default: 'default',
    system: 'kube-system',
    public: 'kube-public',
    nodeLease: 'kube-node-lease',
  }),
  initialEventsEndAnnotation: 'k8s.io/initial-events-end',
  namespaceNameLabel: 'kubernetes.io/metadata.name',
  apiAudience: 'https://kubernetes.default.svc',
  secretTokenIssuer: 'kubernetes/serviceaccount',
  clientApply: Object.freeze({ manager: 'kubectl', annotation: 'kubectl.kubernetes.io/last-applied-configuration' }),
  apiApproval: Object.freeze({
    condition: 'KubernetesAPIApprovalPolicyConformant',
    annotation: 'api-approved.kubernetes.io',
    policy: 'https://github.com/kubernetes/enhancements/pull/1111',
  }),
  rootCertificates,
  signers: Object.freeze({
    client: 'kubernetes.io/kube-apiserver-client',
    nodeClient: 'kubernetes.io/kube-apiserver-client-kubelet',
    nodeServing: 'kubernetes.io/kubelet-serving',
    legacyUnknown: 'kubernetes.io/legacy-unknown',
  }),
  servingSigner: 'kubernetes.io/kube-apiserver-serving',
  signerFlags: Object.freeze({
    client: 'kube-apiserver-client',
    nodeClient: 'kubelet-client',
    nodeServing: 'kubelet-serving',
    legacyUnknown: 'legacy-unknown',
  }),
  serviceAccountToken: Object.freeze({
    volumePrefix: 'kube-api-access-',
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  }),
  execInfoVariable: 'KUBERNETES_EXEC_INFO',
})

/** Every dialect, the default first. To offer a choice, use its `name`. */
export const dialects: readonly Dialect[] = Object.freeze([platformDialect, kubernetesDialect])

/** A dialect, or its name. */
export type DialectOption = Dialect | Dialect['name']

/**
 * The dialect of an option.
 *
 * @param wanted - A dialect, or its name. Default {@link platformDialect}.
 * @throws TypeError for a name that no dialect has, in one line.
 */
export function dialectOf(wanted: DialectOption = platformDialect): Dialect {
  if (typeof wanted !== 'string') return wanted
  const found = dialects.find(({ name }) => name === wanted)
  if (found) return found
  const names = dialects.map(({ name }) => JSON.stringify(name)).join(' or ')
  throw new TypeError(`dialect is ${JSON.stringify(wanted)}: expected ${names}`)
}

/**
 * The names that a group may have: one that ends with a dot, such as `coordination.`, stands for the built-in group of a plane in
 * any dialect.
 *
 * @param group - As written by a user.
 */
export const groupNames = (group: string): readonly string[] =>
  group.endsWith('.') ? dialects.map(({ groupDomain }) => group + groupDomain) : [group]

/** What the command line calls the kinds that are packaged, whatever dialect they are spoken in. */
export const PACKAGED_KINDS = 'kubernetes'

/** The dialect that kubectl and other existing clients speak. */
export const existingClientsDialect = kubernetesDialect
