import { expect, test } from '@jest/globals'
import { kinds, plain } from '../packaged/support.js'
import { context } from '../support.js'

const selector = (expression: string) => ({ cel: { expression } })
const GOOD = selector("device.driver == 'a'")
const BAD = selector('device.color')
const LONG = selector(`device.driver == '${'a'.repeat(10 * 1024)}'`)

test.each([
  ['DeviceClass', { spec: { selectors: [GOOD, BAD, BAD, LONG] } }, [1, 2, 3].map((i) => `spec.selectors[${i}].cel.expression`)],
  [
    'ResourceClaim',
    {
      'spec.devices.requests': [
        { name: 'a', exactly: { deviceClassName: 'c', allocationMode: 'All', selectors: [GOOD, BAD] } },
        { name: 'b', firstAvailable: [{ name: 's', deviceClassName: 'c', allocationMode: 'All', selectors: [BAD] }] },
      ],
    },
    [
      'spec.devices.requests[0].exactly.selectors[1].cel.expression',
      'spec.devices.requests[1].firstAvailable[0].selectors[0].cel.expression',
    ],
  ],
] as const)(
  'the selectors of a %s are compiled before its validation, which reports the bad ones',
  async (kind, change, fields) => {
    const { strategy } = kinds[kind]
    const object = plain(kind, change)
    await strategy.prepareToValidate?.(object)
    expect(strategy.validateCreate?.(object, context()).map(({ field }) => field)).toEqual(fields)
  },
)

test('nothing is compiled for an update that leaves the selectors as they are', () => {
  const deviceClass = plain('DeviceClass', { spec: { selectors: [GOOD] } })
  expect(kinds.DeviceClass.strategy.prepareToValidate?.(deviceClass, deviceClass)).toBeUndefined()
  const claim = plain('ResourceClaim')
  expect(kinds.ResourceClaim.strategy.prepareToValidate?.(claim, claim)).toBeUndefined()
})
