/**
 * Whether a part works.
 *
 * @module
 */

/** Something that tells whether a part works. */
export interface HealthCheck {
  /** As it stands in paths and in the verbose output, such as `storage`. */
  readonly name: string
  /** True when the part works. Throwing and rejecting count as false; the reason is never shown to clients. */
  check(): boolean | Promise<boolean>
  /** What else the verbose output says of it while it works, in a few words for whoever may read `/readyz`; nothing by default. */
  note?(): string | undefined
}
