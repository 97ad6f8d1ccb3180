import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import { requestOf } from '../server/requests.js'

let plane: ControlPlane | undefined
let printed: string[]
let unhandled: unknown[]
const note = (reason: unknown) => unhandled.push(reason)
beforeEach(() => {
  printed = []
  unhandled = []
  process.on('unhandledRejection', note)
  jest.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void printed.push(line.map(String).join(' ')))
})
afterEach(async () => {
  await plane?.close()
  plane = undefined
  process.off('unhandledRejection', note)
  jest.restoreAllMocks()
})

const throws = () => {
  throw new Error('mine')
}
const rejects = async () => throws()
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' } as const
const open = async (options: ControlPlaneOptions) => {
  plane = await createControlPlane(options)
  return plane.client().resource(NAMESPACES)
}
/** Rejections are told of after the microtasks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe.each([
  ['throws', throws],
  ['rejects', rejects],
])('a callback that %s', (_, callback) => {
  test('as the logger changes neither the answer to a failed request nor the start', async () => {
    const logger = { error: callback, info: callback }
    const namespaces = await open({ logger, admission: [{ name: 'broken', validate: throws }] })
    await expect(namespaces.create({ metadata: { name: 'a' } })).rejects.toMatchObject({ status: { code: 500 } })
    await settled()
    expect(printed).toEqual(['logger.error threw an error, which has no effect: Error: mine'])
    expect(unhandled).toEqual([])
  })

  test('as the logger changes no report of health', async () => {
    await open({ logger: { error: callback, info: callback }, healthChecks: [{ name: 'mine', check: throws }] })
    const { status } = (await plane?.handle(requestOf('/readyz'))) ?? {}
    await settled()
    expect([status, unhandled]).toEqual([500, []])
  })

  test('as the trace handler is logged', async () => {
    const logged: string[] = []
    const logger = { error: (message: string) => void logged.push(message), info() {} }
    const namespaces = await open({ logger, trace: callback })
    await namespaces.create({ metadata: { name: 'a' } })
    await settled()
    expect([logged, unhandled]).toEqual([['a trace handler failed'], []])
  })
})
