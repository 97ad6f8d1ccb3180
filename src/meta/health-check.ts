/**
 * Health checks.
 *
 * @module
 */

/** A health check of one part. */
export interface HealthCheck {
  /** Its name in paths and in the verbose output, such as `storage`. */
  readonly name: string
  /** True when the part works. An error or rejection counts as false; the reason is never shown to clients. */
  check(): boolean | Promise<boolean>
  /** A short note for the verbose output of `/readyz` while the part works; none by default. */
  note?(): string | undefined
}
