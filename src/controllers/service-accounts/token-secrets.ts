/**
 * Secrets with a service account token: filled, repaired, and deleted with the account.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, keyOf } from '../../client/index.js'
import { encodeBase64Text } from '../../codec/index.js'
import { type ApiObject, certificatesInPem, check, dialectOf } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, deleteAsSeen, runOptions, selected } from '../client-loop.js'
import { SECRETS, SERVICE_ACCOUNTS, type SecretFields } from '../types.js'

/** The content of a token in a Secret. */
export interface SecretToken {
  readonly namespace: string
  readonly account: { readonly name: string; readonly uid: string }
  readonly secretName: string
}

/** Options of {@link createTokenSecretController}. */
export interface TokenSecretControllerOptions extends ControlLoopOptions {
  /** Issues a token without expiry. */
  readonly issue: (token: SecretToken) => Promise<string>
  /** CA certificates of the plane's serving certificate, in PEM, for the Secrets; none by default. */
  readonly certificates?: string
}

/**
 * Fills Secrets of the type `service-account-token` with a token of the account that they name, their namespace, and
 * certificates. A Secret whose account is missing, or was re-created under the same name, is deleted.
 *
 * @param client - A client of the plane.
 * @param options - The token issuer; dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createTokenSecretController(client: Client, options: TokenSecretControllerOptions): Controller {
  checkLoop('createTokenSecretController', client, options, {
    checks: { issue: check.callable, certificates: certificatesInPem },
    required: ['issue'],
  })
  const { issue, certificates } = options
  const dialect = dialectOf(options.dialect)
  const nameAnnotation = `${dialect.labelDomain}/service-account.name`
  const uidAnnotation = `${dialect.labelDomain}/service-account.uid`
  const secrets = client.resource<SecretFields>(SECRETS)
  const accounts = client.resource(SERVICE_ACCOUNTS)
  const accountOf = ({ metadata }: ApiObject) => `${metadata.namespace}/${metadata.annotations?.[nameAnnotation] ?? ''}`

  const findAccount = async (namespace: string, name: string): Promise<ApiObject | undefined> => {
    try {
      return await accounts.namespace(namespace).get(name)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  return controller<SecretFields>({
    ...runOptions(options),
    for: selected(secrets, `type=${dialect.labelDomain}/service-account-token`),
    indexes: { account: (secret) => [accountOf(secret)] },
    watches: [{ resource: accounts, map: (account, held) => held.by('account', keyOf(account)).map(keyOf) }],
    async reconcile(secret) {
      const { namespace = '', name = '', annotations = {}, deletionTimestamp } = secret.metadata
      if (deletionTimestamp) return
      const account = await findAccount(namespace, annotations[nameAnnotation] ?? '')
      const uid = account?.metadata.uid ?? ''
      if (!account || (annotations[uidAnnotation] ?? uid) !== uid) return await deleteAsSeen(secrets.namespace(namespace), secret)
      const { data = {} } = secret
      const wanted: Record<string, string> = {
        namespace: encodeBase64Text(namespace),
        ...(certificates !== undefined && { 'ca.crt': encodeBase64Text(certificates) }),
      }
      const isMissing = !data.token
      const isRight = Object.entries(wanted).every(([key, value]) => data[key] === value)
      if (!isMissing && isRight && annotations[uidAnnotation] === uid) return
      if (isMissing) {
        const token = { namespace, account: { name: account.metadata.name ?? '', uid }, secretName: name }
        wanted.token = encodeBase64Text(await issue(token))
      }
      const metadata = { ...secret.metadata, annotations: { ...annotations, [uidAnnotation]: uid } }
      await secrets.update({ ...secret, metadata, data: { ...data, ...wanted } })
    },
  })
}
