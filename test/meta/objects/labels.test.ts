import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { validateAnnotations, validateLabels, validateLabelValue, validateQualifiedName } from '../../../src/meta/index.js'

const NAME =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const SUBDOMAIN =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

const l64 = 'l'.repeat(64)

describe('the key of a label', () => {
  test.each(['a', 'X', 'example.com/b', 'a.b-c_d', 'l'.repeat(63), `${'p'.repeat(253)}/${'l'.repeat(63)}`, 'constructor'])(
    '%j is fine',
    (key) => {
      expect(validateQualifiedName(key)).toEqual([])
    },
  )

  test.each([
    ['a/b/c', [`a valid label key ${NAME} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]],
    ['/b', ['prefix part must be non-empty']],
    ['/', ['prefix part must be non-empty', 'name part must be non-empty', `name part ${NAME}`]],
    ['UPPER.com/b', [SUBDOMAIN]],
    [`${'p'.repeat(254)}/b`, ['prefix part must be no more than 253 bytes']],
    ['-a', [`name part ${NAME}`]],
    ['a-', [`name part ${NAME}`]],
    ['bad key', [`name part ${NAME}`]],
    ['__proto__', [`name part ${NAME}`]],
    ['a\n', [`name part ${NAME}`]],
    ['', ['name part must be non-empty', `name part ${NAME}`]],
    ['example.com/', ['name part must be non-empty', `name part ${NAME}`]],
    [l64, ['name part must be no more than 63 bytes']],
    ['ü'.repeat(32), ['name part must be no more than 63 bytes', `name part ${NAME}`]],
    ['ü'.repeat(31), [`name part ${NAME}`]],
  ])('%j is refused', (key, messages) => {
    expect(validateQualifiedName(key)).toEqual(messages)
  })
})

describe('the value of a label', () => {
  test.each(['', 'v', 'V.1_2-3', '0', 'v'.repeat(63)])('%j is fine', (value) => {
    expect(validateLabelValue(value)).toEqual([])
  })

  test.each([
    ['has space', [VALUE]],
    ['-v', [VALUE]],
    ['v.', [VALUE]],
    ['a/b', [VALUE]],
    ['v'.repeat(64), ['must be no more than 63 bytes']],
    ['-'.repeat(64), ['must be no more than 63 bytes', VALUE]],
  ])('%j is refused', (value, messages) => {
    expect(validateLabelValue(value)).toEqual(messages)
  })

  test('a rule written another way agrees', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[aZ0._ü/-]{0,70}$/), (value) => {
        const fine = value === '' || (value.length < 64 && /^[\w.-]+$/.test(value) && !/^[._-]|[._-]$/.test(value))
        expect(validateLabelValue(value).length === 0).toBe(fine)
      }),
    )
  })
})

describe('labels of an object', () => {
  test('each broken rule is one error, and names the field as a whole', () => {
    expect(validateLabels({ 'bad key': 'bad value', fine: 'v' }, 'metadata.labels')).toEqual([
      { reason: 'FieldValueInvalid', field: 'metadata.labels', message: `Invalid value: "bad key": name part ${NAME}` },
      { reason: 'FieldValueInvalid', field: 'metadata.labels', message: `Invalid value: "bad value": ${VALUE}` },
    ])
  })

  test('keys that name members of every object are data', () => {
    expect(validateLabels(JSON.parse('{"constructor":"a","toString":"b"}'), 'x')).toEqual([])
    expect(validateLabels(JSON.parse('{"__proto__":"a"}'), 'x')).toHaveLength(1)
  })
})

describe('annotations of an object', () => {
  test('keys may be in upper case, values hold any text', () => {
    expect(validateAnnotations({ 'UPPER.com/Key': 'any text:\n{}', b: '' }, 'metadata.annotations')).toEqual([])
  })

  test('a bad key is shown as it was sent', () => {
    expect(validateAnnotations({ 'Worse Key': '' }, 'metadata.annotations')).toEqual([
      { reason: 'FieldValueInvalid', field: 'metadata.annotations', message: `Invalid value: "Worse Key": name part ${NAME}` },
    ])
  })

  test('keys and values together take at most 256 KiB, counted in bytes', () => {
    const tooLong = [
      { reason: 'FieldValueTooLong', field: 'metadata.annotations', message: 'Too long: may not be more than 262144 bytes' },
    ]
    const filled = (length: number, character = 'x') => ({ key: character.repeat(length) })
    expect(validateAnnotations(filled(256 * 1024 - 3), 'metadata.annotations')).toEqual([])
    expect(validateAnnotations(filled(256 * 1024 - 2), 'metadata.annotations')).toEqual(tooLong)
    expect(validateAnnotations(filled(128 * 1024, 'ü'), 'metadata.annotations')).toEqual(tooLong)
    expect(validateAnnotations({ a: 'x'.repeat(200_000), b: 'x'.repeat(100_000) }, 'metadata.annotations')).toEqual(tooLong)
  })
})
