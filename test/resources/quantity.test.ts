import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { canonicalQuantity, readQuantity } from '../../src/resources/quantity.js'

test.each([
  ['1000m', '1'],
  ['0.5', '500m'],
  ['1.5', '1500m'],
  [2, '2'],
  [0.1, '100m'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['0.1Gi', '107374182400m'],
  ['1500', '1500'],
  ['2000', '2k'],
  ['1E', '1E'],
  ['1e3', '1e3'],
  ['1000e3', '1e6'],
  ['1E3', '1e3'],
  ['100e-3', '100e-3'],
  ['0', '0'],
  ['0Gi', '0'],
  ['-1000m', '-1'],
  ['1n', '1n'],
  ['0.1n', '1n'],
  ['+5', '5'],
  ['.5', '500m'],
  ['5.', '5'],
])('%s is written %s', (given, written) => {
  expect(canonicalQuantity(given)).toBe(written)
})

test.each(['', 'one', '1 Gi', '1gi', '1KI', '--1', '1e', '.', '1e99', '9'.repeat(200), null, {}, true])(
  '%j is no quantity',
  (given) => {
    expect(canonicalQuantity(given)).toBeUndefined()
  },
)

test('the canonical form is an amount of its own, and stays as it is', () => {
  const texts = fc.tuple(fc.integer(), fc.constantFrom('', 'm', 'k', 'M', 'Ki', 'Mi', 'Gi', 'e3', 'u', 'e-6'))
  fc.assert(
    fc.property(texts, ([number, suffix]) => {
      const written = canonicalQuantity(`${number}${suffix}`)
      expect(canonicalQuantity(written)).toBe(written)
      expect(readQuantity(written)?.nanos).toBe(readQuantity(`${number}${suffix}`)?.nanos)
    }),
  )
})
