import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ByteBuffer } from '../../../src/meta/index.js'

describe('bytes that come in chunks', () => {
  test('are joined in order, however they were split', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 5 }), { maxLength: 1500 }), (chunks) => {
        const bytes = new ByteBuffer()
        for (const chunk of chunks) bytes.add(chunk)
        const whole = chunks.flatMap((chunk) => [...chunk])
        expect(bytes.length).toBe(whole.length)
        expect([...bytes.take()]).toEqual(whole)
        expect([bytes.length, bytes.take().length]).toEqual([0, 0])
      }),
      { numRuns: 30 },
    )
  })

  test('are not copied when they arrive in one chunk', () => {
    const bytes = new ByteBuffer()
    const chunk = new Uint8Array(10)
    bytes.add(chunk)
    expect(bytes.take()).toBe(chunk)
  })

  test('use memory in proportion to their number, even if each byte is a chunk', () => {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc')
    const bytes = new ByteBuffer()
    gc()
    const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external
    const before = used()
    for (let i = 0; i < 1_000_000; i++) bytes.add(Buffer.alloc(1))
    gc()
    expect(used() - before).toBeLessThan(16_000_000)
    expect(bytes.take()).toHaveLength(1_000_000)
  })
})
