/**
 * URLs.
 *
 * @module
 */

import { charge } from '../budget.js'
import type { FunctionFamily } from './function-table.js'

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?$/
const HOST = /^(?:[^@]*@)?(\[[^\]]*\]|[^:[\]]*)(?::(\d*))?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a URL may not hold
const FOREIGN = /[\u0000-\u0020\u007f#]|%(?![0-9a-fA-F]{2})/

/** Fixed cost of parsing a URL, besides its characters. */
const PRICE = 10

/** A parsed URL. */
class Url {
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly path: string
  readonly query: string

  constructor(text: string) {
    charge(PRICE)
    const match = FOREIGN.test(text) ? null : PARTS.exec(text)
    const [, scheme = '', authority = '', path = '', query = ''] = match ?? []
    const host = HOST.exec(authority)
    if (!match || !host || (scheme === '' && !text.startsWith('/')))
      throw new Error(
        `URL parse error during conversion from string: parse ${JSON.stringify(text.slice(0, 200))}: invalid URI for request`,
      )
    this.text = text
    this.scheme = scheme.toLowerCase()
    this.host = authority.slice(authority.lastIndexOf('@') + 1)
    this.hostname = (host[1] ?? '').replace(/^\[|\]$/g, '')
    this.port = host[2] ?? ''
    this.path = path
    this.query = query
  }

  compareTo(other: unknown): number | undefined {
    return other instanceof Url ? (this.text < other.text ? -1 : this.text > other.text ? 1 : 0) : undefined
  }
}

const isUrl = (text: string): boolean => {
  try {
    return Boolean(new Url(text))
  } catch {
    return false
  }
}

function queryOf({ query }: Url): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(query)) {
    charge(2)
    const list = values.get(key)
    if (list) list.push(value)
    else values.set(key, [value])
  }
  return values
}

/** Functions of URLs. */
export const urlFunctions: FunctionFamily = {
  types: [{ name: 'URL', type: Url }],
  functions: [
    ['url(string): URL', (text: string) => new Url(text)],
    ['isURL(string): bool', isUrl],
    ['URL.getScheme(): string', (url: Url) => url.scheme],
    ['URL.getHost(): string', (url: Url) => url.host],
    ['URL.getHostname(): string', (url: Url) => url.hostname],
    ['URL.getPort(): string', (url: Url) => url.port],
    ['URL.getEscapedPath(): string', (url: Url) => url.path],
    ['URL.getQuery(): map<string, list<string>>', queryOf],
    ['own_string(URL): string', (url: Url) => url.text],
  ],
}
