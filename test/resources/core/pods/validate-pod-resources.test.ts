import { expect, test } from '@jest/globals'
import { validatePodResources } from '../../../../src/resources/core/pods/validate-pod-resources.js'
import { type Change, kinds, plain } from '../../packaged/support.js'
import { create } from '../../support.js'

const causesOf = (change: Change) => create(kinds.Pod, plain('Pod', change)).causes

const requests = (cpu: string) => ({ resources: { requests: { cpu } } })
const main = (cpu: string) => [{ name: 'main', image: 'x', ...requests(cpu) }]
const init = (cpu: string, restartPolicy?: string) => ({ name: `i${cpu}`, image: 'x', restartPolicy, ...requests(cpu) })

test.each<readonly [change: Change, causes: readonly string[]]>([
  [{ 'spec.resources': { requests: { cpu: '2' } }, 'spec.containers': main('2') }, []],
  [
    { 'spec.resources': { requests: { cpu: '1' } }, 'spec.containers': main('1500m') },
    ['requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 1500m'],
  ],
  [{ 'spec.resources': { requests: { cpu: '2' } }, 'spec.initContainers': [init('2'), init('1')] }, []],
  [
    { 'spec.resources': { requests: { cpu: '2' } }, 'spec.initContainers': [init('1', 'Always'), init('2')] },
    ['requests[cpu]: Invalid value: "2": must be greater than or equal to aggregate container requests of 3'],
  ],
  [
    {
      'spec.resources': { limits: { cpu: '1' } },
      'spec.containers': [{ name: 'main', image: 'x', resources: { limits: { cpu: '2' } } }],
    },
    [
      'requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
      'containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
    ],
  ],
  [
    { 'spec.resources': { requests: { cpu: '2' }, limits: { cpu: '1' } } },
    ['requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
  [
    { 'spec.resources': { requests: { 'ephemeral-storage': '1' } } },
    ['requests[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"'],
  ],
  [
    { 'spec.resources': { requests: { cpu: '1', disk: '1' } } },
    ['requests[disk]: Invalid value: "disk": must be a standard resource type or fully qualified'],
  ],
  [
    {
      'spec.resources': { requests: { memory: '200Mi' } },
      'spec.containers': ['a', 'b'].map((name) => ({ name, image: 'x', resources: { requests: { memory: '128Mi' } } })),
    },
    ['requests[memory]: Invalid value: "200Mi": must be greater than or equal to aggregate container requests of 256Mi'],
  ],
  [
    {
      'spec.resources': { limits: { cpu: '1', 'hugepages-2Mi': '2Mi' } },
      'spec.containers': ['a', 'b'].map((name) => ({
        name,
        image: 'x',
        resources: { limits: { cpu: '1', 'hugepages-2Mi': '2Mi' } },
      })),
    },
    [
      'requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
      'requests[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container requests of 4Mi',
      'limits[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container limits of 4Mi',
    ],
  ],
  [
    { 'spec.os': { name: 'windows' }, 'spec.resources': { requests: { disk: '1' } } },
    ['spec.resources: Forbidden: may not be set for a windows pod'],
  ],
  [{ 'spec.resources': { claims: [{ name: 'c' }] } }, ['claims: Forbidden: claims may not be set for Resources at pod-level']],
])('resources of a whole pod, %j, have the errors %j', (change, causes) => {
  expect(causesOf(change).map((cause) => cause.replace('spec.resources.', ''))).toEqual(causes)
})

test('containers are added up once, however many resources a pod has', () => {
  let reads = 0
  const containers = Array.from({ length: 200 }, (_, i) => ({
    name: `c${i}`,
    get resources() {
      reads += 1
      return { requests: { cpu: '1' } }
    },
  }))
  const pages = Array.from({ length: 200 }, (_, i) => [`hugepages-${i + 1}`, `${i + 1}`] as const)
  const spec = { containers, resources: { requests: { cpu: '100', ...Object.fromEntries(pages) } } }
  expect(validatePodResources(spec, 'spec').map(({ message }) => message)).toContainEqual(
    expect.stringContaining('aggregate container requests of 200'),
  )
  expect(reads).toBeLessThan(1000)
})
