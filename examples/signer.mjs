// A custom signer: certificates for the servers of one domain, valid for a day, signed after approval.
import { createControlPlane } from 'binnacle'
import {
  createAuthoritySigner,
  createCertificateAuthority,
  createCertificateRequest,
  readCertificateAuthority,
} from 'binnacle/certificates'
import { createCertificateSigner } from 'binnacle/controllers'

const authority = await readCertificateAuthority(await createCertificateAuthority({ commonName: 'shop' }))
const signer = createAuthoritySigner({
  signerName: 'shop.example.com/servers',
  authority: () => authority,
  durationSeconds: 86_400,
  refuses({ request, usages }) {
    const other = request.names.dns.find((name) => !name.endsWith('.shop.example.com'))
    if (other) return `${other} is no server of the shop`
    return usages.includes('server auth') ? undefined : 'only for servers'
  },
})

const plane = await createControlPlane()
const client = plane.client()
createCertificateSigner(client, { signers: [signer] })

const requests = client.resource({ group: 'certificates.platform.io', version: 'v1', kind: 'CertificateSigningRequest' })
async function ask(name, host) {
  const { requestPem } = await createCertificateRequest({ commonName: host, hosts: [host] })
  const spec = { request: btoa(requestPem), signerName: signer.signerName, usages: ['digital signature', 'server auth'] }
  const made = await requests.create({ metadata: { name }, spec })
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Example' }] // kubectl certificate approve NAME
  await requests.subresource('approval').update({ ...made, status: { conditions } })
  await client.activity.settled() // until the signer has nothing left to do
  return (await requests.get(name)).status
}

const { certificate } = await ask('till', 'till.shop.example.com')
console.log(atob(certificate).split('\n')[0]) // prints -----BEGIN CERTIFICATE-----
const { conditions } = await ask('bank', 'bank.example.com')
console.log(conditions[1].message) // prints bank.example.com is no server of the shop
await plane.close()
