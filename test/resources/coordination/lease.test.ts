import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { create, NOW, objectOf, pick, update } from '../support.js'

const leases = pick(builtinResources(platformDialect), 'leases', 'coordination.platform.io')
const lease = (spec?: Readonly<Record<string, unknown>>) => objectOf(leases, spec === undefined ? {} : { spec })

describe('Lease', () => {
  test.each([
    { spec: { leaseDurationSeconds: 15, leaseTransitions: 0 }, causes: [] },
    { spec: { leaseDurationSeconds: 0 }, causes: ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'] },
    {
      spec: { leaseDurationSeconds: -1, leaseTransitions: -1 },
      causes: [
        'spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0',
        'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
      ],
    },
  ])('$spec', ({ spec, causes }) => {
    expect(create(leases, lease(spec)).causes).toEqual(causes)
  })

  test.each([
    { before: {}, spec: { preferredHolder: 'b', strategy: 'x' }, left: {} },
    { before: { strategy: 'x' }, spec: { preferredHolder: 'b', strategy: 'y' }, left: { strategy: 'y' } },
    { before: { preferredHolder: 'a', strategy: 'x' }, spec: { preferredHolder: 'b' }, left: { preferredHolder: 'b' } },
    { before: { preferredHolder: 'a', strategy: 'x' }, spec: {}, left: {} },
  ])('strategy and preferredHolder are dropped unless they were set before: $before, then $spec', ({ before, spec, left }) => {
    expect(create(leases, lease({ holderIdentity: 'me', ...spec })).object).toEqual(lease({ holderIdentity: 'me' }))
    expect(update(leases, lease(before), lease(spec)).object).toEqual(lease(left))
  })

  test.each([
    [{ preferredHolder: 'b' }, 'spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined'],
    [{ strategy: '' }, 'spec.strategy: Required value'],
    [{ strategy: 'a b' }, expect.stringMatching(/^spec\.strategy: Invalid value: "a b"/)],
  ])('strategy and preferredHolder that were set before are validated: %j', (spec, cause) => {
    expect(update(leases, lease({ preferredHolder: 'a', strategy: 'x' }), lease(spec)).causes).toContainEqual(cause)
  })

  test('an empty spec is kept', () => {
    expect(create(leases, lease()).object).toEqual(lease({}))
  })

  test('times keep their microseconds and are shown in UTC', () => {
    const sent = lease({ acquireTime: '2024-01-02T04:04:05.678901+01:00', renewTime: '2024-01-02T03:04:05.000000Z' })
    expect(create(leases, sent).object.spec).toEqual({
      acquireTime: '2024-01-02T03:04:05.678901Z',
      renewTime: '2024-01-02T03:04:05.000000Z',
    })
  })

  test.each(['yesterday', '2024-01-02T03:04:05Z', '2024-01-02T03:04:05.123Z'])('%s is not a time of a lease', (renewTime) => {
    expect(() => create(leases, lease({ renewTime }))).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 400 }) }),
    )
  })

  test('a PUT creates it, and one on a lease that is there names the version that it is based on', () => {
    expect(leases.strategy).toMatchObject({ allowCreateOnUpdate: true, allowUnconditionalUpdate: false })
  })

  test('its row shows the holder', () => {
    expect(leases.versions[0]?.table?.cells(lease({ holderIdentity: 'me' }), NOW)).toEqual(['a', 'me', '<unknown>'])
  })
})
