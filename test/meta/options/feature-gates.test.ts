import { describe, expect, test } from '@jest/globals'
import { type FeatureGate, featuresOf } from '../../../src/meta/index.js'

const gates: readonly FeatureGate[] = [
  {
    name: 'Lamps',
    steps: [
      { since: '1.1', stage: 'ALPHA' },
      { since: '1.3', stage: 'BETA' },
      { since: '1.5', stage: 'GA' },
    ],
  },
  { name: 'Shades', steps: [{ since: '1.2', stage: 'BETA', default: false }] },
  { name: 'Candles', steps: [{ since: '1.1', stage: 'DEPRECATED', default: true }] },
]
const isOn = (name: string, release: string, wanted: Record<string, boolean> = {}) =>
  featuresOf(gates, release, wanted).isEnabled(name)

describe('a feature', () => {
  test.each([
    { name: 'Lamps', release: '1.2', on: false, why: 'alpha is off' },
    { name: 'Lamps', release: '1.3', on: true, why: 'beta is on' },
    { name: 'Lamps', release: '1.9', on: true, why: 'stable is on' },
    { name: 'Lamps', release: '1.0', on: false, why: 'it is not there yet' },
    { name: 'Shades', release: '1.3', on: false, why: 'it says so itself' },
    { name: 'Nothing', release: '1.3', on: false, why: 'there is none' },
    { name: 'Lamps', release: '1.2', wanted: { Lamps: true }, on: true, why: 'it is switched on' },
    { name: 'Lamps', release: '1.2', wanted: { AllAlpha: true }, on: true, why: 'all alpha gates are switched on' },
    { name: 'Lamps', release: '1.2', wanted: { AllAlpha: true, Lamps: false }, on: false, why: 'it is named by itself' },
    { name: 'Lamps', release: '1.3', wanted: { AllBeta: false }, on: false, why: 'all beta gates are switched off' },
    { name: 'Candles', release: '1.3', wanted: { AllBeta: false }, on: true, why: 'it is no beta one' },
  ])('$name of $release with $wanted is on: $on, as $why', ({ name, release, wanted, on }) => {
    expect(isOn(name, release, wanted)).toBe(on)
  })

  test('that is unknown, or newer than the release, is refused by its name', () => {
    expect(() => isOn('Lamps', '1.0', { Lamps: true })).toThrow('featureGates "Lamps=true": there is no such gate')
    expect(() => isOn('Lamps', '1.3', { Lampz: true })).toThrow(/expected one of AllAlpha, AllBeta, Candles, Lamps, Shades$/)
  })

  test('that is locked cannot be changed; setting its default only warns', () => {
    expect(() => isOn('Lamps', '1.5', { Lamps: false })).toThrow('featureGates "Lamps=false": the gate is locked to true')
    expect(featuresOf(gates, '1.5', { Lamps: true }).warnings).toEqual([
      'the feature gate Lamps is stable and has no effect any more: leave it out',
    ])
  })

  test('that is deprecated warns when it is set', () => {
    expect(featuresOf(gates, '1.2', { Candles: false, Shades: true }).warnings).toEqual([
      'the feature gate Candles is deprecated and will be removed',
    ])
  })

  test('is listed with its stage', () => {
    expect(featuresOf(gates, '1.3', {}).all).toEqual([
      { name: 'Candles', stage: 'DEPRECATED', isEnabled: true },
      { name: 'Lamps', stage: 'BETA', isEnabled: true },
      { name: 'Shades', stage: 'BETA', isEnabled: false },
    ])
  })
})
