/**
 * Bodies that kubectl 1.32 sent, in base64, and the objects in them: what its dry run printed, or for the questions that it
 * asks, what it must have asked. The last one is a job that it made from a cron job with almost everything that a pod has.
 *
 * @module
 */

/** A body and the object in it. */
export interface ClientBody {
  readonly command: string
  readonly body: string
  readonly object: Readonly<Record<string, unknown>>
}

export const clientBodies: readonly ClientBody[] = [
  {
    command: 'create role r --verb=get,list --resource=pods,deployments.apps --resource-name=x',
    body:
      'azhzAAokChxyYmFjLmF1dGhvcml6YXRpb24uazhzLmlvL3YxEgRSb2xlElUKGAoBchIAGgdkZWZhdWx0IgAqADIAOABCABIWCgNnZXQKBGxpc3QS' +
      'ABoEcG9kcyIBeBIhCgNnZXQKBGxpc3QSBGFwcHMaC2RlcGxveW1lbnRzIgF4GgAiAA==',
    object: {
      kind: 'Role',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      metadata: { name: 'r', namespace: 'default' },
      rules: [
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: ['x'] },
        { verbs: ['get', 'list'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['x'] },
      ],
    },
  },
  {
    command: 'create clusterrole agg --aggregation-rule="rbac.example.com/a=true"',
    body:
      'azhzAAorChxyYmFjLmF1dGhvcml6YXRpb24uazhzLmlvL3YxEgtDbHVzdGVyUm9sZRI1ChMKA2FnZxIAGgAiACoAMgA4AEIAGh4KHAoaChJyYmFj' +
      'LmV4YW1wbGUuY29tL2ESBHRydWUaACIA',
    object: {
      kind: 'ClusterRole',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      metadata: { name: 'agg' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'rbac.example.com/a': 'true' } }] },
    },
  },
  {
    command: 'create rolebinding rb --role=r --user=u --group=g --serviceaccount=default:sa',
    body:
      'azhzAAorChxyYmFjLmF1dGhvcml6YXRpb24uazhzLmlvL3YxEgtSb2xlQmluZGluZxKsAQoSCgJyYhIAGgAiACoAMgA4AEIAEiYKBFVzZXISGXJi' +
      'YWMuYXV0aG9yaXphdGlvbi5rOHMuaW8aAXUiABInCgVHcm91cBIZcmJhYy5hdXRob3JpemF0aW9uLms4cy5pbxoBZyIAEh8KDlNlcnZpY2VBY2Nv' +
      'dW50EgAaAnNhIgdkZWZhdWx0GiQKGXJiYWMuYXV0aG9yaXphdGlvbi5rOHMuaW8SBFJvbGUaAXIaACIA',
    object: {
      kind: 'RoleBinding',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      metadata: { name: 'rb' },
      subjects: [
        { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u' },
        { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'g' },
        { kind: 'ServiceAccount', name: 'sa', namespace: 'default' },
      ],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
    },
  },
  {
    command: 'create deployment d --image=nginx:1 --image=redis --replicas=3',
    body:
      'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50EssBChsKAWQSABoAIgAqADIAOABCAFoICgNhcHASAWQSnQEIAxIKCggKA2FwcBIBZBqEAQoaCgAS' +
      'ABoAIgAqADIAOABCAFoICgNhcHASAWQSZhIkCgVuZ2lueBIHbmdpbng6MSoAQgBqAHIAgAEAiAEAkAEAogEAEiIKBXJlZGlzEgVyZWRpcyoAQgBq' +
      'AHIAgAEAiAEAkAEAogEAGgAyAEIASgBSAFgAYABoAIIBAIoBAJoBAMIBACICCgAoADgAGgwIABAAGAAgACgAOAAaACIA',
    object: {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name: 'd', labels: { app: 'd' } },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'd' } },
        template: {
          metadata: { labels: { app: 'd' } },
          spec: {
            containers: [
              { name: 'nginx', image: 'nginx:1', resources: {} },
              { name: 'redis', image: 'redis', resources: {} },
            ],
          },
        },
        strategy: {},
      },
      status: {},
    },
  },
  {
    command: 'create cronjob cj --image=busybox --schedule="*/5 * * * *" --restart=OnFailure -- date',
    body:
      'azhzAAoTCghiYXRjaC92MRIHQ3JvbkpvYhKkAQoSCgJjahIAGgAiACoAMgA4AEIAEosBCgsqLzUgKiAqICogKhoAKnoKEgoCY2oSABoAIgAqADIA' +
      'OABCABJkMmIKEAoAEgAaACIAKgAyADgAQgASThInCgJjahIHYnVzeWJveBoEZGF0ZSoAQgBqAHIAgAEAiAEAkAEAogEAGglPbkZhaWx1cmUyAEIA' +
      'SgBSAFgAYABoAIIBAIoBAJoBAMIBABoAGgAiAA==',
    object: {
      kind: 'CronJob',
      apiVersion: 'batch/v1',
      metadata: { name: 'cj' },
      spec: {
        schedule: '*/5 * * * *',
        jobTemplate: {
          metadata: { name: 'cj' },
          spec: {
            template: {
              metadata: {},
              spec: {
                containers: [{ name: 'cj', image: 'busybox', command: ['date'], resources: {} }],
                restartPolicy: 'OnFailure',
              },
            },
          },
        },
      },
      status: {},
    },
  },
  {
    command: 'create quota q --hard=cpu=1,memory=1G,pods=2 --scopes=BestEffort',
    body:
      'azhzAAoTCgJ2MRINUmVzb3VyY2VRdW90YRJMChEKAXESABoAIgAqADIAOABCABI1CgoKA2NwdRIDCgExCg4KBm1lbW9yeRIECgIxRwoLCgRwb2Rz' +
      'EgMKATISCkJlc3RFZmZvcnQaABoAIgA=',
    object: {
      kind: 'ResourceQuota',
      apiVersion: 'v1',
      metadata: { name: 'q' },
      spec: { hard: { cpu: '1', memory: '1G', pods: '2' }, scopes: ['BestEffort'] },
      status: {},
    },
  },
  {
    command: 'create priorityclass pc --value=1000 --global-default=false --description=high --preemption-policy=Never',
    body:
      'azhzAAolChRzY2hlZHVsaW5nLms4cy5pby92MRINUHJpb3JpdHlDbGFzcxImChIKAnBjEgAaACIAKgAyADgAQgAQ6AcYACIEaGlnaCoFTmV2ZXIa' + 'ACIA',
    object: {
      kind: 'PriorityClass',
      apiVersion: 'scheduling.k8s.io/v1',
      metadata: { name: 'pc' },
      value: 1000,
      description: 'high',
      preemptionPolicy: 'Never',
    },
  },
  {
    command: 'create poddisruptionbudget pdb --selector=app=x --min-available=50%',
    body:
      'azhzAAogCglwb2xpY3kvdjESE1BvZERpc3J1cHRpb25CdWRnZXQSOgoTCgNwZGISABoAIgAqADIAOABCABIXCgkIARAAGgM1MCUSCgoICgNhcHAS' +
      'AXgaCggAGAAgACgAMAAaACIA',
    object: {
      kind: 'PodDisruptionBudget',
      apiVersion: 'policy/v1',
      metadata: { name: 'pdb' },
      spec: { minAvailable: '50%', selector: { matchLabels: { app: 'x' } } },
      status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    },
  },
  {
    command:
      'create ingress i --class=nginx --rule="foo.com/bar*=svc1:8080,tls=my-cert" --default-backend=svc:http --annotation a=b',
    body:
      'azhzAAofChRuZXR3b3JraW5nLms4cy5pby92MRIHSW5ncmVzcxJ/ChkKAWkSABoAIgAqADIAOABCAGIGCgFhEgFiEl4KESIPCgNzdmMSCAoEaHR0' +
      'cBAAEhIKB2Zvby5jb20SB215LWNlcnQaLgoHZm9vLmNvbRIjCiEKHwoEL2JhchIPIg0KBHN2YzESBQoAEJA/GgZQcmVmaXgiBW5naW54GgIKABoA' +
      'IgA=',
    object: {
      kind: 'Ingress',
      apiVersion: 'networking.k8s.io/v1',
      metadata: { name: 'i', annotations: { a: 'b' } },
      spec: {
        ingressClassName: 'nginx',
        defaultBackend: { service: { name: 'svc', port: { name: 'http' } } },
        tls: [{ hosts: ['foo.com'], secretName: 'my-cert' }],
        rules: [
          {
            host: 'foo.com',
            http: {
              paths: [{ path: '/bar', pathType: 'Prefix', backend: { service: { name: 'svc1', port: { number: 8080 } } } }],
            },
          },
        ],
      },
      status: { loadBalancer: {} },
    },
  },
  {
    command: 'create service nodeport sn --tcp=80:8080 --node-port=30080',
    body:
      'azhzAAoNCgJ2MRIHU2VydmljZRJnCh0KAnNuEgAaACIAKgAyADgAQgBaCQoDYXBwEgJzbhJCCh0KBzgwLTgwODASA1RDUBhQIgcIABCQPxoAKIDr' +
      'ARIJCgNhcHASAnNuGgAiCE5vZGVQb3J0OgBCAFIAWgBgAGgAGgIKABoAIgA=',
    object: {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name: 'sn', labels: { app: 'sn' } },
      spec: {
        ports: [{ name: '80-8080', protocol: 'TCP', port: 80, targetPort: 8080, nodePort: 30080 }],
        selector: { app: 'sn' },
        type: 'NodePort',
      },
      status: { loadBalancer: {} },
    },
  },
  {
    command: 'create secret docker-registry dr --docker-username=u --docker-password=p',
    body:
      'azhzAAoMCgJ2MRIGU2VjcmV0EqIBChIKAmRyEgAaACIAKgAyADgAQgASbAoRLmRvY2tlcmNvbmZpZ2pzb24SV3siYXV0aHMiOnsiaHR0cHM6Ly9p' +
      'bmRleC5kb2NrZXIuaW8vdjEvIjp7InVzZXJuYW1lIjoidSIsInBhc3N3b3JkIjoicCIsImF1dGgiOiJkVHB3In19fRoea3ViZXJuZXRlcy5pby9k' +
      'b2NrZXJjb25maWdqc29uGgAiAA==',
    object: {
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 'dr' },
      data: {
        '.dockerconfigjson':
          'eyJhdXRocyI6eyJodHRwczovL2luZGV4LmRvY2tlci5pby92MS8iOnsidXNlcm5hbWUiOiJ1IiwicGFzc3dvcmQiOiJwIiwiYXV0aCI6ImRUcHcifX19',
      },
      type: 'kubernetes.io/dockerconfigjson',
    },
  },
  {
    command: 'autoscale deployment d --min=1 --max=5 --cpu-percent=50',
    body:
      'azhzAAopCg5hdXRvc2NhbGluZy92MRIXSG9yaXpvbnRhbFBvZEF1dG9zY2FsZXISOwoRCgFkEgAaACIAKgAyADgAQgASIAoYCgpEZXBsb3ltZW50' +
      'EgFkGgdhcHBzL3YxEAEYBSAyGgQYACAAGgAiAA==',
    object: {
      kind: 'HorizontalPodAutoscaler',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'd' },
      spec: {
        maxReplicas: 5,
        minReplicas: 1,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
        targetCPUUtilizationPercentage: 50,
      },
      status: { currentReplicas: 0, desiredReplicas: 0 },
    },
  },
  {
    command: 'create token sa --duration=10m --audience=x',
    body: 'azhzAAooChhhdXRoZW50aWNhdGlvbi5rOHMuaW8vdjESDFRva2VuUmVxdWVzdBIgChAKABIAGgAiACoAMgA4AEIAEgYKAXgg2AQaBAoAEgAaACIA',
    object: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      spec: { audiences: ['x'], expirationSeconds: 600 },
      status: { token: '' },
    },
  },
  {
    command: 'auth can-i get pods',
    body:
      'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPAoQCgASABoAIgAqADIAOABCABIeChwKB2Rl' +
      'ZmF1bHQSA2dldBoAIgAqBHBvZHMyADoAGggIABIAGgAgABoAIgA=',
    object: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec: { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } },
      status: { allowed: false },
    },
  },
  {
    command: 'auth can-i --list',
    body:
      'azhzAAoxChdhdXRob3JpemF0aW9uLms4cy5pby92MRIWU2VsZlN1YmplY3RSdWxlc1JldmlldxIjChAKABIAGgAiACoAMgA4AEIAEgkKB2RlZmF1' +
      'bHQaBBgAIgAaACIA',
    object: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      metadata: {},
      spec: { namespace: 'default' },
      status: { incomplete: false },
    },
  },
  {
    command: 'auth whoami',
    body: 'azhzAAotChhhdXRoZW50aWNhdGlvbi5rOHMuaW8vdjESEVNlbGZTdWJqZWN0UmV2aWV3EhoKEAoAEgAaACIAKgAyADgAQgASBgoECgASABoAIgA=',
    object: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {}, status: { userInfo: {} } },
  },
]

