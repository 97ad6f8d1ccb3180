/**
 * Whether a part works.
 *
 * @module
 */

/** A check whether a part works. */
export interface HealthCheck {
  /** Its name in paths and in the verbose output, such as `storage`. */
  readonly name: string
  /** True when the part works. Throwing and rejecting count as false; the reason is never shown to clients. */
  check(): boolean | Promise<boolean>
  /** A short note for the verbose output of `/readyz` while the part works; none by default. */
  note?(): string | undefined
}
