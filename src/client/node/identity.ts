/**
 * Client certificates: what a connection shows to be known.
 *
 * @module
 */

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** Where the certificate of the next connection comes from; undefined for none. */
export type IdentitySource = () => Promise<Identity | undefined>

/** Tells whether two are the same; connections of an outdated one are closed. */
export const sameIdentity = (left: Identity | undefined, right: Identity | undefined): boolean =>
  left?.cert === right?.cert && left?.key === right?.key
