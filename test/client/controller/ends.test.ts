import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { NEVER } from 'rxjs'
import { type Client, controller, informer } from '../../../src/client/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { settle } from '../../support/manual-clock.js'

const MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
const SECRETS = { group: '', version: 'v1', resource: 'secrets' } as const

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
