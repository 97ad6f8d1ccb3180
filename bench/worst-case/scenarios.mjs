// The largest valid requests of each kind: scenarios of steps, each a request. Bodies are created when they are sent.
import { access } from './access.mjs'
import { bodies } from './bodies.mjs'
import { controlLoops } from './control-loops.mjs'
import { crowds } from './crowds.mjs'
import { definitions } from './definitions.mjs'
import { namespaces } from './namespaces.mjs'
import { packagedKinds } from './packaged-kinds.mjs'
import { patches } from './patches.mjs'
import { pods } from './pods.mjs'
import { reads } from './reads.mjs'
import { together } from './together.mjs'

/** The order matters: later scenarios use, and the last ones remove, objects of earlier ones. */
export const scenarios = () => [
  ...bodies(),
  ...patches(),
  ...reads(),
  ...pods(),
  ...packagedKinds(),
  ...namespaces(),
  ...access(),
  ...together(),
  ...crowds(),
  ...controlLoops(),
  ...definitions(),
]
