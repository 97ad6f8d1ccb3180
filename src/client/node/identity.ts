/**
 * Client certificates of connections.
 *
 * @module
 */

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** Supplies the certificate of the next connection; undefined for none. */
export type IdentitySource = () => Promise<Identity | undefined>

/** Whether two are the same; connections of an outdated one are closed. */
export const sameIdentity = (left: Identity | undefined, right: Identity | undefined): boolean =>
  left?.cert === right?.cert && left?.key === right?.key
