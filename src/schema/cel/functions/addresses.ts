/**
 * Addresses, at the price that reading one has in an expression.
 *
 * @module
 */

import { type Address, parseAddress as parse } from '../../../meta/index.js'
import { charge } from '../budget.js'

export { type Address, addressText, maskAddress } from '../../../meta/index.js'

/** What reading an address costs besides its characters. */
const PRICE = 40

/** Reads an address; undefined when it is none. */
export function parseAddress(text: string): Address | undefined {
  charge(PRICE)
  return parse(text)
}
