/**
 * Failures of credential plugins.
 *
 * @module
 */

import { ConnectionError } from '../../errors.js'

/**
 * A credential plugin gave no credential. The message is one line with the reason; an install hint may follow it.
 *
 * Requests fail with it at once. Watches try again later, as the failure may be temporary.
 */
export class ExecPluginError extends ConnectionError {
  /**
   * @param command - The plugin.
   * @param why - The reason.
   * @param cause - The underlying failure.
   */
  constructor(command: string, why: string, cause?: unknown) {
    super(`credential plugin ${JSON.stringify(command)}: ${why}`, cause)
    this.name = 'ExecPluginError'
  }
}
