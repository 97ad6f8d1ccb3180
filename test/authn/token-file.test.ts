import { describe, expect, test } from '@jest/globals'
import { parseTokenFile } from '../../src/public/authn.js'

describe('a token file', () => {
  test('gives a token, a user and a uid a line, and groups in one quoted column', () => {
    const text = 'admintoken,admin,admin-uid,"system:masters"\nusertoken,jane,jane-uid,"dev,ops"\nplain,joe,joe-uid\n'
    expect(parseTokenFile(text)).toEqual([
      { token: 'admintoken', user: { username: 'admin', uid: 'admin-uid', groups: ['system:masters'] } },
      { token: 'usertoken', user: { username: 'jane', uid: 'jane-uid', groups: ['dev', 'ops'] } },
      { token: 'plain', user: { username: 'joe', uid: 'joe-uid', groups: [] } },
    ])
  })

  test.each([
    { what: 'an empty file', text: '' },
    { what: 'empty lines', text: '\n\r\n  \n' },
  ])('$what holds no token', ({ text }) => {
    expect(parseTokenFile(text)).toEqual([])
  })

  test.each([
    { what: 'carriage returns', text: 't,u,i\r\nx,y,z\r\n', users: ['u', 'y'] },
    { what: 'no line end at the end', text: 't,u,i', users: ['u'] },
    { what: 'a byte order mark', text: '\ufefft,u,i', users: ['u'] },
    { what: 'doubled quotes', text: 't,"a ""b"" c",i', users: ['a "b" c'] },
    { what: 'a comma in a quoted name', text: 't,"b, a",i', users: ['b, a'] },
    { what: 'spaces around columns', text: 't, u , i, "g"', users: ['u'] },
    { what: 'more columns than are known', text: 't,u,i,g,more', users: ['u'] },
  ])('may have $what', ({ text, users }) => {
    expect(parseTokenFile(text).map(({ user }) => user.username)).toEqual(users)
  })

  test.each([
    { text: 't,u', message: 'line 1: expected at least 3 columns (token, user name, user uid), found 2' },
    { text: 'a,b,c\n\nt,u\n', message: 'line 3: expected at least 3 columns (token, user name, user uid), found 2' },
    { text: ',u,i', message: 'line 1: the token is empty' },
    { text: 't,,i', message: 'line 1: the user name is empty' },
    { text: '"a b",u,i', message: 'line 1: the token has characters that a header cannot carry' },
    { text: 't,u,i,"g', message: 'line 1: a quoted column does not end' },
    { text: 't,u,i,"g"x', message: 'line 1: text after the closing quote of a column' },
    { text: 't,u"x,i', message: 'line 1: a quote in the middle of a column' },
    { text: 'a,"x\ny",i\nt,u', message: 'line 3: expected at least 3 columns (token, user name, user uid), found 2' },
    { text: 't,u,i\nt,v,j', message: 'line 2: the token is the same as that of line 1' },
  ])('is refused with one line: $message', ({ text, message }) => {
    expect(() => parseTokenFile(text)).toThrow(new Error(message))
  })

  test('is read in time in proportion to its length, whatever it holds', () => {
    expect(parseTokenFile(`t,u,i${',x'.repeat(2_000_000)}`)).toHaveLength(1)
    expect(parseTokenFile(`t,u,i${'\n'.repeat(2_000_000)}`)).toHaveLength(1)
  })

  test('a refusal never shows a token', () => {
    expect(() => parseTokenFile('secret-token,u')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    )
  })
})
