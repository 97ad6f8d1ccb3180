import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { throwError } from 'rxjs'
import { ConnectionError, controller, type Transport } from '../../../src/client/index.js'
import { ApiError } from '../../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../../src/testing/index.js'

const MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
const refusedPort = new ConnectionError('connect ECONNREFUSED 127.0.0.1:1')
const wrongCertificate = new ConnectionError('self-signed certificate')

let lab: TestPlane
beforeEach(async () => {
  lab = await testPlane()
})
afterEach(() => lab.close())

/** A client whose watches fail, as long as the function returns an error, and a count of the attempts. */
function failing(errorNow: () => unknown) {
  const counts = { attempts: 0 }
  const wrapTransport = (transport: Transport): Transport => ({
    ...transport,
    watch: (request) => {
      const error = errorNow()
      counts.attempts += 1
      return error === undefined ? transport.watch(request) : throwError(() => error)
    },
  })
  return { counts, maps: lab.client({ wrapTransport }).resource(MAPS) }
}

test('a controller that reaches no plane reports it once, and again when the reason changes', async () => {
  let error: unknown = refusedPort
  const { counts, maps } = failing(() => error)
  const told: unknown[] = []
  const running = controller({ for: maps, reconcile: () => {}, onError: (...report) => told.push(report) })
  await lab.advance(60_000)
  expect(counts.attempts).toBeGreaterThan(2)
  expect(told).toEqual([[refusedPort, '']])
  error = wrongCertificate
  await lab.advance(120_000)
  expect(told).toEqual([
    [refusedPort, ''],
    [wrongCertificate, ''],
  ])
  error = undefined
  await lab.advance(120_000)
  await running.synced
  expect(told).toHaveLength(2)
  await running.stop()
})

test('without onError it is printed', async () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const { maps } = failing(() => refusedPort)
    const running = controller({ for: maps, reconcile: () => {} })
    await lab.advance(60_000)
    expect(printed.mock.calls).toEqual([['a controller cannot watch its objects, and tries again:', refusedPort]])
    await running.stop()
  } finally {
    printed.mockRestore()
  }
})

test('lost history is not reported', async () => {
  const { counts, maps } = failing(() => new ApiError({ code: 410, reason: 'Expired', message: 'too old' }))
  const told: unknown[] = []
  const running = controller({ for: maps, reconcile: () => {}, onError: (error) => told.push(error) })
  await lab.advance(60_000)
  expect([counts.attempts > 1, told]).toEqual([true, []])
  await running.stop()
})
