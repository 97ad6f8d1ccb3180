import { expect, test } from '@jest/globals'
import { judgeVolumes } from '../../../../src/resources/core/pods/validate-pod-volumes.js'
import { type Change, kinds, plain } from '../../packaged/support.js'
import { create } from '../../support.js'

const causesOf = (change: Change) => create(kinds.Pod, plain('Pod', change)).causes
const volume = (source: object): Change => ({ 'spec.volumes': [{ name: 'v', ...source }] })

const HOST_PORTS = 'must be a host:port pair or multiple pairs separated by commas'
const RESERVED = 'kubernetes.io and k8s.io namespaces are reserved'
const BLOB = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'
const MANAGED = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const iscsi = (more: object) => ({ iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2014-12.com.example:a', lun: 1, ...more } })
const disk = (more: object) => ({ azureDisk: { diskName: 'd', diskURI: 'https://a.example/b.vhd', ...more } })
const bundle = (more: object) => ({ projected: { sources: [{ clusterTrustBundle: { path: 'ca', ...more } }] } })

test.each<readonly [source: object, causes: readonly string[]]>([
  [iscsi({}), []],
  [iscsi({ iqn: 'eui.0123456789abcdef' }), []],
  [iscsi({ iqn: 'iqn.bad' }), ['iscsi.iqn: Invalid value: "iqn.bad": must be valid format']],
  [iscsi({ iqn: 'abc' }), ['iscsi.iqn: Invalid value: "abc": must be valid format starting with iqn, eui, or naa']],
  [iscsi({ lun: 256 }), ['iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive']],
  [iscsi({ chapAuthSession: true }), ['iscsi.secretRef: Required value']],
  [iscsi({ chapAuthDiscovery: true, secretRef: { name: 's' } }), []],
  [
    iscsi({ initiatorName: 'x' }),
    ['iscsi.initiatorname: Invalid value: "x": must be valid format starting with iqn, eui, or naa'],
  ],
  [iscsi({ iqn: '' }), ['iscsi.iqn: Required value']],
  [
    iscsi({ initiatorName: 'naa.0123456789abcdef0123456789abcdef', targetPortal: 'a'.repeat(63) }),
    [
      'name: Invalid value: "v": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
    ],
  ],
  [{ fc: {} }, ['fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both']],
  [{ fc: { wwids: ['a'] } }, []],
  [{ fc: { targetWWNs: ['a'] } }, ['fc.lun: Required value: lun is required if targetWWNs is specified']],
  [{ fc: { targetWWNs: ['a'], lun: 256 } }, ['fc.lun: Invalid value: 256: must be between 0 and 255, inclusive']],
  [
    { fc: { targetWWNs: ['a'], wwids: ['b'], lun: 0 } },
    ['fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified simultaneously'],
  ],
  [{ quobyte: { registry: 'a:1,[::1]:2', volume: 'q' } }, []],
  [{ quobyte: { registry: 'a', volume: 'q' } }, [`quobyte.registry: Invalid value: "a": ${HOST_PORTS}`]],
  [{ quobyte: { registry: '', volume: 'q' } }, [`quobyte.registry: Required value: ${HOST_PORTS}`]],
  [
    { quobyte: { registry: 'a:1', volume: 'q', tenant: 't'.repeat(65) } },
    ['quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters'],
  ],
  [{ flocker: {} }, ['flocker: Required value: one of datasetName and datasetUUID is required']],
  [
    { flocker: { datasetName: 'a/b', datasetUUID: 'u' } },
    [
      'flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
      `flocker.datasetName: Invalid value: "a/b": must not contain '/'`,
    ],
  ],
  [{ flexVolume: { driver: 'a/b', options: { x: 'y', 'example.com/x': 'y' } } }, []],
  ...['kubernetes.io/x', 'a.K8S.io/x', 'k8s.io'].map(
    (key) =>
      [
        { flexVolume: { driver: 'a/b', options: { [key]: 'y' } } },
        [`flexVolume.options[${key}]: Invalid value: "${key}": ${RESERVED}`],
      ] as const,
  ),
  [disk({}), []],
  [disk({ diskURI: '/a' }), [`azureDisk.diskURI: Unsupported value: "/a": supported values: "${BLOB}"`]],
  [disk({ kind: 'Managed', diskURI: '/subscriptions/a' }), []],
  [
    disk({ kind: 'Managed', diskURI: 'https://a' }),
    [`azureDisk.diskURI: Unsupported value: "https://a": supported values: "${MANAGED}"`],
  ],
  [{ scaleIO: { system: 's', volumeName: 'v', gateway: '', secretRef: {} } }, ['scaleIO.gateway: Required value']],
  [{ storageos: { volumeName: 'v', secretRef: {} } }, ['storageos.secretRef.name: Required value']],
  [{ cinder: { volumeID: 'c', secretRef: {} } }, ['cinder.secretRef.name: Required value']],
  [{ csi: { driver: 'd', nodePublishSecretRef: {} } }, ['csi.nodePublishSecretRef.name: Required value']],
  [{ csi: { driver: 'd'.repeat(64) } }, ['csi.driver: Too long: may not be more than 63 bytes']],
  [
    { gcePersistentDisk: { pdName: 'p', partition: 256 } },
    ['persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive'],
  ],
  [{ gitRepo: { repository: 'r', directory: '/a' } }, ['gitRepo.directory: Invalid value: "/a": must be a relative path']],
  [{ hostPath: { path: '/a/../b' } }, [`hostPath.path: Invalid value: "/a/../b": must not contain '..'`]],
  [{ hostPath: { path: '' }, emptyDir: {} }, ['hostPath: Forbidden: may not specify more than 1 volume type']],
  [
    { emptyDir: {}, cephfs: { monitors: [] }, downwardAPI: {} },
    ['cephFS', 'downwarAPI'].map((shown) => `${shown}: Forbidden: may not specify more than 1 volume type`),
  ],
  [{ secret: { secretName: 's', items: [{ key: '', path: 'a' }] } }, ['secret.items[0].key: Required value']],
  [
    { configMap: { name: 'c', items: [{ key: 'k', path: '..a', mode: 512 }] } },
    [
      `configMap.items[0].path: Invalid value: "..a": must not start with '..'`,
      'configMap.items[0].mode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
    ],
  ],
  [
    { downwardAPI: { items: [{ path: '..a', mode: -1, fieldRef: { fieldPath: 'status.podIP' } }] } },
    [
      `downwardAPI.path: Invalid value: "..a": must not start with '..'`,
      'downwardAPI.fieldRef.fieldPath: Unsupported value: "status.podIP": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      'downwardAPI.mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
    ],
  ],
  [
    { downwardAPI: { items: [{ path: 'a' }] } },
    ['downwardAPI: Required value: one of fieldRef and resourceFieldRef is required'],
  ],
  [
    { projected: { sources: [{ downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.x' } }] } }] } },
    [
      'projected.sources[0].downwardAPI.fieldRef.fieldPath: Invalid value: "metadata.x": error converting fieldPath: field label not supported: metadata.x',
    ],
  ],
  [
    { projected: { sources: [{ secret: { items: [{ key: 'k', path: '/a' }] } }] } },
    [
      'projected.sources[0].secret.name: Required value',
      'projected.sources[0].secret.items[0].path: Invalid value: "/a": must be a relative path',
    ],
  ],
  [
    { projected: { sources: [{ secret: { name: 's' }, configMap: { name: 'c' } }] } },
    ['projected.sources[0]: Forbidden: may not specify more than 1 volume type per source'],
  ],
  [bundle({}), ['projected.sources[0].clusterTrustBundle: Required value: either name or signerName must be specified']],
  [bundle({ name: 'a' }), []],
  [bundle({ name: 'example.com:signer:a' }), []],
  [
    bundle({ signerName: '' }),
    [
      'projected.sources[0].clusterTrustBundle.signerName: Required value: must be a valid signer name',
      'projected.sources[0].clusterTrustBundle.signerName: Required value',
    ],
  ],
  [
    bundle({ name: 'example.com:signer:A' }),
    [
      `projected.sources[0].clusterTrustBundle.name: Invalid value: "example.com:signer:A": not a valid clustertrustbundlename: ${SUBDOMAIN}`,
    ],
  ],
  [bundle({ signerName: 'example.com/signer', labelSelector: { matchLabels: { a: 'b' } } }), []],
  [
    bundle({ name: 'a', labelSelector: {} }),
    [
      'projected.sources[0].clusterTrustBundle.labelSelector: Invalid value: {}: labelSelector must be unset if name is specified',
    ],
  ],
  [
    {
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { name: 'n' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
        },
      },
    },
    ['ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set'],
  ],
])('a volume from %j has the errors %j', (source, causes) => {
  expect(causesOf(volume(source)).map((cause) => cause.replace('spec.volumes[0].', ''))).toEqual(causes)
})

test('an invalid volume cannot be mounted either', () => {
  const causes = causesOf({
    'spec.volumes': [{ name: 'v', hostPath: { path: '/..' } }],
    'spec.containers': [{ name: 'main', image: 'x', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
  })
  expect(causes).toEqual([
    `spec.volumes[0].hostPath.path: Invalid value: "/..": must not contain '..'`,
    'spec.containers[0].volumeMounts[0].name: Not found: "v"',
  ])
})

test('a pod does not use the claim of its own ephemeral volume by name', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } }
  const name = plain('Pod').metadata.name
  const claim = (claimName: string) => ({ name: 'b', persistentVolumeClaim: { claimName } })
  const causes = (claimName: string) =>
    causesOf({ 'spec.volumes': [{ name: 'a', ephemeral: { volumeClaimTemplate: { spec } } }, claim(claimName)] })
  expect(causes('other')).toEqual([])
  expect(causes(`${name}-a`)).toEqual([
    `spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "${name}-a": must not reference a PVC that gets created for an ephemeral volume`,
  ])
})

test('a pod without a service account mounts no token of one', () => {
  const token = volume({ projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } })
  expect(causesOf(token)).toEqual([
    'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
  ])
  expect(causesOf({ ...token, 'spec.serviceAccountName': 'a' })).toEqual([])
})

test('a registry of any length has a bounded number of errors, each of which shows it', () => {
  const { errors } = judgeVolumes([{ name: 'v', quobyte: { registry: ','.repeat(50_000), volume: 'q' } }], 'spec.volumes')
  expect(errors.length).toBeLessThan(500)
})
