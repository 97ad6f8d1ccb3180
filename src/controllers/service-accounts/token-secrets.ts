/**
 * Secrets that hold a token of a service account: filled, put right, and gone with the account.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, keyOf } from '../../client/index.js'
import { encodeBase64 } from '../../codec/index.js'
import { type ApiObject, dialectOf } from '../../meta/index.js'
import { type ControlLoopOptions, runOptions, selected } from '../client-loop.js'

const base64 = (text: string): string => encodeBase64(new TextEncoder().encode(text))

/** What a token that stands in a Secret is about. */
export interface SecretToken {
  readonly namespace: string
  readonly account: { readonly name: string; readonly uid: string }
  readonly secretName: string
}

/** Options of {@link createTokenSecretController}. */
export interface TokenSecretControllerOptions extends ControlLoopOptions {
  /** Makes a token that has no end of its own. */
  readonly issue: (token: SecretToken) => Promise<string>
  /** Certificates that the plane is known by, in PEM, for the Secrets; none by default. */
  readonly certificates?: string
}

interface SecretFields {
  readonly type?: string
  readonly data?: Readonly<Record<string, string>>
}

const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true } as const
const SECRETS = { group: '', version: 'v1', resource: 'secrets', kind: 'Secret', namespaced: true } as const

/**
 * Fills Secrets of the type `service-account-token` with a token of the account that they name, their namespace, and certificates. One
 * whose account is not there, or is another one of the same name, is deleted.
 *
 * @param client - Reaches the plane.
 * @param options - Who makes tokens; words, leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 */
export function createTokenSecretController(client: Client, options: TokenSecretControllerOptions): Controller {
  const { issue, certificates } = options
  const dialect = dialectOf(options.dialect)
  const nameAnnotation = `${dialect.labelDomain}/service-account.name`
  const uidAnnotation = `${dialect.labelDomain}/service-account.uid`
  const secrets = client.resource<SecretFields>(SECRETS)
  const accounts = client.resource(ACCOUNTS)
  const accountOf = ({ metadata }: ApiObject) => `${metadata.namespace}/${metadata.annotations?.[nameAnnotation] ?? ''}`

  const findAccount = async (namespace: string, name: string): Promise<ApiObject | undefined> => {
    try {
      return await accounts.namespace(namespace).get(name)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }
  const remove = async ({ metadata }: ApiObject) => {
    const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata
    await secrets
      .namespace(namespace)
      .delete(name, { preconditions: { uid, resourceVersion } })
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
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
      if (!account || (annotations[uidAnnotation] ?? uid) !== uid) return await remove(secret)
      const { data = {} } = secret
      const wanted: Record<string, string> = {
        namespace: base64(namespace),
        ...(certificates !== undefined && { 'ca.crt': base64(certificates) }),
      }
      const isMissing = !data.token
      const isRight = Object.entries(wanted).every(([key, value]) => data[key] === value)
      if (!isMissing && isRight && annotations[uidAnnotation] === uid) return
      if (isMissing) {
        const token = { namespace, account: { name: account.metadata.name ?? '', uid }, secretName: name }
        wanted.token = base64(await issue(token))
      }
      const metadata = { ...secret.metadata, annotations: { ...annotations, [uidAnnotation]: uid } }
      await secrets.update({ ...secret, metadata, data: { ...data, ...wanted } })
    },
  })
}
