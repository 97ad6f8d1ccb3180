import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ApiError, type LabelSelector, labelSelectorFrom, parseLabelSelector } from '../../../src/public/meta.js'

const animals: Record<string, Record<string, string>> = {
  ant: { legs: '6', size: 's' },
  bear: { legs: '4', size: 'l', fur: 'brown' },
  cat: { legs: '4', size: 'm', fur: '' },
  duck: { legs: '2', size: 'm' },
  eel: {},
}

const selected = (text: string): string => {
  const selector = parseLabelSelector(text)
  return Object.keys(animals)
    .filter((name) => selector.matches(animals[name]))
    .join(' ')
}

const refusal = (act: () => unknown): ApiError => {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the text of a label selector', () => {
  test.each([
    ['', 'ant bear cat duck eel'],
    ['  ', 'ant bear cat duck eel'],
    ['legs=4', 'bear cat'],
    ['legs==4', 'bear cat'],
    ['legs!=4', 'ant duck eel'],
    ['legs=4,size=m', 'cat'],
    ['fur=', 'cat'],
    ['fur!=', 'ant bear duck eel'],
    ['fur=,legs=4', 'cat'],
    ['legs in (2,6)', 'ant duck'],
    ['legs notin (4)', 'ant duck eel'],
    ['size in (s)', 'ant'],
    ['fur in ()', 'cat'],
    ['fur in (,brown)', 'bear cat'],
    ['fur in (brown,)', 'bear cat'],
    ['fur', 'bear cat'],
    ['!fur', 'ant duck eel'],
    ['fur,legs', 'bear cat'],
    ['legs in (4,6),size notin (l)', 'ant cat'],
    ['!legs,!size', 'eel'],
    ['legs>3', 'ant bear cat'],
    ['legs<4', 'duck'],
    ['legs>2,legs<6', 'bear cat'],
    ['size>1', ''],
    [' legs = 4 ', 'bear cat'],
    ['legs  in ( 2 , 6 )', 'ant duck'],
    ['legs in(2,6)', 'ant duck'],
    [' fur ', 'bear cat'],
    ['legs=4 , size=m', 'cat'],
    ['! fur', 'ant duck eel'],
    ['\tlegs\n=\r4', 'bear cat'],
    ['legs=4,legs=6', ''],
    ['in', ''],
    ['notin,in', ''],
    ['!in', 'ant bear cat duck eel'],
    ['size=in', ''],
    ['size in (in,notin,s)', 'ant'],
  ])('%j selects: %s', (text, names) => {
    expect(selected(text)).toBe(names)
  })

  test.each([
    'a b',
    'a=b=c',
    'a in b',
    'a in (b',
    'a in',
    'a in (b c)',
    'a in ((b)',
    '=a',
    'a,,b',
    ',a',
    'a,',
    ',',
    '!',
    '!!a',
    '!a=b',
    'a!',
    '(a)',
    'a)',
    'a in ()x',
    'a in (b),',
    'a>x',
    'a>',
    'a>1.5',
    'a<-1',
    'a>9223372036854775808',
    'a>b,c',
    '-a=b',
    'a/b/c',
    '__proto__=a',
    `a=${'v'.repeat(64)}`,
    'a=b/c',
    'a in (b,-c)',
    'a=\u00a0',
  ])('%j is refused with 400', (text) => {
    const { status } = refusal(() => parseLabelSelector(text))
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(status.message).toMatch(/^unable to parse requirement: |^found '/)
  })

  test.each([
    ['a in b', `unable to parse requirement: found 'b' expected: '('`],
    ['a in', `unable to parse requirement: found '' expected: '('`],
    ['a in ((b)', `unable to parse requirement: found '(', expected: ',', ')' or identifier`],
    ['a in (b c)', `unable to parse requirement: found 'c', expected: ',' or ')'`],
    ['a in (b', `unable to parse requirement: found '', expected: ',' or ')'`],
    ['a in (b,=', `unable to parse requirement: found '=', expected: ',', or identifier`],
    ['a in (,,b,', `unable to parse requirement: found '', expected: ',', or identifier`],
    ['a b', `unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt`],
    ['app=!!', `unable to parse requirement: found '!', expected: identifier`],
    ['a>(', `unable to parse requirement: found '(', expected: identifier`],
    ['!', `unable to parse requirement: found '', expected: identifier`],
    ['!!a', `unable to parse requirement: found '!', expected: identifier`],
    ['a=b=c', `found '=', expected: ',' or 'end of string'`],
    ['!a=b', `found '=', expected: ',' or 'end of string'`],
    ['a,,b', `found ',', expected: identifier after ','`],
    ['a,', `found '', expected: identifier after ','`],
    ['=a', `found '=', expected: !, identifier, or 'end of string'`],
    [',a', `found ',', expected: !, identifier, or 'end of string'`],
    ['a>x', `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`],
  ])('%j is refused: %s', (text, message) => {
    expect(refusal(() => parseLabelSelector(text)).status.message).toBe(message)
  })

  test.each([
    ['a/b/c', '<nil>: Invalid value: "a/b/c": a valid label key must consist of'],
    ['a=b/c', 'values[0][a]: Invalid value: "b/c": a valid label must be an empty string or consist of'],
    ['a in (b,-c)', 'values[0][a]: Invalid value: "-c": a valid label must be an empty string or consist of'],
  ])('%j is refused for its key or value: %s', (text, message) => {
    expect(refusal(() => parseLabelSelector(text)).status.message).toContain(`unable to parse requirement: ${message}`)
  })

  test('it is bounded: 64 KiB, 1,000 requirements, 1,000 values', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`).join(',')
    expect(parseLabelSelector(many(1000)).requirements).toHaveLength(1000)
    expect(parseLabelSelector(`a in (${many(1000)})`).requirements[0]?.values).toHaveLength(1000)
    expect(refusal(() => parseLabelSelector(many(1001))).status.message).toContain('more than 1000 requirements')
    expect(refusal(() => parseLabelSelector(`a in (${many(1001)})`)).status.message).toContain('more than 1000 values')
    const long = refusal(() => parseLabelSelector(' '.repeat(64 * 1024 + 1))).status.message as string
    expect(long).toContain('longer than 65536 characters')
    expect(long.length).toBeLessThan(300)
  })

  test('values are sorted and unique, and the text of the selector shows that', () => {
    const selector = parseLabelSelector('b notin (z,a,z),a==1,!c')
    expect(selector.requirements).toEqual([
      { key: 'b', operator: 'notin', values: ['a', 'z'] },
      { key: 'a', operator: '=', values: ['1'] },
      { key: 'c', operator: '!', values: [] },
    ])
    expect(String(selector)).toBe('b notin (a,z),a=1,!c')
    expect(selector.isEmpty).toBe(false)
    expect(parseLabelSelector('').isEmpty).toBe(true)
  })
})

describe('matching', () => {
  test('an object without labels is selected by requirements of absence', () => {
    expect(parseLabelSelector('!a,b!=c,d notin (e)').matches(undefined)).toBe(true)
    expect(parseLabelSelector('a').matches(undefined)).toBe(false)
  })

  test('members that every object inherits are no labels', () => {
    for (const key of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      expect(parseLabelSelector(key).matches({})).toBe(false)
      expect(parseLabelSelector(`!${key}`).matches({})).toBe(true)
      expect(parseLabelSelector(key).matches({ [key]: 'a' })).toBe(true)
    }
  })

  test('whole numbers are compared exactly, up to 64 bits', () => {
    expect(parseLabelSelector('a>9007199254740992').matches({ a: '9007199254740993' })).toBe(true)
    expect(parseLabelSelector('a<9223372036854775807').matches({ a: '9223372036854775806' })).toBe(true)
    expect(parseLabelSelector('a>1').matches({ a: '9223372036854775808' })).toBe(false)
    expect(parseLabelSelector('a>7').matches({ a: '0008' })).toBe(true)
    expect(parseLabelSelector('a<8').matches({ a: '' })).toBe(false)
    expect(parseLabelSelector('a<8').matches({ a: '7x' })).toBe(false)
  })
})

describe('label selectors that objects carry', () => {
  test('labels and expressions all have to hold', () => {
    const selector = labelSelectorFrom({
      matchLabels: { size: 'm' },
      matchExpressions: [
        { key: 'legs', operator: 'In', values: ['4', '2'] },
        { key: 'size', operator: 'NotIn', values: ['l'] },
        { key: 'fur', operator: 'Exists' },
        { key: 'wings', operator: 'DoesNotExist', values: [] },
      ],
    })
    expect(String(selector)).toBe('size=m,legs in (2,4),size notin (l),fur,!wings')
    expect(Object.keys(animals).filter((name) => selector.matches(animals[name]))).toEqual(['cat'])
  })

  test('an empty one selects everything', () => {
    expect(labelSelectorFrom({}).isEmpty).toBe(true)
    expect(labelSelectorFrom({ matchLabels: {}, matchExpressions: [] }).matches(undefined)).toBe(true)
  })

  test('the object stays as it is, and may be frozen', () => {
    const object = { matchExpressions: [{ key: 'a', operator: 'In' as const, values: ['z', 'b'] }] }
    const selector = labelSelectorFrom(object)
    object.matchExpressions[0]?.values.push('c')
    expect(object.matchExpressions[0]?.values).toEqual(['z', 'b', 'c'])
    expect(String(selector)).toBe('a in (b,z)')
  })

  test.each<[unknown, string]>([
    [null, 'object'],
    [{ matchLabel: { a: 'b' } }, '"matchLabel" is neither matchLabels nor matchExpressions'],
    [{ matchLabels: {}, constructor: {} }, 'constructor'],
    [[], 'object'],
    [{ matchLabels: [] }, 'matchLabels'],
    [{ matchLabels: { a: 1 } }, 'strings'],
    [{ matchLabels: { 'bad key': 'a' } }, 'bad key'],
    [{ matchLabels: { a: 'bad value' } }, 'bad value'],
    [JSON.parse('{"matchLabels":{"__proto__":"a"}}'), '__proto__'],
    [{ matchExpressions: {} }, 'matchExpressions'],
    [{ matchExpressions: [7] }, 'key'],
    [{ matchExpressions: [{ operator: 'Exists' }] }, 'key'],
    [{ matchExpressions: [{ key: 'a' }] }, 'operator'],
    [{ matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] }, '"in" is not an operator'],
    [{ matchExpressions: [{ key: 'a', operator: 'constructor' }] }, 'operator'],
    [{ matchExpressions: [{ key: 'a', operator: 'In' }] }, 'one value or more'],
    [{ matchExpressions: [{ key: 'a', operator: 'NotIn', values: [] }] }, 'one value or more'],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] }, 'no values'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: 'b' }] }, 'list of strings'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: [1] }] }, 'list of strings'],
  ])('%j is refused with 400', (object, hint) => {
    const { status } = refusal(() => labelSelectorFrom(object as Parameters<typeof labelSelectorFrom>[0]))
    expect(status.code).toBe(400)
    expect(status.message).toContain(hint)
  })
})

describe('any selector', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'constructor', 'in', 'example.com/notin')
  const value = fc.constantFrom('', '0', '1', '2', '10', 'x', 'in', 'notin')
  const requirement: fc.Arbitrary<LabelSelector['requirements'][number]> = fc.oneof(
    fc.record({ key, operator: fc.constantFrom<'=' | '!='>('=', '!='), values: fc.tuple(value) }),
    fc.record({
      key,
      operator: fc.constantFrom<'in' | 'notin'>('in', 'notin'),
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ key, operator: fc.constantFrom<'exists' | '!'>('exists', '!'), values: fc.constant([]) }),
    fc.record({ key, operator: fc.constantFrom<'>' | '<'>('>', '<'), values: fc.tuple(fc.constantFrom('0', '1', '5', '11')) }),
  )
  const space = fc.constantFrom('', ' ', '\t ')
  const written = fc.array(requirement, { maxLength: 5 }).chain((requirements) =>
    fc.array(space, { minLength: requirements.length * 4, maxLength: requirements.length * 4 }).map((spaces) => {
      const write = ({ key: k, operator, values }: LabelSelector['requirements'][number], i: number): string => {
        const [s0, s1, s2, s3] = spaces.slice(i * 4)
        if (operator === 'exists') return `${s0}${k}${s1}`
        if (operator === '!') return `${s0}!${s1}${k}${s2}`
        if (operator === 'in' || operator === 'notin')
          return `${s0}${k} ${operator}${s1}(${s2}${values.join(`${s3},${s1}`)})${s0}`
        return `${s0}${k}${s1}${operator}${s2}${values[0]}${s3}`
      }
      return { requirements, text: requirements.map(write).join(',') }
    }),
  )
  const labels = fc.dictionary(key, value, { maxKeys: 6 })

  const holds = (own: Record<string, string>, { key: k, operator, values }: LabelSelector['requirements'][number]): boolean => {
    const found = Object.entries(own).find(([name]) => name === k)
    switch (operator) {
      case 'exists':
        return !!found
      case '!':
        return !found
      case '=':
      case 'in':
        return !!found && values.some((one) => one === found[1])
      case '!=':
      case 'notin':
        return !found || values.every((one) => one !== found[1])
      default: {
        if (!found || !/^[0-9]+$/.test(found[1])) return false
        const difference = Number.parseInt(found[1], 10) - Number.parseInt(values[0] ?? '', 10)
        return operator === '>' ? difference > 0 : difference < 0
      }
    }
  }

  test('agrees with a naive evaluation of its requirements', () => {
    fc.assert(
      fc.property(written, labels, ({ requirements, text }, own) => {
        expect(parseLabelSelector(text).matches(own)).toBe(requirements.every((one) => holds(own, one)))
      }),
      { numRuns: 500 },
    )
  })

  test('is read back from its own text', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const selector = parseLabelSelector(text)
        const again = parseLabelSelector(String(selector))
        expect(again.requirements).toEqual(selector.requirements)
        expect(String(again)).toBe(String(selector))
      }),
    )
  })

  test('any text at all is read or refused with 400', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[ab=!<>(), innot]{0,30}$/)), (text) => {
        try {
          parseLabelSelector(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          expect((error as ApiError).status.code).toBe(400)
        }
      }),
      { numRuns: 500 },
    )
  })
})
