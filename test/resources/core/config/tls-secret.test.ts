import { expect, test } from '@jest/globals'
import { tlsWarning } from '../../../../src/resources/core/config/tls-secret.js'

const block = (label: string) => `-----BEGIN ${label}-----\nYQ==\n-----END ${label}-----\n`
const warning = (certificate: string | undefined, key: string | undefined) =>
  tlsWarning({ 'tls.crt': certificate && btoa(certificate), 'tls.key': key && btoa(key) })
const [CERTIFICATE, KEY] = [block('CERTIFICATE'), block('PRIVATE KEY')]

test.each([
  [CERTIFICATE, KEY],
  [`${CERTIFICATE}${CERTIFICATE}`, block('RSA PRIVATE KEY')],
  [`Subject: CN=a\n${CERTIFICATE}`, `${block('EC PARAMETERS')}${block('EC PRIVATE KEY')}`],
])('a valid certificate and key cause no warning (%#)', (certificate, key) => {
  expect(warning(certificate, key)).toBeUndefined()
})

test.each([
  ['', KEY, 'failed to find any PEM data in certificate input'],
  [undefined, KEY, 'failed to find any PEM data in certificate input'],
  ['text', 'text', 'failed to find any PEM data in certificate input'],
  [KEY, CERTIFICATE, 'but did find a private key; PEM inputs may have been switched'],
  [
    `${block('A')}${block('B')}`,
    KEY,
    '"CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
  ],
  [CERTIFICATE, '', 'failed to find any PEM data in key input'],
  [CERTIFICATE, CERTIFICATE, 'found a certificate rather than a key in the PEM for the private key'],
  [
    CERTIFICATE,
    block('PUBLIC KEY'),
    'type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [PUBLIC KEY]',
  ],
])('certificates and keys that cannot be used cause a warning (%#)', (certificate, key, text) => {
  expect(warning(certificate, key)).toContain(text)
})
