/**
 * Flags for client certificates, and for authenticating proxies.
 *
 * @module
 */

import {
  type Authenticator,
  createClientCertificateAuthenticator,
  createRequestHeaderAuthenticator,
  type ReloadableAuthorities,
} from '../../../authn/index.js'
import type { Dialect } from '../../../meta/index.js'
import { watchFile } from '../../files/watched-file.js'
import { badFlag, type FlagTable, type FlagValues } from '../../flags.js'
import { file, names } from '../../value-schemas.js'

const headers = names.refine(
  (list) => list.every((name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)),
  'expected names of headers, with commas between them',
)

const table = {
  'client-ca-file': {
    help: 'certificate authorities in PEM for client certificates: the common name is the user, organizations are groups',
    value: 'FILE',
    schema: file,
  },
  'requestheader-client-ca-file': {
    help: 'certificate authorities in PEM for authenticating proxies, which name users in headers',
    value: 'FILE',
    schema: file,
  },
  'requestheader-allowed-names': {
    help: 'common names of proxies, comma list; any when absent',
    value: 'NAMES',
    schema: names,
    repeatable: true,
  },
  'requestheader-username-headers': {
    help: 'headers with the name of the user, comma list; the first with a value counts',
    value: 'HEADERS',
    schema: headers,
    repeatable: true,
  },
  'requestheader-uid-headers': {
    help: 'headers with the uid of the user, comma list; the first with a value counts',
    value: 'HEADERS',
    schema: headers,
    repeatable: true,
  },
  'requestheader-group-headers': {
    help: 'headers with the groups of the user, comma list',
    value: 'HEADERS',
    schema: headers,
    repeatable: true,
  },
  'requestheader-extra-headers-prefix': {
    help: 'prefixes of headers with extra values of the user, comma list',
    value: 'PREFIXES',
    schema: headers,
    repeatable: true,
  },
} as const satisfies FlagTable

/** The flags, by name. */
export const clientCertificateFlags = table

/** Their values. */
export type ClientCertificateValues = FlagValues<typeof table>

/**
 * Checks combinations of the flags.
 *
 * @throws {@link CommandError} for incomplete settings of a proxy.
 */
export function checkClientCertificateFlags(values: ClientCertificateValues): void {
  const authority = values['requestheader-client-ca-file']
  const usernames = values['requestheader-username-headers'].flat()
  if (authority !== undefined && usernames.length === 0) {
    throw badFlag('requestheader-client-ca-file', authority, 'needs --requestheader-username-headers as well')
  }
  if (authority !== undefined) return
  for (const name of PROXY_LISTS) {
    const [first] = values[name]
    if (first) throw badFlag(name, first.join(','), 'needs --requestheader-client-ca-file as well')
  }
}

const PROXY_LISTS = [
  'requestheader-allowed-names',
  'requestheader-username-headers',
  'requestheader-uid-headers',
  'requestheader-group-headers',
  'requestheader-extra-headers-prefix',
] as const

/** Authenticators by certificate, and the CA names that TLS connections announce. */
export interface ClientCertificates {
  /** In their required order, before all others. */
  readonly authenticators: readonly Authenticator[]
  /** Certificates of all authorities, in PEM; empty when no client certificates are requested. */
  authorities(): string
  /** Calls back when {@link authorities} has changed. */
  onChange(listener: () => void): void
}

/**
 * Reads the files of the flags, and watches them.
 *
 * @throws {@link CommandError} when one cannot be read or holds no certificates.
 */
export async function openClientCertificates(
  values: ClientCertificateValues,
  { dialect }: { readonly dialect: Dialect },
): Promise<ClientCertificates> {
  const texts = new Map<string, string>()
  const listeners: (() => void)[] = []
  const open = async (
    flag: 'client-ca-file' | 'requestheader-client-ca-file',
    make: (authorities: string) => Promise<Authenticator & ReloadableAuthorities>,
  ): Promise<readonly Authenticator[]> => {
    const path = values[flag]
    if (path === undefined) return []
    let made: (Authenticator & ReloadableAuthorities) | undefined
    await watchFile({ flag, path }, async (text) => {
      if (made) await made.setAuthorities(text)
      else made = await make(text)
      texts.set(flag, text)
      for (const listener of listeners) listener()
    })
    return made ? [made] : []
  }
  return {
    authenticators: [
      ...(await open('requestheader-client-ca-file', (authorities) =>
        createRequestHeaderAuthenticator({
          authorities,
          allowedNames: values['requestheader-allowed-names'].flat(),
          usernameHeaders: values['requestheader-username-headers'].flat(),
          uidHeaders: values['requestheader-uid-headers'].flat(),
          groupHeaders: values['requestheader-group-headers'].flat(),
          extraHeaderPrefixes: values['requestheader-extra-headers-prefix'].flat(),
        }),
      )),
      ...(await open('client-ca-file', (authorities) => createClientCertificateAuthenticator({ authorities, dialect }))),
    ],
    authorities: () => [...texts.values()].join('\n'),
    onChange: (listener) => void listeners.push(listener),
  }
}
