/**
 * Checks of values that are of the right type, and of no use: lifetimes that are too short, paths in the place of certificates.
 *
 * Apart from the other checks, which are loaded with every part of the package.
 *
 * @module
 */

import { fits, type OptionCheck, secret } from './option-checks.js'

/** A finite number above 0. */
export const positiveNumber: OptionCheck = /* @__PURE__ */ fits(
  'a number above 0',
  (value) => Number.isFinite(value) && Number(value) > 0,
)

/** The longest lifetime of tokens in seconds: clients cannot request less than ten minutes, as clocks differ. */
export const tokenSeconds: OptionCheck = /* @__PURE__ */ fits(
  'a number, 600 or more',
  (value) => Number.isFinite(value) && Number(value) >= 600,
)

/**
 * Texts in PEM, rather than the path of a file.
 *
 * @param label - Label of a block that they have, or its end.
 * @param isSecret - Whether a wrong text is not printed.
 */
const inPem = (label: string, isSecret: (text: string) => boolean): OptionCheck => {
  const isRight = (value: unknown) => typeof value === 'string' && value.includes(`${label}-----`)
  const open = fits(`text in PEM with a ${label}`, isRight)
  const concealed = secret(open)
  return (value, path) => (typeof value === 'string' && !isRight(value) && isSecret(value) ? concealed : open)(value, path)
}

/** Certificates in PEM. A text of several lines may be the key, and is not printed. */
export const certificatesInPem: OptionCheck = /* @__PURE__ */ inPem('CERTIFICATE', (text) => text.includes('\n'))

/** A private key in PEM. */
export const privateKeyInPem: OptionCheck = /* @__PURE__ */ inPem('PRIVATE KEY', () => true)
