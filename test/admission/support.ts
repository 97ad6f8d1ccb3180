import type { AdmissionAttributes } from '../../src/admission/index.js'

/** A write of a ConfigMap, unless told otherwise. */
export const write = (more: Partial<AdmissionAttributes> = {}): AdmissionAttributes => ({
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  subresource: '',
  namespace: 'default',
  name: 'a',
  user: { username: 'jane', groups: [] },
  dryRun: false,
  options: { kind: 'CreateOptions', apiVersion: 'meta.platform.io/v1' },
  object: Object.freeze({ apiVersion: 'v1', kind: 'ConfigMap', metadata: Object.freeze({ name: 'a' }) }),
  oldObject: undefined,
  warn: () => {},
  annotate: () => {},
  onEnd: () => {},
  ...more,
})