/** The body of the job. */
export const fullJob =
  'azhzAAoPCghiYXRjaC92MRIDSm9iEroVCpUBCgVqZnVsbBIAGgAiACoAMgA4AEIAWgYKAWwSATFiKwohY3JvbmpvYi5rdWJlcm5ldGVzLmlvL2lu' +
  'c3RhbnRpYXRlEgZtYW51YWxiBgoBaxIBdmpBCgdDcm9uSm9iGgRmdWxsIiQzNmM0N2QxNi0yMTBlLTQ2OGYtYjBkZC0yZWUyNmMxZGI2YTMqCGJh' +
  'dGNoL3YxMAESlRQIAhAEGNgEMpQTCh0KABIAGgAiACoAMgA4AEIAWgsKA2FwcBIEZnVsbBLyEgodCgd2LWVtcHR5EhISEAoGTWVtb3J5EgYKBDY0' +
  'TWkKGwoGdi1ob3N0EhEKDwoCL3gSCURpcmVjdG9yeQoQCgV2LXB2YxIHUgUKAWMQAQohCgh2LXNlY3JldBIVMhMKAXMSCQoBaxIBcBiAAhikAyAB' +
  'ChwKBHYtY20SFJoBEQoECgJjbRIGCgFrEgFwGKQDClAKBnYtZG93bhJGggFDChoKAWwSFQoCdjESD21ldGFkYXRhLmxhYmVscwojCgFjGhwKBG1h' +
  'aW4SDWxpbWl0cy5tZW1vcnkaBQoDMU1pIAAQAAp7CgZ2LXByb2oScdIBbgoPCg0KAwoBcxIGCgFrEgFwCgkaBwoDCgFjIAEKHBIaChgKAXASEwoC' +
  'djESDW1ldGFkYXRhLm5hbWUKCyIJCgFhENgEGgF0CiIqIBINZXhhbXBsZS5jb20vcxoICgYKAWESAWIiA2N0YigAEKQDChQKBXYtbmZzEgs6CQoB' +
  'cxICL3AYAQokCgV2LWNzaRIb4gEYCgFkEAAaBGV4dDQiBgoBYRIBYioDCgFuCk8KB3YtaXNjc2kSREJCCgF0EhlpcW4uMjAwMS0wNC5jb20uZXhh' +
  'bXBsZTp4GAAiB2RlZmF1bHQqADAAOgJwMToCcDJAAFIDCgFzWAFiAmluChkKB3YtaW1hZ2USDvIBCwoBchIGQWx3YXlzCoEBCgV2LWVwaBJ46gF1' +
  'CnMKGAoAEgAaACIAKgAyADgAQgBaBgoBYRIBYhJXCg1SZWFkV3JpdGVPbmNlEhISEAoHc3RvcmFnZRIFCgMxR2kaACIICgYKAXMSAXQqADIFQmxv' +
  'Y2s6CQoBZxIBSxoBbkINCgFnEgFLGgFuIgJuc0oDdmFjChgKBXYtYXdzEg8iDQoBdhIEZXh0NBgBIAEKKAoFdi1hemQSH7IBHAoBZBIBdRoETm9u' +
  'ZSIEZXh0NCgAMgZTaGFyZWQKFQoFdi1hemYSDJIBCQoBcxICc2gYAQogCgZ2LWNlcGgSFnIUCgFtEgIvcBoBdSIBZioDCgFzMAEKGwoIdi1jaW5k' +
  'ZXISD2oNCgF2EgF4GAEiAwoBcwoYCgR2LWZjEhCKAQ0KAXcQABoBeCAAKgFpCiEKBnYtZmxleBIXYhUKAWQSAXgaAwoBcyABKgYKAW8SAXAKEwoH' +
  'di1mbG9jaxIIegYKAWQSAXUKFQoFdi1nY2USDBoKCgFwEgF4GAIgAQoUCgV2LWdpdBILKgkKAXISAXYaAWQKEwoFdi1nbHUSCkoICgFlEgFwGAEK' +
  'FQoIdi1waG90b24SCboBBgoBcBIBeAoVCgZ2LXBvcnQSC8IBCAoBdhIBeBgBCh0KBXYtcXVvEhSqAREKAXISAXYYASIBdSoBZzIBdAokCgV2LXJi' +
  'ZBIbWhkKAW0SAWkaAXgiAXAqAXUyAWs6AwoBc0ABCi8KB3Ytc2NhbGUSJMoBIQoBZxIBcxoDCgFzIAEqAXAyAnNwOgFtQgF2SgN4ZnNQAQocCgV2' +
  'LXNvcxIT2gEQCgF2EgFuGgF4IAEqAwoBcwoXCgR2LXZzEg+iAQwKAXYSAXgaAXAiAWkStAQKBG1haW4SA2M6MSoCL3cyGQoEaHR0cBCQPxhQIgNU' +
  'Q1AqBzAuMC4wLjA6BgoBQRIBMTocCgFCEgAaFQoTCgJ2MRINbWV0YWRhdGEubmFtZTohCgFDEgAaGhIYCgRtYWluEgpsaW1pdHMuY3B1GgQKAjFt' +
  'OhQKAUQSABoNGgsKBAoCY20SAWsYADoRCgFFEgAaCiIICgMKAXMSAWtCUQoOCgNjcHUSBwoFMTUwMG0KFgoPZXhhbXBsZS5jb20vZ3B1EgMKATIK' +
  'DwoGbWVtb3J5EgUKAzFHaRIKCgNjcHUSAwoBMRoKCgVjbGFpbRIBckopCgd2LWVtcHR5EAEaAi9lIgAqBE5vbmUyBCQoQSk6CklmUG9zc2libGVK' +
  'EwoGdi1ob3N0EAAaAi9oIgFzMgBSMgokEiIKAi9sEgoIARAAGgRodHRwGgFoIgVIVFRQUyoGCgFYEgF5EAEYAiADKAEwBTgHWhoKDhoMCgcIABCQ' +
  'PxoAEgFoEAAYASAKKAEwA2IQCggKBgoBYQoBYhIEIgIIBWoGL2Rldi90cgZBbHdheXN6IwoQCglORVRfQURNSU4SA0FMTBAAIAUwATgASgdEZWZh' +
  'dWx0gAEBiAEBkAEBmgEOCgJQXxIICgQKAmNtEACaAQsKABoHCgMKAXMQAaIBBEZpbGWqAQ8KBXYtcHZjEgYvZGV2L3iyARUKCSIHCAkSA3N2YxAA' +
  'GAEgCigBMAO6ARIKA2NwdRILTm90UmVxdWlyZWQaBU5ldmVyIAAoZDIETm9uZToLCgRkaXNrEgNzc2RCAnNhSgBSAm4xWABgAGgAcn8KDAoBdRIB' +
  'choBdCIBbBAAGAAgASACIAMo0A8w6Ac6CAoDYS5iEgExQgsKAWcSAXMaAXcgAEoOT25Sb290TWlzbWF0Y2hSEwoJTG9jYWxob3N0EgZwLmpzb25a' +
  'EAoOUnVudGltZURlZmF1bHRiBlN0cmljdGoJUmVjdXJzaXZlegYKBHB1bGyCAQFoigEDc3VikgFwCj4KKQonCg0KAWsSAkluGgFhGgFiEhYKDW1l' +
  'dGFkYXRhLm5hbWUSAkluGgFuEhEIBRINCgsKAXoSBkV4aXN0cxIjCiEKDxINCgFxEgVOb3RJbhoBdhIBbhoBdCIAKgJtazICbW0aCRIHCGQSAxoB' +
  'aJoBBXNjaGVkogFaCgRpbml0EgNpOjEaAnNoGgItYyIEdHJ1ZSoAQgBqFC9kZXYvdGVybWluYXRpb24tbG9ncgxJZk5vdFByZXNlbnSAAQCIAQCQ' +
  'AQCiAQRGaWxlwgEGQWx3YXlzqAEAsgEaCgFrEgZFeGlzdHMaACIJTm9FeGVjdXRlKACyAQoKAXgSABoBeSIAugERCgkxMjcuMC4wLjESAWESAWLC' +
  'AQJwY9IBIQoHMS4xLjEuMRIBcxoKCgVuZG90cxIBMhoHCgVlZG5zMNgBAeIBEwoRZXhhbXBsZS5jb20vcmVhZHnqAQJyY/ABAPoBBU5ldmVyggIM' +
  'CgNjcHUSBQoDMTBtigI1CAESBHpvbmUaDURvTm90U2NoZWR1bGUiCAoGCgFhEgFiKAMyBUhvbm9yOgZJZ25vcmVCAW2YAgGiAgcKBWxpbnV4qAIA' +
  'sgISChBleGFtcGxlLmNvbS9nYXRlugINCgVjbGFpbSIEdG1wbDgAQABKB0luZGV4ZWRQAFo/ChkKB0ZhaWxKb2ISDgoEbWFpbhICSW4YARgqCiIK' +
  'Bklnbm9yZRoYChBEaXNydXB0aW9uVGFyZ2V0EgRUcnVlYAFoAnIGRmFpbGVkeg1leGFtcGxlLmNvbS94ggEJCgcKAzAtMRABGgggACgAMAA6ABoA' +
  'IgA='

