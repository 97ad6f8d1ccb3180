/** The whole service: storage, plane, control loop, HTTPS. */

import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Authenticator, createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { createLmdbStorage } from 'binnacle/storage/lmdb'
import type { Registry } from 'prom-client'
import { grantAccess } from './access.js'
import { accessLog } from './access-log.js'
import { Database, Project } from './kinds.js'
import { projectLimits } from './project-limits.js'
import { startProvisioner } from './provisioner.js'

export interface ServiceOptions {
  /** Folder that the state is kept in. */
  readonly directory: string
  /** 0 for any that is free. */
  readonly port: number
  readonly host?: string
  /** Certificate and key of the server, in PEM. */
  readonly tls: { readonly cert: string; readonly key: string }
  readonly authenticator: Authenticator
  /** Takes the metrics of the plane beside those that the service has itself. */
  readonly registry: Registry
  readonly log: (line: string) => void
}

export interface Service {
  readonly url: string
  /** Answers what is in flight, then ends. */
  readonly close: () => Promise<void>
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { directory, port, host = '127.0.0.1', tls, authenticator, registry, log } = options
  const plane = await createControlPlane({
    dialect: 'kubernetes', // so that kubectl works
    resources: [Project, Database],
    storage: await createLmdbStorage({ directory }),
    authenticators: [authenticator],
    authorizer: 'RBAC',
    admission: [projectLimits()],
    controllers: ['namespace', 'garbagecollector'],
    stages: [accessLog(log)],
    metrics: { registry, process: true },
  })
  await grantAccess(plane.client())
  const provisioner = startProvisioner(plane.client({ fieldManager: 'provisioner' }), (error) => log(`provisioner: ${error}`))

  const server = createServer(tls, nodeHandler(plane)).listen(port, host)
  await once(server, 'listening')
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      plane.startDraining() // /readyz fails: load balancers send no new requests
      const closed = once(server, 'close')
      server.close() // no new connections
      await provisioner.stop()
      await plane.drain() // watches end, requests in flight are answered
      await plane.close()
      server.closeAllConnections()
      await closed
    },
  }
}
