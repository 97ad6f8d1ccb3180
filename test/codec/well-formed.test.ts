import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeJson, decodeYaml } from '../../src/codec/index.js'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

// Every unit escaped, so that halves of pairs can stand in a JSON text at all.
const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`

describe('escapes of lone surrogates', () => {
  test.each([
    [String.raw`"\ud800"`, '\ufffd'],
    [String.raw`"\uDFFF"`, '\ufffd'],
    [String.raw`"\ud83d\ude00"`, '😀'],
    [String.raw`"\ud83d\ud83d\ude00"`, '\ufffd😀'],
    [String.raw`"\ude00\ud83d"`, '\ufffd\ufffd'],
    [String.raw`"\ud800A\udc00"`, '\ufffdA\ufffd'],
    [String.raw`"\ud800\n"`, '\ufffd\n'],
    [String.raw`"\\ud800"`, String.raw`\ud800`],
    [String.raw`"\\\ud800"`, '\\\ufffd'],
    [String.raw`"\\\\ud800\udc00"`, `\\\\ud800\ufffd`],
  ])('%s is read as %j', (json, value) => {
    expect(decodeJson(utf8(`{"text":${json}}`)).value).toEqual({ text: value })
  })

  test('keys that become the same are repetitions', () => {
    const { value, duplicateFields } = decodeJson(utf8(String.raw`{"\ud800":1,"\ud801":2}`))
    expect({ value, duplicateFields }).toEqual({ value: { '\ufffd': 2 }, duplicateFields: ['\ufffd'] })
  })

  test('any text is read as its UTF-8 encoding is', () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe000 }), fc.constant(0x5c))
    const text = fc.array(unit, { maxLength: 30 }).map((units) => String.fromCharCode(...units))
    fc.assert(
      fc.property(text, (text) => {
        const wellFormed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8(text))
        expect(decodeJson(utf8(escaped(text))).value).toBe(wellFormed)
        expect(decodeJson(utf8(JSON.stringify(text))).value).toBe(wellFormed)
      }),
    )
  })

  test('YAML refuses them, as the reference does', async () => {
    await expect(decodeYaml(utf8(String.raw`text: "\ud800"`))).rejects.toMatchObject({
      status: { code: 400, message: expect.stringContaining('invalid Unicode character escape code') },
    })
    expect((await decodeYaml(utf8(String.raw`text: '\ud800'`))).value).toEqual({ text: String.raw`\ud800` })
  })
})
