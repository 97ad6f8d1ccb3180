import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compileSchema } from '../../src/schema/index.js'
import { canonicalByteText } from '../../src/text/index.js'

const check = (format: string, value: unknown) =>
  compileSchema({ type: 'string', format }, { root: 'value' })
    .validate(value)
    .map((error) => error.message)

describe('formats', () => {
  test.each<[format: string, good: readonly string[], bad: readonly string[]]>([
    [
      'date-time',
      ['2024-01-02T03:04:05Z', '2024-02-29t03:04:05.123456+01:00'],
      ['yesterday', '2023-02-29T00:00:00Z', '2024-01-02T25:00:00Z', '2024-01-02 03:04:05Z', '2024-01-02T03:04:05'],
    ],
    ['date', ['2024-01-02'], ['2024-13-45', '2024-1-2', 'x024-01-02', '']],
    ['byte', ['QUFB', 'QQ==', 'QUE='], ['***', 'QQ', 'QQ=', 'QUF_', '', 'QUFB\nQUFB', '====']],
    [
      'uuid',
      ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'],
      ['nope', '123e4567-e89b-12d3-a456-42661417400'],
    ],
    ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']],
    [
      'ipv4',
      ['10.0.0.1', '255.255.255.255', '::ffff:10.0.0.1', '010.0.0.1'],
      ['10.0.0.300', '10.0.0', '0x1.0.0.1', '1..0.1', '::1', ''],
    ],
    [
      'ipv6',
      ['::1', '::', 'fe80::1:2', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1'],
      ['1::2::3', '10.0.0.1', ':', '1:2:3:4:5:6:7', '12345::', '::10.0.0.1:2', '1:2:3:4:5:6:7:8::'],
    ],
    ['cidr', ['10.0.0.0/8', 'fe80::/64', '010.0.0.0/08'], ['10.0.0.0', '10.0.0.0/33', '::/129', '1/2/3']],
    ['duration', ['1h30m', '1.5s', '0', '3 days', '-2ms', '1 week 2 hours', '5 SECONDS'], ['soon', '5', '', '3 moons', 'days']],
    [
      'uri',
      ['https://example.com/a?b=c', '/path', 'urn:x', 'https://u@h:80/', 'http://[::1]:80/', '/a b', '/a?%zz', '*'],
      ['not a uri', 'relative', '/a%zz', '', 'http://a b/', 'http://h:port/', '/a\u0001', '1x:y'],
    ],
    [
      'email',
      ['a@example.com', 'A. N. Other <a.b@c>', 'ä@c', '"a"@c', '"a b"@c'],
      ['a', '@', 'a b@c', 'a..b@c', 'a@b.', 'a@b>', '<a@b', 'A: <a@b>', 'A\n<a@b>', '"a\n"@b', ''],
    ],
    [
      'hostname',
      ['example.com', 'localhost', 'a-b.co', 'x'.repeat(63), 'bücher.example', 'a.b.c1', '1.example'],
      ['-a', 'a..b', 'x'.repeat(64), 'a-b.c', 'my-host', 'a-.com', 'a.b--c', 'a_b.com', '', 'ü'.repeat(32), 'ab.'.repeat(90)],
    ],
    [
      'mac',
      ['01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab', `00${':00'.repeat(19)}`],
      ['01:23:45:67:89', '01:23-45:67:89:ab'],
    ],
    ['isbn10', ['0-306-40615-2', '080442957X'], ['0-306-40615-3', '978-0-306-40615-7', '']],
    ['isbn13', ['978-0-306-40615-7'], ['978-0-306-40615-8', '0-306-40615-2', '978-0-306-40615']],
    ['isbn', ['978-0-306-40615-7', '0306406152'], ['030640615', 'X'.repeat(10)]],
    ['creditcard', ['4111 1111 1111 1111', '4111/1111/1111/1111', '378282246310005'], ['4111 1111 1111 1112', '1234', '']],
    ['rgbcolor', ['rgb(0,128,255)', 'rgb(0, 1, 2)', 'rgb(  0 , 1 ,  2 )'], ['rgb(0,256,1)', 'rgb(1,2)', '#fff']],
    ['hexcolor', ['#fff', '00ff00'], ['#ff', 'red']],
    ['ssn', ['123-45-6789', '123 45 6789'], ['123-456-789', '123456789', '']],
    ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901']],
    ['uuid3', ['123e4567-e89b-32d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
    ['k8s-short-name', ['a', 'a-b', '1a'], ['', 'A', 'a_b', '-a', 'a-', 'a.b', 'a'.repeat(64)]],
    ['platform-short-name', ['a', 'a-b', '1a'], ['', 'A', 'a_b', '-a', 'a-', 'a.b', 'a'.repeat(64)]],
    ['k8s-long-name', ['a', 'a.b', 'a-b.1'], ['', 'A.b', 'a..b', 'a.', '-a.b', 'a_b', `${'a.'.repeat(127)}a`]],
    ['platform-long-name', ['a', 'a.b', 'a-b.1'], ['', 'A.b', 'a..b', 'a.', '-a.b', 'a_b', `${'a.'.repeat(127)}a`]],
    ['uuid5', ['123e4567-e89b-52d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
    ['password', ['anything', ''], []],
    ['unheard-of', ['anything', ''], []],
  ])('%s', (format, good, bad) => {
    for (const text of good) expect([text, check(format, text)]).toEqual([text, []])
    for (const text of bad) {
      const message = `Invalid value: ${JSON.stringify(text)}:  in body must be of type ${format}: ${JSON.stringify(text)}`
      expect([text, check(format, text)]).toEqual([text, [message]])
    }
  })

  test('built-in kinds decode bytes, and treat the empty text as absent', () => {
    const bytes = compileSchema({ type: 'string', format: 'byte' }, { root: 'value', style: 'builtin' })
    for (const text of ['QUFB', '', 'QUFB\nQUFB', 'QQ==\n']) expect(bytes.validate(text)).toEqual([])
    expect(bytes.validate('QQ')).toHaveLength(1)
  })

  test.each([
    ['date-time'],
    ['byte'],
    ['creditcard'],
    ['isbn'],
    ['rgbcolor'],
    ['hostname'],
    ['email'],
    ['uri'],
    ['duration'],
    ['ipv6'],
  ])('a huge %s is validated quickly', (format) => {
    for (const text of ['1', 'a', '1h', '::', 'a.', '%', '=']) expect(check(format, text.repeat(500_000)).length).toBeLessThan(2)
  })
})

test('base64 that a built-in kind can decode has one canonical form', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(bytes, fc.nat(15), fc.array(fc.nat(30)), (bytes, unused, breaks) => {
      const canonical = Buffer.from(bytes).toString('base64')
      const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
      const last = canonical.replace(/=*$/, '').length - 1
      // Bits of the last digit that no byte needs: 2 before one `=`, 4 before two.
      const free = 2 * (canonical.length - 1 - last)
      const changed = digits[digits.indexOf(canonical[last] as string) | (unused & ((1 << free) - 1))] as string
      let text = canonical.slice(0, last) + changed + canonical.slice(last + 1)
      for (const at of breaks) text = `${text.slice(0, at)}${at % 2 === 0 ? '\n' : '\r\n'}${text.slice(at)}`
      expect(canonicalByteText(text)).toBe(canonical)
    }),
  )
  for (const text of ['YQ', 'Y Q==', 'YQ==YQ==', '*', 'YQ=\n']) expect(canonicalByteText(text)).toBe(text)
})
