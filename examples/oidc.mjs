// Users log in at an OpenID Connect provider; the plane verifies the id_token that they got there, without a call to the provider for
// each request and without a list of users. The provider of this example is a part of this program.
import { once } from 'node:events'
import { createServer } from 'node:https'
import { createControlPlane } from 'binnacle'
import { createHttpsFetch, fetchHandler } from 'binnacle/adapters'
import { createOidcAuthenticator } from 'binnacle/authn'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

// A provider: two documents over HTTPS, and a key that signs. A real one has login pages too.
const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
const { publicKey, privateKey } = await generateKeyPair('ES256')
const documents = {}
const provider = createServer({ cert: certificatePem, key: privateKeyPem }, ({ url }, response) =>
  response.end(JSON.stringify(documents[url])),
).listen(0, '127.0.0.1')
await once(provider, 'listening')
const url = `https://127.0.0.1:${provider.address().port}`
documents['/.well-known/openid-configuration'] = { issuer: url, jwks_uri: `${url}/jwks` }
documents['/jwks'] = { keys: [{ ...(await exportJWK(publicKey)), kid: 'today', alg: 'ES256' }] }
const logIn = (claims, audience = 'my-app') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'today' })
    .setIssuer(url)
    .setAudience(audience)
    .setExpirationTime('1h')
    .sign(privateKey)

// Which issuer to trust, and how claims map to users: the fields of an AuthenticationConfiguration.
const authenticator = await createOidcAuthenticator({
  jwt: [
    {
      issuer: { url, audiences: ['my-app'], certificateAuthority: certificatePem },
      claimMappings: {
        username: { claim: 'sub', prefix: 'people:' },
        groups: { expression: "claims.roles.map(role, 'role:' + role)" },
      },
      userValidationRules: [{ expression: "!user.groups.exists(group, group == 'role:guest')", message: 'guests stay outside' }],
    },
  ],
  connect: createHttpsFetch,
})
const plane = await createControlPlane({ authenticators: [authenticator] })

// Any host of the plane will do: here requests go to it without one.
const ask = fetchHandler(plane)

/** Asks the plane who the holder of a token is. */
async function whoAmI(token) {
  const response = await ask(
    new Request('https://plane.example/apis/authentication.platform.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  const { status, message } = await response.json()
  return status.userInfo ? `${status.userInfo.username} in ${status.userInfo.groups.join(', ')}` : message
}

console.log(await whoAmI(await logIn({ sub: 'ada', roles: ['dev'] }))) // prints people:ada in role:dev, system:authenticated
console.log(await whoAmI(await logIn({ sub: 'bob', roles: ['guest'] }))) // prints Unauthorized
console.log(await whoAmI(await logIn({ sub: 'ada', roles: ['dev'] }, 'another-app'))) // prints Unauthorized

await plane.close()
provider.close()
provider.closeAllConnections()
