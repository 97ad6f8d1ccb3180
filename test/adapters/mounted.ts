import { afterEach } from '@jest/globals'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import { type Host, hosts } from './hosts.js'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** A plane behind a listening host, both ended after the test. */
export async function mounted(name: string, options: ControlPlaneOptions = {}): Promise<{ host: Host; plane: ControlPlane }> {
  const plane = await createControlPlane(options)
  const host = await (hosts[name] as (typeof hosts)[string])(plane)
  cleanUp.push(
    () => plane.close(),
    () => host.close(),
  )
  return { host, plane }
}
