/**
 * Loads the X.509 package at its first use: it is slow to load, and most planes never make a certificate.
 *
 * @module
 */

let loading: Promise<typeof import('@peculiar/x509')> | undefined

/** The X.509 package. It finds its parts through `reflect-metadata`, which therefore has to be loaded first. */
export function loadX509(): Promise<typeof import('@peculiar/x509')> {
  loading ??= import('reflect-metadata').then(() => import('@peculiar/x509'))
  return loading
}
