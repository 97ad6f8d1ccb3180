import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { createControlPlane } from '../../../src/plane/index.js'
import { defineResource } from '../../../src/resources/index.js'

const ruled = (rule: object, ofPorts?: object) =>
  defineResource({
    group: 'shop.example.com',
    kind: 'Widget',
    versions: [
      {
        name: 'v1',
        schema: {
          spec: z
            .object({
              size: z.int(),
              ports: z
                .array(z.object({ port: z.int() }).meta(ofPorts ? { 'x-platform-validations': [ofPorts] } : {}))
                .max(9)
                .optional(),
            })
            .meta({ 'x-platform-validations': [rule] }),
        },
      },
    ],
  })

const faultOf = async (...rules: [object, object?]): Promise<unknown> => {
  const plane = await createControlPlane({ resources: [ruled(...rules)] }).catch((error: Error) => error)
  if (!(plane instanceof Error)) await plane.close()
  return plane instanceof Error ? plane.message : 'none'
}

describe('a plane with types that have rules', () => {
  test('is made when they compile', async () => {
    expect(
      await faultOf({ rule: 'self.size < 10', messageExpression: '"at most " + string(9)' }, { rule: 'self.port > 0' }),
    ).toBe('none')
  })

  test.each([
    ['self.size <', /^resource Widget: version "v1": rule "self\.size <" of spec does not compile: .+$/],
    ['self.sice < 10', /^resource Widget: version "v1": rule "self\.sice < 10" of spec does not compile: .+sice.*$/],
    [
      'self.size + 1',
      /^resource Widget: version "v1": rule "self\.size \+ 1" of spec does not compile: .*must evaluate to a bool$/,
    ],
    ['', /^resource Widget: version "v1": rule "" of spec does not compile: .+$/],
  ])('is not made with %j', async (rule, expected) => {
    expect(await faultOf({ rule })).toMatch(expected)
  })

  test('is refused with every invalid rule and message expression, and its path', async () => {
    const faults = await faultOf({ rule: 'true', messageExpression: 'self.' }, { rule: 'self.prt > 0' })
    expect(String(faults).split('\n')).toEqual([
      expect.stringMatching(/messageExpression "self\." of spec does not compile: /),
      expect.stringMatching(/rule "self\.prt > 0" of spec\.ports\[\] does not compile: /),
    ])
  })
})
