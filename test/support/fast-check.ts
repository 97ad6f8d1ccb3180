/**
 * What tests import as `fast-check`. In CI properties are tried with the same values each time, so that what fails there is
 * of the change and fails again; on a developer's machine with others each time, so that they go on finding faults.
 *
 * @module
 */

import fc from '../../node_modules/fast-check/lib/fast-check.js'

const CI_SEED = 12
if (process.env.CI) fc.configureGlobal({ seed: CI_SEED })

export default fc
