import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseQuantity, Quantity, quantityOf } from '../../../src/meta/index.js'

const read = (text: unknown): Quantity => {
  const quantity = parseQuantity(text)
  if (!quantity) throw new Error(`${String(text)} is no quantity`)
  return quantity
}

// Kubernetes API conventions, "Quantity": no fraction, and the largest suffix that loses nothing.
test.each([
  ['0', '0'],
  ['0.5', '500m'],
  ['1000', '1k'],
  ['1500', '1500'],
  ['1.5Gi', '1536Mi'],
  ['1024', '1024'],
  ['1024Ki', '1Mi'],
  ['0.5Ki', '512'],
  ['100m', '100m'],
  ['1e3', '1e3'],
  ['12e2', '1200'],
  ['-1.5', '-1500m'],
  ['+2', '2'],
  ['.5', '500m'],
  [3, '3'],
  ['0.0000000001', '1n'],
  ['0.1Gi', '107374182400m'],
])('%j is written %s', (text, canonical) => {
  expect(String(read(text))).toBe(canonical)
})

test.each(['', 'x', '1.2.3', '1 Gi', '1gi', '--1', '1e', 'm', '9'.repeat(101), null, true, {}])(
  '%j is not a quantity',
  (value) => {
    expect(parseQuantity(value)).toBeUndefined()
  },
)

test('a quantity written and read again is the same amount', () => {
  const formats = fc.constantFrom('DecimalSI', 'BinarySI', 'DecimalExponent')
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }), formats, (nanos, format) => {
      // Binary suffixes are for whole numbers.
      const amount = new Quantity(format === 'BinarySI' ? (nanos / 10n ** 9n) * 10n ** 9n : nanos, format as Quantity['format'])
      expect(read(String(amount)).nanos).toBe(amount.nanos)
    }),
  )
})

test('a sum is exact, and written as its first part', () => {
  expect(String(read('0.1').plus(read('0.2')))).toBe('300m')
  expect(String(read('1Gi').plus(read('1024')))).toBe('1048577Ki')
  expect(String(quantityOf(0).plus(read('1Gi')))).toBe('1Gi')
  expect(String(quantityOf(3).minus(read('500m')))).toBe('2500m')
  expect(read('1Ki').compareTo(quantityOf(1024))).toBe(0)
})

test.each(['', 'm', 'k', 'M', 'G', 'T', 'P', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'])(
  'up to three digits and the suffix "%s" are canonical as they are',
  (suffix) => {
    const texts = Array.from({ length: 999 }, (_, i) => `${i + 1}${suffix}`)
    expect(texts.map((text) => parseQuantity(text)?.toString())).toEqual(texts)
  },
)
