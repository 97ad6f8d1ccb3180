/**
 * The CA certificates of a plane, published to its namespaces.
 *
 * @module
 */

import type { Client, Controller } from '../client/index.js'
import { certificatesInPem, dialectOf, jsonEqual } from '../meta/index.js'
import { type ControlLoopOptions, checkLoop } from './client-loop.js'
import { keepInEachNamespace } from './each-namespace.js'
import { CONFIG_MAPS, type ConfigMapFields } from './types.js'

/** Options of {@link createRootCertificatePublisher}. */
export interface RootCertificatePublisherOptions extends ControlLoopOptions {
  /** The certificates, in PEM. */
  readonly certificates: string
}

/**
 * Writes certificates into the ConfigMap `kube-root-ca.crt` (same name in both dialects) of each namespace, and restores its data
 * when changed.
 *
 * @param client - A client of the plane.
 * @param options - The certificates; dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createRootCertificatePublisher(client: Client, options: RootCertificatePublisherOptions): Controller {
  checkLoop('createRootCertificatePublisher', client, options, {
    checks: { certificates: certificatesInPem },
    required: ['certificates'],
  })
  const { certificates } = options
  const dialect = dialectOf(options.dialect)
  const { name, description } = dialect.rootCertificates
  const data = { 'ca.crt': certificates }
  return keepInEachNamespace<ConfigMapFields>(
    client,
    {
      resource: client.resource<ConfigMapFields>(CONFIG_MAPS),
      object: { metadata: { name, annotations: { [`${dialect.labelDomain}/description`]: description } }, data },
      corrected(live) {
        if (live.binaryData === undefined && jsonEqual(live.data, data)) return live
        const { binaryData: _, ...rest } = live
        return { ...rest, data }
      },
    },
    options,
  )
}
