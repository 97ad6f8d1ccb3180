/**
 * Parses IP addresses within expressions, and charges for it.
 *
 * @module
 */

import { type Address, parseAddress as parse } from '../../meta/index.js'
import { charge } from '../budget.js'

export { type Address, addressText, maskAddress } from '../../meta/index.js'

/** Fixed cost of parsing an address, besides its characters. */
const PRICE = 40

/** Parses an address; undefined when invalid. */
export function parseAddress(text: string): Address | undefined {
  charge(PRICE)
  return parse(text)
}
