import { describe, expect, test } from '@jest/globals'
import type { Flag } from '../../../src/cli/flags.js'
import { serveFlags } from '../../../src/cli/serve/serve-flags.js'

const BAD = ['', '-', '§ x', 'foo', '-1', '1e9', '0', '99999999999999999999', 'a=b=c', 'http://', '1.2.3.4.5', 'x'.repeat(1000)]

describe('a value that is refused', () => {
  test.each(Object.entries<Flag>(serveFlags))('is told what --%s expects', (_, { schema }) => {
    for (const text of BAD) {
      const { error } = schema.safeParse(text)
      for (const { message } of error?.issues ?? []) expect(message).not.toMatch(/^(Invalid|Too |Unrecognized|Custom)/i)
    }
  })
})

test.each(['foo', '', '10.0.0.1:6443', 'localhost'])('--advertise-address %j is refused, as it is no IP address', (text) => {
  expect(serveFlags['advertise-address'].schema.safeParse(text).error?.issues[0]?.message).toBe('expected an IP address')
})
