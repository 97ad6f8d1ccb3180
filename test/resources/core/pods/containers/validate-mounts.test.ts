import { expect, test } from '@jest/globals'
import { kinds, plain } from '../../../packaged/support.js'
import { create } from '../../../support.js'

const volumes = [
  { name: 'claim', persistentVolumeClaim: { claimName: 'c' } },
  {
    name: 'own',
    ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } } } },
  },
  { name: 'empty', emptyDir: {} },
]

/** The errors of a container's mounts and devices, each given as name and path, below the container. */
function causesOf(mounts: readonly string[], devices: readonly string[]): readonly string[] {
  const used = (given: readonly string[], member: string) =>
    given.map((text) => {
      const [name = '', at = ''] = text.split(':')
      return { name, [member]: at }
    })
  const container = {
    name: 'main',
    image: 'x',
    volumeMounts: used(mounts, 'mountPath'),
    volumeDevices: used(devices, 'devicePath'),
  }
  const { causes } = create(kinds.Pod, plain('Pod', { 'spec.volumes': volumes, 'spec.containers': [container] }))
  return causes.map((cause) => cause.replace('spec.containers[0].', ''))
}

test.each<readonly [mounts: readonly string[], devices: readonly string[], causes: readonly string[]]>([
  [['empty:/e', 'claim:/c'], ['own:/dev/x'], []],
  [['empty:/e', 'empty:/e'], [], ['volumeMounts[1].mountPath: Invalid value: "/e": must be unique']],
  [['other:/e'], [], ['volumeMounts[0].name: Not found: "other"']],
  [
    [':'],
    [],
    ['volumeMounts[0].name: Required value', 'volumeMounts[0].name: Not found: ""', 'volumeMounts[0].mountPath: Required value'],
  ],
  [[], ['claim:/dev/x', 'claim:/dev/y'], ['volumeDevices[1].name: Invalid value: "claim": must be unique']],
  [[], ['claim:/dev/x', 'own:/dev/x'], ['volumeDevices[1].devicePath: Invalid value: "/dev/x": must be unique']],
  [
    [],
    ['empty:/dev/x'],
    [
      'volumeDevices[0].name: Invalid value: "empty": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    ],
  ],
  [[], ['other:/dev/x'], ['volumeDevices[0].name: Not found: "other"']],
  [[], ['claim:'], ['volumeDevices[0].devicePath: Required value']],
  [[], ['claim:/dev/../x'], [`volumeDevices[0].devicePath: Invalid value: "/dev/../x": can not contain backsteps ('..')`]],
  [
    ['claim:/c'],
    ['claim:/dev/x'],
    [
      'volumeMounts[0].name: Invalid value: "claim": must not already exist in volumeDevices',
      'volumeDevices[0].name: Invalid value: "claim": must not already exist in volumeMounts',
    ],
  ],
  [
    ['empty:/x'],
    ['claim:/x'],
    [
      'volumeMounts[0].mountPath: Invalid value: "/x": must not already exist as a path in volumeDevices',
      'volumeDevices[0].devicePath: Invalid value: "/x": must not already exist as a path in volumeMounts',
    ],
  ],
])('mounts %j and devices %j have the errors %j', (mounts, devices, causes) => {
  expect(causesOf(mounts, devices)).toEqual(causes)
})
