import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { NEVER } from 'rxjs'
import { type Client, controller, informer } from '../../../src/client/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { testPlane } from '../../../src/testing/index.js'
import { settle } from '../../support/manual-clock.js'

const MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
const SECRETS = { group: '', version: 'v1', resource: 'secrets' } as const
const LEASES = { group: 'coordination.platform.io', version: 'v1', resource: 'leases' } as const

let plane: ControlPlane
beforeEach(async () => {
  plane = await createControlPlane()
})
afterEach(() => plane.close())

/** A client whose watches never tell anything, as of a plane that is not reached. */
const deaf = (): Client => plane.client({ wrapTransport: (transport) => ({ ...transport, watch: () => NEVER }) })

describe('an informer that has not synced yet', () => {
  test('does not prevent a controller from stopping', async () => {
    const made = controller({ for: deaf().resource(MAPS), reconcile: async () => {} })
    await settle()
    await expect(made.stop()).resolves.toBeUndefined()
  })

  test('rejects the promise of callers that wait for an informer', async () => {
    const made = informer(deaf().resource(MAPS))
    made.stop()
    await expect(made.synced).rejects.toThrow('stopped before')
  })
})

describe('a function that maps an object to others', () => {
  test('is reported when it throws, and the others are still called', async () => {
    const errors: unknown[] = []
    const seen: string[] = []
    const client = plane.client()
    const map = () => {
      throw new Error('cannot say')
    }
    const made = controller({
      for: client.resource(MAPS),
      watches: [{ resource: client.resource(SECRETS), map }],
      reconcile: async ({ metadata }) => {
        seen.push(metadata.name ?? '')
      },
      onError: (error) => errors.push(error),
    })
    await made.synced
    await client
      .resource(SECRETS)
      .namespace('default')
      .create({ metadata: { name: 's' } })
    await client
      .resource(MAPS)
      .namespace('default')
      .create({ metadata: { name: 'm' } })
    await settle()
    expect([errors, seen]).toEqual([[new Error('cannot say')], ['m']])
    await made.stop()
  })
})

describe('an onError that throws', () => {
  const thrower = () => {
    throw new Error('cannot report')
  }

  test('is printed, and the controller goes on', async () => {
    const lab = await testPlane()
    const client = lab.client()
    const printed = jest.spyOn(console, 'error').mockImplementation(() => {})
    const maps = client.resource(MAPS)
    const seen: (string | undefined)[] = []
    const made = controller({
      for: maps,
      onError: thrower,
      reconcile: async ({ metadata: { name } }) => {
        seen.push(name)
        if (seen.length === 1) throw new Error('the first attempt fails')
      },
    })
    try {
      await maps.namespace('default').create({ metadata: { name: 'a' } })
      await lab.advance(1_000)
      expect(seen).toEqual(['a', 'a'])
      expect(printed.mock.calls).toEqual([[expect.stringMatching(/^onError .* has no effect:$/), new Error('cannot report')]])
      await made.stop()
      await expect(made.ended).resolves.toBeUndefined()
    } finally {
      printed.mockRestore()
      await lab.close()
    }
  })

  test('of a leader election does not end it', async () => {
    const lab = await testPlane()
    lab.faults.add({ verb: 'get', resource: 'leases' }, { status: 403 })
    const printed = jest.spyOn(console, 'error').mockImplementation(() => {})
    const client = lab.client()
    const leases = client.resource(LEASES).namespace('default')
    const leaderElection = { leases, name: 'job', identity: 'a', onError: thrower }
    const made = controller({ for: client.resource(MAPS), leaderElection, reconcile: async () => {} })
    try {
      await lab.advance(10_000)
      await expect(made.synced).resolves.toBeUndefined()
      expect(printed).toHaveBeenCalledTimes(1)
    } finally {
      printed.mockRestore()
      await lab.close()
    }
  })
})

describe('a Lease that cannot be read', () => {
  test('is printed once where nobody takes the error, as with leases of no namespace', async () => {
    const lab = await testPlane()
    const printed = jest.spyOn(console, 'error').mockImplementation(() => {})
    const client = lab.client()
    const leaderElection = { leases: client.resource(LEASES), name: 'job', identity: 'a' }
    controller({ for: client.resource(MAPS), leaderElection, reconcile: async () => {} })
    try {
      await lab.advance(60_000)
      expect(printed.mock.calls.map(([line, error]) => `${line} ${(error as Error).message}`)).toEqual([
        expect.stringMatching(/^the Lease job cannot be read .* leases live in namespaces: say which/),
      ])
    } finally {
      printed.mockRestore()
      await lab.close()
    }
  })
})
