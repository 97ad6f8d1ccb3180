/**
 * Flags for certificate signing.
 *
 * @module
 */

import { createPrivateKey } from 'node:crypto'
import { builtInSigners, type Signer } from '../../../certificates/index.js'
import { type CertificateAuthority, readCertificateAuthority } from '../../../crypto/index.js'
import { type Clock, type Dialect, dialects, systemClock } from '../../../meta/index.js'
import { readText } from '../../files/read-text.js'
import { watchFile } from '../../files/watched-file.js'
import { badFlag, type Flag, type FlagTable, type FlagValues } from '../../flags.js'
import { duration, file } from '../../value-schemas.js'

type SignerKey = keyof Dialect['signers']

const SIGNER_KEYS: readonly SignerKey[] = ['client', 'nodeClient', 'nodeServing', 'legacyUnknown']
/** Prefix of the flags of one signer, in each dialect. */
const PREFIXES = new Map<string, SignerKey>(
  SIGNER_KEYS.flatMap((key) => dialects.map(({ signerFlags }) => [`cluster-signing-${signerFlags[key]}`, key] as const)),
)
/** Prefix of the flags for all signers. */
const ALL = 'cluster-signing'

const certFile = (prefix: string): string => `${prefix}-cert-file`
const keyFile = (prefix: string): string => `${prefix}-key-file`

const pairs: Readonly<Record<string, Flag>> = Object.fromEntries(
  [...PREFIXES.keys()].flatMap((prefix) => {
    const signer = prefix.slice(ALL.length + 1)
    return [
      [certFile(prefix), { help: `certificate of an authority for the signer ${signer} alone`, value: 'FILE', schema: file }],
      [keyFile(prefix), { help: 'key of that authority', value: 'FILE', schema: file }],
    ]
  }),
)

const table = {
  'cluster-signing-cert-file': {
    help: 'certificate in PEM of the authority that signs requests; one that the plane makes and keeps in a Secret when absent',
    value: 'FILE',
    schema: file,
  },
  'cluster-signing-key-file': { help: 'key of the authority in PEM', value: 'FILE', schema: file },
  'cluster-signing-duration': {
    help: 'longest validity of certificates, and the default',
    value: 'DURATION',
    schema: duration.refine((ms) => ms >= 600_000, 'expected a duration of 10m or more'),
    default: '8760h',
  },
} as const satisfies FlagTable

/** The flags, by name. */
export const signingFlags = { ...table, ...pairs } as typeof table

type SigningValues = FlagValues<typeof table>

/** A pair of files. */
interface AuthorityFiles {
  readonly prefix: string
  readonly cert: string
  readonly key: string
}

/**
 * Reads the CAs of the flags, and watches their files.
 *
 * @param values - The values of the flags.
 * @param parts - The plane's dialect; the clock for checks of the files, by default the machine's.
 * @returns The signers; undefined without a CA.
 * @throws {@link CommandError} for half a pair, and for files that are not a CA.
 */
export async function openSigners(
  values: SigningValues,
  { dialect, clock = systemClock }: { readonly dialect: Dialect; readonly clock?: Clock },
): Promise<readonly Signer[] | undefined> {
  const all = filesOf(values, ALL)
  const authorities = new Map<string, () => CertificateAuthority>()
  const common = all && (await openAuthority(all, clock))
  if (common) for (const signer of Object.values(dialect.signers)) authorities.set(signer, common)
  for (const [prefix, key] of PREFIXES) {
    const files = filesOf(values, prefix)
    if (files) authorities.set(dialect.signers[key], await openAuthority(files, clock))
  }
  if (authorities.size === 0) return undefined
  const durationSeconds = signingSeconds(values)
  return builtInSigners({ dialect, durationSeconds, authorityOf: (signer) => authorities.get(signer) })
}

/** Validity of certificates, in seconds. */
export const signingSeconds = (values: SigningValues): number => Math.floor(values['cluster-signing-duration'] / 1000)

function filesOf(values: SigningValues, prefix: string): AuthorityFiles | undefined {
  const given = values as Readonly<Record<string, unknown>>
  const [cert, key] = [given[certFile(prefix)], given[keyFile(prefix)]] as [string?, string?]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw badFlag(keyFile(prefix), key ?? '', `needs --${certFile(prefix)} as well`)
  if (key === undefined) throw badFlag(certFile(prefix), cert, `needs --${keyFile(prefix)} as well`)
  return { prefix, cert, key }
}

/** Both files are read again when one has changed: until they match, the earlier CA stays in use. */
async function openAuthority({ prefix, cert, key }: AuthorityFiles, clock: Clock): Promise<() => CertificateAuthority> {
  const read = async () => {
    const [certificatePem, keyText] = [await readText(certFile(prefix), cert), await readText(keyFile(prefix), key)]
    return readCertificateAuthority({ certificatePem, privateKeyPem: inCommonForm(keyText) })
  }
  const flags = { cert: certFile(prefix), key: keyFile(prefix) }
  let authority: CertificateAuthority | undefined
  const take = async (): Promise<CertificateAuthority> => {
    authority = await read()
    return authority
  }
  const first = await watchFile({ flag: flags.cert, path: cert, clock }, take)
  await watchFile({ flag: flags.key, path: key, clock }, take)
  return () => authority ?? first
}

/** Converts keys in older formats to PKCS #8. */
function inCommonForm(pem: string): string {
  try {
    return createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch (cause) {
    throw new Error('the key holds no private key in PEM without a passphrase', { cause })
  }
}