/** The job's spec, as it was in the cron job's template. */
export const fullJobSpec = {
  activeDeadlineSeconds: 600,
  backoffLimit: 0,
  backoffLimitPerIndex: 1,
  completionMode: 'Indexed',
  completions: 4,
  managedBy: 'example.com/x',
  maxFailedIndexes: 2,
  parallelism: 2,
  podFailurePolicy: {
    rules: [
      {
        action: 'FailJob',
        onExitCodes: {
          containerName: 'main',
          operator: 'In',
          values: [1, 42],
        },
      },
      {
        action: 'Ignore',
        onPodConditions: [
          {
            status: 'True',
            type: 'DisruptionTarget',
          },
        ],
      },
    ],
  },
  podReplacementPolicy: 'Failed',
  successPolicy: {
    rules: [
      {
        succeededCount: 1,
        succeededIndexes: '0-1',
      },
    ],
  },
  suspend: false,
  template: {
    metadata: {
      labels: {
        app: 'full',
      },
    },
    spec: {
      activeDeadlineSeconds: 100,
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              preference: {
                matchExpressions: [
                  {
                    key: 'z',
                    operator: 'Exists',
                  },
                ],
              },
              weight: 5,
            },
          ],
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  {
                    key: 'k',
                    operator: 'In',
                    values: ['a', 'b'],
                  },
                ],
                matchFields: [
                  {
                    key: 'metadata.name',
                    operator: 'In',
                    values: ['n'],
                  },
                ],
              },
            ],
          },
        },
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              labelSelector: {
                matchExpressions: [
                  {
                    key: 'q',
                    operator: 'NotIn',
                    values: ['v'],
                  },
                ],
              },
              matchLabelKeys: ['mk'],
              mismatchLabelKeys: ['mm'],
              namespaceSelector: {},
              namespaces: ['n'],
              topologyKey: 't',
            },
          ],
        },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              podAffinityTerm: {
                topologyKey: 'h',
              },
              weight: 100,
            },
          ],
        },
      },
      automountServiceAccountToken: false,
      containers: [
        {
          env: [
            {
              name: 'A',
              value: '1',
            },
            {
              name: 'B',
              valueFrom: {
                fieldRef: {
                  apiVersion: 'v1',
                  fieldPath: 'metadata.name',
                },
              },
            },
            {
              name: 'C',
              valueFrom: {
                resourceFieldRef: {
                  containerName: 'main',
                  divisor: '1m',
                  resource: 'limits.cpu',
                },
              },
            },
            {
              name: 'D',
              valueFrom: {
                configMapKeyRef: {
                  key: 'k',
                  name: 'cm',
                  optional: false,
                },
              },
            },
            {
              name: 'E',
              valueFrom: {
                secretKeyRef: {
                  key: 'k',
                  name: 's',
                },
              },
            },
          ],
          envFrom: [
            {
              configMapRef: {
                name: 'cm',
                optional: false,
              },
              prefix: 'P_',
            },
            {
              secretRef: {
                name: 's',
                optional: true,
              },
            },
          ],
          image: 'c:1',
          imagePullPolicy: 'Always',
          lifecycle: {
            postStart: {
              exec: {
                command: ['a', 'b'],
              },
            },
            preStop: {
              sleep: {
                seconds: 5,
              },
            },
          },
          livenessProbe: {
            failureThreshold: 5,
            httpGet: {
              host: 'h',
              httpHeaders: [
                {
                  name: 'X',
                  value: 'y',
                },
              ],
              path: '/l',
              port: 'http',
              scheme: 'HTTPS',
            },
            initialDelaySeconds: 1,
            periodSeconds: 3,
            successThreshold: 1,
            terminationGracePeriodSeconds: 7,
            timeoutSeconds: 2,
          },
          name: 'main',
          ports: [
            {
              containerPort: 80,
              hostIP: '0.0.0.0',
              hostPort: 8080,
              name: 'http',
              protocol: 'TCP',
            },
          ],
          readinessProbe: {
            failureThreshold: 3,
            periodSeconds: 10,
            successThreshold: 1,
            tcpSocket: {
              host: 'h',
              port: 8080,
            },
            timeoutSeconds: 1,
          },
          resizePolicy: [
            {
              resourceName: 'cpu',
              restartPolicy: 'NotRequired',
            },
          ],
          resources: {
            claims: [
              {
                name: 'claim',
                request: 'r',
              },
            ],
            limits: {
              cpu: '1500m',
              'example.com/gpu': '2',
              memory: '1Gi',
            },
            requests: {
              cpu: '1',
            },
          },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: {
              add: ['NET_ADMIN'],
              drop: ['ALL'],
            },
            privileged: false,
            procMount: 'Default',
            readOnlyRootFilesystem: true,
            runAsUser: 5,
          },
          startupProbe: {
            failureThreshold: 3,
            grpc: {
              port: 9,
              service: 'svc',
            },
            periodSeconds: 10,
            successThreshold: 1,
            timeoutSeconds: 1,
          },
          stdin: true,
          stdinOnce: true,
          terminationMessagePath: '/dev/t',
          terminationMessagePolicy: 'File',
          tty: true,
          volumeDevices: [
            {
              devicePath: '/dev/x',
              name: 'v-pvc',
            },
          ],
          volumeMounts: [
            {
              mountPath: '/e',
              mountPropagation: 'None',
              name: 'v-empty',
              readOnly: true,
              recursiveReadOnly: 'IfPossible',
              subPathExpr: '$(A)',
            },
            {
              mountPath: '/h',
              name: 'v-host',
              subPath: 's',
            },
          ],
          workingDir: '/w',
        },
      ],
      dnsConfig: {
        nameservers: ['1.1.1.1'],
        options: [
          {
            name: 'ndots',
            value: '2',
          },
          {
            name: 'edns0',
          },
        ],
        searches: ['s'],
      },
      dnsPolicy: 'None',
      enableServiceLinks: false,
      hostAliases: [
        {
          hostnames: ['a', 'b'],
          ip: '127.0.0.1',
        },
      ],
      hostUsers: false,
      hostname: 'h',
      imagePullSecrets: [
        {
          name: 'pull',
        },
      ],
      initContainers: [
        {
          args: ['true'],
          command: ['sh', '-c'],
          image: 'i:1',
          imagePullPolicy: 'IfNotPresent',
          name: 'init',
          resources: {},
          restartPolicy: 'Always',
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
      nodeName: 'n1',
      nodeSelector: {
        disk: 'ssd',
      },
      os: {
        name: 'linux',
      },
      overhead: {
        cpu: '10m',
      },
      preemptionPolicy: 'Never',
      priorityClassName: 'pc',
      readinessGates: [
        {
          conditionType: 'example.com/ready',
        },
      ],
      resourceClaims: [
        {
          name: 'claim',
          resourceClaimTemplateName: 'tmpl',
        },
      ],
      restartPolicy: 'Never',
      runtimeClassName: 'rc',
      schedulerName: 'sched',
      schedulingGates: [
        {
          name: 'example.com/gate',
        },
      ],
      securityContext: {
        appArmorProfile: {
          type: 'RuntimeDefault',
        },
        fsGroup: 2000,
        fsGroupChangePolicy: 'OnRootMismatch',
        runAsGroup: 1000,
        runAsNonRoot: false,
        runAsUser: 0,
        seLinuxChangePolicy: 'Recursive',
        seLinuxOptions: {
          level: 'l',
          role: 'r',
          type: 't',
          user: 'u',
        },
        seccompProfile: {
          localhostProfile: 'p.json',
          type: 'Localhost',
        },
        supplementalGroups: [1, 2, 3],
        supplementalGroupsPolicy: 'Strict',
        sysctls: [
          {
            name: 'a.b',
            value: '1',
          },
        ],
        windowsOptions: {
          gmsaCredentialSpec: 's',
          gmsaCredentialSpecName: 'g',
          hostProcess: false,
          runAsUserName: 'w',
        },
      },
      serviceAccountName: 'sa',
      setHostnameAsFQDN: true,
      shareProcessNamespace: true,
      subdomain: 'sub',
      terminationGracePeriodSeconds: 0,
      tolerations: [
        {
          effect: 'NoExecute',
          key: 'k',
          operator: 'Exists',
          tolerationSeconds: 0,
        },
        {
          key: 'x',
          value: 'y',
        },
      ],
      topologySpreadConstraints: [
        {
          labelSelector: {
            matchLabels: {
              a: 'b',
            },
          },
          matchLabelKeys: ['m'],
          maxSkew: 1,
          minDomains: 3,
          nodeAffinityPolicy: 'Honor',
          nodeTaintsPolicy: 'Ignore',
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule',
        },
      ],
      volumes: [
        {
          emptyDir: {
            medium: 'Memory',
            sizeLimit: '64Mi',
          },
          name: 'v-empty',
        },
        {
          hostPath: {
            path: '/x',
            type: 'Directory',
          },
          name: 'v-host',
        },
        {
          name: 'v-pvc',
          persistentVolumeClaim: {
            claimName: 'c',
            readOnly: true,
          },
        },
        {
          name: 'v-secret',
          secret: {
            defaultMode: 420,
            items: [
              {
                key: 'k',
                mode: 256,
                path: 'p',
              },
            ],
            optional: true,
            secretName: 's',
          },
        },
        {
          configMap: {
            defaultMode: 420,
            items: [
              {
                key: 'k',
                path: 'p',
              },
            ],
            name: 'cm',
          },
          name: 'v-cm',
        },
        {
          downwardAPI: {
            defaultMode: 0,
            items: [
              {
                fieldRef: {
                  apiVersion: 'v1',
                  fieldPath: 'metadata.labels',
                },
                path: 'l',
              },
              {
                mode: 0,
                path: 'c',
                resourceFieldRef: {
                  containerName: 'main',
                  divisor: '1Mi',
                  resource: 'limits.memory',
                },
              },
            ],
          },
          name: 'v-down',
        },
        {
          name: 'v-proj',
          projected: {
            defaultMode: 420,
            sources: [
              {
                secret: {
                  items: [
                    {
                      key: 'k',
                      path: 'p',
                    },
                  ],
                  name: 's',
                },
              },
              {
                configMap: {
                  name: 'c',
                  optional: true,
                },
              },
              {
                downwardAPI: {
                  items: [
                    {
                      fieldRef: {
                        apiVersion: 'v1',
                        fieldPath: 'metadata.name',
                      },
                      path: 'p',
                    },
                  ],
                },
              },
              {
                serviceAccountToken: {
                  audience: 'a',
                  expirationSeconds: 600,
                  path: 't',
                },
              },
              {
                clusterTrustBundle: {
                  labelSelector: {
                    matchLabels: {
                      a: 'b',
                    },
                  },
                  optional: false,
                  path: 'ctb',
                  signerName: 'example.com/s',
                },
              },
            ],
          },
        },
        {
          name: 'v-nfs',
          nfs: {
            path: '/p',
            readOnly: true,
            server: 's',
          },
        },
        {
          csi: {
            driver: 'd',
            fsType: 'ext4',
            nodePublishSecretRef: {
              name: 'n',
            },
            readOnly: false,
            volumeAttributes: {
              a: 'b',
            },
          },
          name: 'v-csi',
        },
        {
          iscsi: {
            chapAuthSession: true,
            initiatorName: 'in',
            iqn: 'iqn.2001-04.com.example:x',
            iscsiInterface: 'default',
            lun: 0,
            portals: ['p1', 'p2'],
            secretRef: {
              name: 's',
            },
            targetPortal: 't',
          },
          name: 'v-iscsi',
        },
        {
          image: {
            pullPolicy: 'Always',
            reference: 'r',
          },
          name: 'v-image',
        },
        {
          ephemeral: {
            volumeClaimTemplate: {
              metadata: {
                labels: {
                  a: 'b',
                },
              },
              spec: {
                accessModes: ['ReadWriteOnce'],
                dataSource: {
                  apiGroup: 'g',
                  kind: 'K',
                  name: 'n',
                },
                dataSourceRef: {
                  apiGroup: 'g',
                  kind: 'K',
                  name: 'n',
                  namespace: 'ns',
                },
                resources: {
                  requests: {
                    storage: '1Gi',
                  },
                },
                selector: {
                  matchLabels: {
                    s: 't',
                  },
                },
                storageClassName: '',
                volumeAttributesClassName: 'vac',
                volumeMode: 'Block',
              },
            },
          },
          name: 'v-eph',
        },
        {
          awsElasticBlockStore: {
            fsType: 'ext4',
            partition: 1,
            readOnly: true,
            volumeID: 'v',
          },
          name: 'v-aws',
        },
        {
          azureDisk: {
            cachingMode: 'None',
            diskName: 'd',
            diskURI: 'u',
            fsType: 'ext4',
            kind: 'Shared',
            readOnly: false,
          },
          name: 'v-azd',
        },
        {
          azureFile: {
            readOnly: true,
            secretName: 's',
            shareName: 'sh',
          },
          name: 'v-azf',
        },
        {
          cephfs: {
            monitors: ['m'],
            path: '/p',
            readOnly: true,
            secretFile: 'f',
            secretRef: {
              name: 's',
            },
            user: 'u',
          },
          name: 'v-ceph',
        },
        {
          cinder: {
            fsType: 'x',
            readOnly: true,
            secretRef: {
              name: 's',
            },
            volumeID: 'v',
          },
          name: 'v-cinder',
        },
        {
          fc: {
            fsType: 'x',
            lun: 0,
            targetWWNs: ['w'],
            wwids: ['i'],
          },
          name: 'v-fc',
        },
        {
          flexVolume: {
            driver: 'd',
            fsType: 'x',
            options: {
              o: 'p',
            },
            readOnly: true,
            secretRef: {
              name: 's',
            },
          },
          name: 'v-flex',
        },
        {
          flocker: {
            datasetName: 'd',
            datasetUUID: 'u',
          },
          name: 'v-flock',
        },
        {
          gcePersistentDisk: {
            fsType: 'x',
            partition: 2,
            pdName: 'p',
            readOnly: true,
          },
          name: 'v-gce',
        },
        {
          gitRepo: {
            directory: 'd',
            repository: 'r',
            revision: 'v',
          },
          name: 'v-git',
        },
        {
          glusterfs: {
            endpoints: 'e',
            path: 'p',
            readOnly: true,
          },
          name: 'v-glu',
        },
        {
          name: 'v-photon',
          photonPersistentDisk: {
            fsType: 'x',
            pdID: 'p',
          },
        },
        {
          name: 'v-port',
          portworxVolume: {
            fsType: 'x',
            readOnly: true,
            volumeID: 'v',
          },
        },
        {
          name: 'v-quo',
          quobyte: {
            group: 'g',
            readOnly: true,
            registry: 'r',
            tenant: 't',
            user: 'u',
            volume: 'v',
          },
        },
        {
          name: 'v-rbd',
          rbd: {
            fsType: 'x',
            image: 'i',
            keyring: 'k',
            monitors: ['m'],
            pool: 'p',
            readOnly: true,
            secretRef: {
              name: 's',
            },
            user: 'u',
          },
        },
        {
          name: 'v-scale',
          scaleIO: {
            fsType: 'xfs',
            gateway: 'g',
            protectionDomain: 'p',
            readOnly: true,
            secretRef: {
              name: 's',
            },
            sslEnabled: true,
            storageMode: 'm',
            storagePool: 'sp',
            system: 's',
            volumeName: 'v',
          },
        },
        {
          name: 'v-sos',
          storageos: {
            fsType: 'x',
            readOnly: true,
            secretRef: {
              name: 's',
            },
            volumeName: 'v',
            volumeNamespace: 'n',
          },
        },
        {
          name: 'v-vs',
          vsphereVolume: {
            fsType: 'x',
            storagePolicyID: 'i',
            storagePolicyName: 'p',
            volumePath: 'v',
          },
        },
      ],
    },
  },
  ttlSecondsAfterFinished: 0,
}
