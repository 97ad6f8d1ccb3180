/**
 * What goes wrong with credential plugins.
 *
 * @module
 */

import { ConnectionError } from '../../errors.js'

/**
 * A credential plugin gave no credential. The message is one line that says why; an install hint may follow it.
 *
 * Requests fail with it at once. Watches try again later, as plugins have bad days like servers do.
 */
export class ExecPluginError extends ConnectionError {
  /**
   * @param command - The plugin.
   * @param why - What went wrong.
   * @param cause - The failure below.
   */
  constructor(command: string, why: string, cause?: unknown) {
    super(`credential plugin ${JSON.stringify(command)}: ${why}`, cause)
    this.name = 'ExecPluginError'
  }
}
