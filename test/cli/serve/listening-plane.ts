import { nodeHandler } from '../../../src/adapters/index.js'
import { type Listener, listenPlain, listenSecure } from '../../../src/cli/serve/listeners.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { type ControlPlaneOptions, createControlPlane } from '../../../src/plane/index.js'
import { freePort } from '../run-command.js'

export const ADDRESS = { host: '127.0.0.1', flag: 'port' }
export const LIMITS = { requestTimeoutMs: 60_000, maxStreams: 250 }

/** A plane behind a listener of `binnacle serve`. What ends both is added to `cleanUp`, to be called from the last to the first. */
export async function listeningPlane(
  scheme: 'http' | 'https',
  cleanUp: (() => unknown)[],
  { limits = LIMITS, ...options }: ControlPlaneOptions & { readonly limits?: typeof LIMITS } = {},
): Promise<Listener> {
  const plane = await createControlPlane(options)
  const address = { ...ADDRESS, port: await freePort() }
  const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const listener =
    scheme === 'http'
      ? await listenPlain(address, limits, nodeHandler(plane))
      : await listenSecure(address, pair, limits, nodeHandler(plane))
  cleanUp.push(
    () => plane.close(),
    () => {
      listener.destroy()
      return listener.close()
    },
  )
  return listener
}
