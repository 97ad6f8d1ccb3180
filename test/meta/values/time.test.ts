import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formatMicroTime, normalizeMicroTime, normalizeTime, parseDuration, parseTime } from '../../../src/meta/index.js'
import { formatTime } from '../../../src/public/meta.js'

const AT = Date.UTC(2024, 0, 2, 3, 4, 5)

describe('times', () => {
  test.each([
    ['2024-01-02T03:04:05Z', AT],
    ['2024-01-02T03:04:05.5Z', AT + 500],
    ['2024-01-02T03:04:05.678901Z', AT + 678],
    ['2024-01-02T04:34:05+01:30', AT],
    ['2024-01-01T22:04:05-05:00', AT],
    ['1969-12-31T23:59:59.250Z', -750],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['0000-01-01T00:00:00Z', -62167219200000],
    ['9999-12-31T23:59:59Z', 253402300799000],
  ])('%s is read', (text, ms) => {
    expect(parseTime(text)).toBe(ms)
  })

  test.each([
    '',
    'yesterday',
    '2024-01-02',
    '2024-01-02T03:04Z',
    '2024-01-02T03:04:05',
    '2024-01-02 03:04:05Z',
    '2024-01-02t03:04:05z',
    '2024-01-02T03:04:05.Z',
    '2024-01-02T03:04:05+0100',
    '2024-01-02T03:04:05+24:00',
    '2024-01-02T03:04:05+01:60',
    '2024-01-02T24:00:00Z',
    '2024-01-02T03:60:00Z',
    '2024-01-02T03:04:60Z',
    '2024-00-02T03:04:05Z',
    '2024-13-02T03:04:05Z',
    '2024-02-30T03:04:05Z',
    '2023-02-29T03:04:05Z',
    '2024-01-02T03:04:05Z\n',
    '02024-01-02T03:04:05Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('%j is not a time', (text) => {
    expect(parseTime(text)).toBeUndefined()
    expect(normalizeTime(text)).toBeUndefined()
    expect(normalizeMicroTime(text)).toBeUndefined()
  })

  test('they are written in UTC, cut to the second', () => {
    expect(formatTime(AT + 999)).toBe('2024-01-02T03:04:05Z')
    expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z')
    expect(normalizeTime('2024-01-02T04:04:05.9+01:00')).toBe('2024-01-02T03:04:05Z')
  })

  test('years of more than four digits are refused', () => {
    for (const ms of [Date.UTC(10000, 0, 1), -62167219200001, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => formatTime(ms)).toThrow(RangeError)
      expect(() => formatMicroTime(ms)).toThrow(RangeError)
    }
  })

  test('what was written is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -62167219200, max: 253402300799 }),
        fc.integer({ min: -1439, max: 1439 }),
        (seconds, offset) => {
          const text = formatTime(seconds * 1000)
          expect(parseTime(text)).toBe(seconds * 1000)
          const sign = offset < 0 ? '-' : '+'
          const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
            String(n).padStart(2, '0'),
          )
          const moved = parseTime(`${text.slice(0, -1)}${sign}${hours}:${minutes}`)
          expect([undefined, (seconds - offset * 60) * 1000]).toContain(moved)
        },
      ),
    )
  })
})

describe('times with microseconds', () => {
  test('they have exactly six fractional digits', () => {
    expect(normalizeMicroTime('2024-01-02T03:04:05.678901Z')).toBe('2024-01-02T03:04:05.678901Z')
    expect(normalizeMicroTime('2024-01-02T04:04:05.000000+01:00')).toBe('2024-01-02T03:04:05.000000Z')
    expect(normalizeMicroTime('2024-01-02T03:04:05Z')).toBeUndefined()
    expect(normalizeMicroTime('2024-01-02T03:04:05.678Z')).toBeUndefined()
    expect(normalizeMicroTime('2024-01-02T03:04:05.6789012Z')).toBeUndefined()
  })

  test('they are written with all of them, in UTC', () => {
    expect(formatMicroTime(AT)).toBe('2024-01-02T03:04:05.000000Z')
    expect(formatMicroTime(AT + 7)).toBe('2024-01-02T03:04:05.007000Z')
    expect(formatMicroTime(AT + 678.901)).toBe('2024-01-02T03:04:05.678901Z')
    expect(formatMicroTime(-0.001)).toBe('1969-12-31T23:59:59.999999Z')
    expect(normalizeMicroTime('2024-01-02T04:04:05.000001+01:00')).toBe('2024-01-02T03:04:05.000001Z')
    expect(normalizeMicroTime('2024-01-02T04:04:05.001Z')).toBeUndefined()
  })

  test('the second and the microsecond agree', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e13 }), (ms) => {
        const text = formatMicroTime(ms)
        expect(normalizeMicroTime(text)).toBe(text)
        expect(parseTime(text)).toBe(ms)
        expect(normalizeTime(text)).toBe(formatTime(ms))
      }),
    )
  })
})

describe('durations', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['1s', 1000],
    ['1.5s', 1500],
    ['.5s', 500],
    ['1.s', 1000],
    ['300ms', 300],
    ['-300ms', -300],
    ['+2m', 120_000],
    ['1h30m', 5_400_000],
    ['1h0m0.5s', 3_600_500],
    ['250us', 0.25],
    ['250µs', 0.25],
    ['1m1m', 120_000],
  ])('%j is read', (text, ms) => {
    expect(parseDuration(text)).toBeCloseTo(ms, 9)
  })

  test.each(['', '-', '1', '1.5', 's', '.s', '1d', '1h 30m', '1h-30m', '1e3s', ' 1s', '1s\n', 'PT1H', '0x1s'])(
    '%j is not a duration',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )

  test('parts add up', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(999), fc.nat(59), fc.nat(999), (h, m, s, ms) => {
        expect(parseDuration(`${h}h${m}m${s}s${ms}ms`)).toBe(((h * 60 + m) * 60 + s) * 1000 + ms)
      }),
    )
  })
})
