import { afterAll, afterEach, beforeAll, describe } from '@jest/globals'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/public/index.js'
import { createPostgresStorage } from '../../src/public/storage/postgres.js'
import { createEtcdStorage, type Storage } from '../../src/storage/index.js'
import { startEtcd } from '../storage/etcd/support.js'
import { startPostgres } from '../storage/postgres/support.js'

interface Server {
  readonly open: (name: string) => Promise<Storage>
  readonly stop: () => Promise<void>
}

const ENGINES: readonly { readonly engine: string; readonly start: () => Promise<Server> }[] = [
  {
    engine: 'etcd',
    start: async () => {
      const etcd = await startEtcd()
      const open = (name: string) => createEtcdStorage({ endpoints: [etcd.url], prefix: `/${name}` })
      return { open, stop: () => etcd.stop() }
    },
  },
  {
    engine: 'PostgreSQL',
    start: async () => {
      const postgres = await startPostgres()
      const open = (name: string) => createPostgresStorage({ url: postgres.url, schema: name })
      return { open, stop: async () => postgres.stop() }
    },
  },
]

/**
 * Tests planes over one storage, for each engine that processes can share.
 *
 * @param what - What is tested.
 * @param tests - Defines the tests. It gets a function that opens a plane: those of one test have the same storage.
 */
export function describeSharedPlanes(
  what: string,
  tests: (open: (options: Omit<ControlPlaneOptions, 'storage'>) => Promise<ControlPlane>) => void,
): void {
  describe.each(ENGINES)(`${what} of two planes over one $engine`, ({ start }) => {
    let server: Server
    let count = 0
    const planes: ControlPlane[] = []

    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server.stop())
    afterEach(async () => {
      await Promise.all(planes.splice(0).map((plane) => plane.close()))
      count += 1
    })

    tests(async (options) => {
      const plane = await createControlPlane({ ...options, storage: await server.open(`shared${count}`) })
      planes.push(plane)
      return plane
    })
  })
}
