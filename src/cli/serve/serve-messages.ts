/**
 * Messages of `binnacle serve`: its addresses at startup, and what its shutdown waits for.
 *
 * @module
 */

import { kubeconfigText } from '../../client/node/index.js'
import { existingClientsDialect, PACKAGED_KINDS } from '../../meta/index.js'
import type { ControlPlane } from '../../plane/index.js'
import { type OwnKubeconfig, writeOwnKubeconfig } from '../files/own-kubeconfig.js'
import type { ServeValues } from './serve-flags.js'

/**
 * The lines of a server that is ready.
 *
 * @param urls - Its addresses; the examples for clients use the last.
 * @param values - The flags.
 * @param token - The token generated for this run, if any.
 */
export function readyLines(urls: readonly string[], values: ServeValues, token: string | undefined): string {
  const url = urls.at(-1) ?? ''
  const { dialect, 'write-kubeconfig': kubeconfig } = values
  const others = urls.slice(0, -1).map((other) => `It listens on ${other} as well.`)
  const lines = [`binnacle is ready on ${url}`, ...others, `It speaks the dialect ${dialect.name}.`]
  if (token === undefined) {
    if (kubeconfig !== undefined)
      lines.push(
        `${kubeconfig} gets no credential, as other flags say who is known: give kubectl yours by --token TOKEN, or keep it there by kubectl config set-credentials binnacle.`,
      )
    return lines.join('\n')
  }
  // kubectl knows only one dialect, and sends tokens over HTTPS alone.
  const isForKubectl = dialect.name === existingClientsDialect.name && url.startsWith('https:')
  const reached =
    kubeconfig === undefined ? `--server ${url} --token ${token} --insecure-skip-tls-verify` : `--kubeconfig ${kubeconfig}`
  return [
    ...lines,
    '',
    `The admin token of this run is ${token}. In another terminal:`,
    '',
    `  curl -k -H 'Authorization: Bearer ${token}' ${url}/api/v1/namespaces`,
    ...(isForKubectl ? [`  kubectl ${reached} get namespaces`] : []),
    '',
    ...(isForKubectl && values.resources.length === 0
      ? [`--resources ${PACKAGED_KINDS} adds Pods, Deployments and others.`, '']
      : []),
  ].join('\n')
}

/** What a server writes to `--write-kubeconfig`. */
export interface ServerKubeconfig {
  /** Its path; nothing is written without one. */
  readonly file: string | undefined
  readonly server: string
  readonly ca: string | undefined
  readonly token: string | undefined
}

/**
 * Writes a configuration file, readable by its owner only: it may contain a token. Without a token, the credential of the file stays.
 *
 * @throws {@link CommandError} when it cannot be written, or the file is not ours to replace.
 */
export async function writeKubeconfig({ file, server, ca, token }: ServerKubeconfig): Promise<void> {
  if (file === undefined) return
  const given = { server, ...(ca !== undefined && { ca }), ...(token !== undefined && { token }) }
  await writeOwnKubeconfig(ownKubeconfig(file, token), (kept) => kubeconfigText({ ...kept, ...given }))
}

/**
 * The kubeconfig of a server.
 *
 * @param path - Its path.
 * @param token - The token generated for this run, if any.
 */
export const ownKubeconfig = (path: string, token: string | undefined): OwnKubeconfig => ({
  flag: 'write-kubeconfig',
  path,
  user: 'binnacle',
  credential: token === undefined ? 'none' : 'token',
})

/** Reports on standard error what the shutdown of a server waits for. */
export function sayWhatIsWaitedFor(values: ServeValues, { requestsInFlight, openWatches }: ControlPlane['stats']): void {
  const [delay, grace] = [values['shutdown-delay-duration'] / 1000, values['request-timeout'] / 1000]
  const first = delay > 0 ? `/readyz fails from now on; in ${delay} s ` : ''
  if (delay === 0 && openWatches === 0 && requestsInFlight === 0) return
  const counted = `${some(openWatches, 'watch', 'watches')} will end and ${some(requestsInFlight, 'request', 'requests')} be answered`
  console.error(`binnacle: ${first}${counted}, for up to ${grace} s; a second signal ends at once`)
}

const some = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`
