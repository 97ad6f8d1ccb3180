// The largest legal requests of each kind: scenarios of steps, each a request. Bodies are made when their turn comes.
import { access } from './access.mjs'
import { bodies } from './bodies.mjs'
import { definitions } from './definitions.mjs'
import { patches } from './patches.mjs'
import { reads } from './reads.mjs'

/** In an order that counts: later ones use, and at last remove, what earlier ones have made. */
export const scenarios = () => [...bodies(), ...patches(), ...reads(), ...access(), ...definitions()]
