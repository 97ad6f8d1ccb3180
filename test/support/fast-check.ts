/**
 * The module that tests import as `fast-check`. In CI the seed is fixed, so that failures are caused by the change and are
 * reproducible; on a developer's machine it is random, so that new faults can be found.
 *
 * @module
 */

import fc from '../../node_modules/fast-check/lib/fast-check.js'

const CI_SEED = 12
if (process.env.CI) fc.configureGlobal({ seed: CI_SEED })

export default fc
