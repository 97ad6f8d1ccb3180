/**
 * What goes wrong with credential plugins.
 *
 * @module
 */

/** A credential plugin gave no credential. The message is one line that says why; an install hint may follow it. */
export class ExecPluginError extends Error {
  /**
   * @param command - The plugin.
   * @param why - What went wrong.
   * @param cause - The failure below.
   */
  constructor(command: string, why: string, cause?: unknown) {
    super(`credential plugin ${JSON.stringify(command)}: ${why}`, cause === undefined ? undefined : { cause })
    this.name = 'ExecPluginError'
  }
}
