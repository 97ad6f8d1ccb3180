import { expect, test } from '@jest/globals'
import { resourceQuota } from '../../src/public/admission.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { describeSharedPlanes } from './shared-planes.js'

const kinds = packagedKinds()
const resources = [kinds.ResourceQuota, kinds.Pod]

describeSharedPlanes('quotas', (openPlane) => {
  const open = async () => {
    const client = (await openPlane({ resources, admission: [resourceQuota()] })).client()
    return {
      pods: client.resource(kinds.Pod).namespace('default'),
      quotas: client.resource(kinds.ResourceQuota).namespace('default'),
    }
  }
  const pod = (name: string, cpu: string) => ({
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
  })

  test('are not exceeded by concurrent writes, and not underused', async () => {
    const [first, second] = [await open(), await open()]
    await first.quotas.create({ metadata: { name: 'q' }, spec: { hard: { 'requests.cpu': '5' } } })
    // Known to the second one as soon as a write of it has a status from there.
    await second.pods.create(pod('first', '1'))
    const answers = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) => (i % 2 ? first : second).pods.create(pod(`p${i}`, '1'))),
    )
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(answers.length - refused.length).toBe(4)
    for (const { reason } of refused) expect(String(reason)).toContain('exceeded quota: q, requested: requests.cpu=1')
    expect((await first.pods.list()).items).toHaveLength(5)

    // What was refused holds nothing.
    await first.pods.delete('first')
    await second.pods.create(pod('last', '1'))
    await expect(first.pods.create(pod('more', '100m'))).rejects.toThrow('used: requests.cpu=5, limited: requests.cpu=5')
    for (const { quotas } of [first, second]) expect((await quotas.get('q')).status?.used).toEqual({ 'requests.cpu': '5' })
  })
})
