import { expect, test } from '@jest/globals'
import { createControlPlane } from '../../../src/plane/index.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'
import { headersOf, requestOf } from '../../server/requests.js'

const profile = 'container.apparmor.security.beta.platform.io/c'
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', annotations: { [profile]: 'unconfined' } },
  spec: {
    containers: [{ name: 'c', image: 'i' }],
    nodeSelector: { 'beta.platform.io/arch': 'x', 'failure-domain.beta.platform.io/zone': 'z' },
    volumes: [
      { name: 'g', glusterfs: { endpoints: 'e', path: 'p' } },
      { name: 's', scaleIO: { gateway: 'g', system: 's', secretRef: { name: 's' }, volumeName: 'v' } },
    ],
  },
}
const WARNINGS = {
  '1.14': 'spec.nodeSelector[beta.platform.io/arch]: deprecated since v1.14; use "platform.io/arch" instead',
  '1.16': 'spec.volumes[1].scaleIO: deprecated in v1.16, non-functional in v1.22+',
  '1.17':
    'spec.nodeSelector[failure-domain.beta.platform.io/zone]: deprecated since v1.17; use "topology.platform.io/zone" instead',
  '1.25': 'spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+',
  '1.30': `metadata.annotations[${profile}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
}

test.each([
  { release: '1.15', since: ['1.14'] },
  { release: '1.16', since: ['1.14', '1.16'] },
  { release: '1.24', since: ['1.14', '1.16', '1.17'] },
  { release: '1.30', since: ['1.14', '1.16', '1.17', '1.25', '1.30'] },
  { release: '1.36', since: ['1.14', '1.16', '1.17', '1.25', '1.30'] },
] as const)('release $release warns of what it and the ones before it have deprecated', async ({ release, since }) => {
  const plane = await createControlPlane({ release, resources: Object.values(packagedKinds()) })
  const response = await plane.handle(requestOf('/api/v1/namespaces/default/pods', { method: 'POST', body: JSON.stringify(pod) }))
  const warnings = headersOf(response, 'warning').map((text) => JSON.parse(text.replace(/^299 - /, '')))
  expect(warnings.toSorted()).toEqual(since.map((each) => WARNINGS[each]).toSorted())
  await plane.close()
})
