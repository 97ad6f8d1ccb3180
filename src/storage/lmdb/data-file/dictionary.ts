/**
 * Compression dictionary of object records.
 *
 * Part of the file format: a record can only be read with the dictionary that it was written with, so this text never changes
 * within a format version.
 *
 * @module
 */

/** Text that is frequent in stored objects; the most frequent is last, as near matches have the shortest encoding. */
export const DICTIONARY = Buffer.from(
  [
    '"status":{"conditions":[{"lastTransitionTime":"2026-01-01T00:00:00Z","message":"","observedGeneration":1,"reason":"","status":"True","type":"Ready"},{"lastUpdateTime":"2026-01-01T00:00:00Z","status":"False","type":"Available"}],"replicas":1,"readyReplicas":1,"phase":"Active"}',
    '"type":"Opaque","immutable":true,"data":{"text":"","spec":{"selector":{"matchLabels":{"app":""}},"template":{"metadata":{"creationTimestamp":null,"labels":{"app":""}},"spec":{"containers":[{"image":"","imagePullPolicy":"IfNotPresent","name":"","ports":[{"containerPort":8080,"protocol":"TCP"}],"resources":{"limits":{"cpu":"100m","memory":"128Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},"env":[{"name":"","value":""}],"volumeMounts":[{"mountPath":"/","name":""}]}],"restartPolicy":"Always","serviceAccountName":"default","terminationGracePeriodSeconds":30,"replicas":1',
    '"managedFields":[{"manager":"","operation":"Update","apiVersion":"v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:annotations":{".":{},"f:labels":{".":{},"f:app":{}},"f:ownerReferences":{".":{},"k:{\\"uid\\":\\"\\"}":{}}},"f:spec":{"f:replicas":{},"f:selector":{},"f:template":{"f:metadata":{},"f:spec":{"f:containers":{"k:{\\"name\\":\\"\\"}":{".":{},"f:image":{},"f:name":{},"f:ports":{},"f:resources":{}}}}}},"f:status":{"f:conditions":{".":{},"k:{\\"type\\":\\"Ready\\"}":{".":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}}},"f:data":{".":{},"f:text":{}}},"subresource":"status"}]',
    '"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"","uid":"","controller":true,"blockOwnerDeletion":true}],"finalizers":[""],"annotations":{"description":""},"deletionTimestamp":"2026-01-01T00:00:00Z","deletionGracePeriodSeconds":0,"generateName":"',
    '{"kind":"ConfigMap","apiVersion":"apps/v1","metadata":{"name":"","namespace":"default","uid":"00000000-0000-4000-8000-000000000000","generation":1,"creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"","managedFields":[{"manager":"","operation":"Apply","apiVersion":"v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:',
  ].join(''),
)
