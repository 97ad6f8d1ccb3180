import type { ApiObject } from '../../src/meta/index.js'
import type { Client, ResourceClient } from '../../src/public/client.js'
import type { TestPlane } from '../../src/public/testing.js'

/** What ConfigMaps and Secrets hold. */
export interface DataFields {
  readonly type?: string
  readonly data?: Readonly<Record<string, string>>
}

export const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
export const SECRETS = { group: '', version: 'v1', resource: 'secrets' } as const
export const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' } as const
export const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' } as const

export const configMaps = (client: Client, namespace = 'default'): ResourceClient<DataFields> =>
  client.resource<DataFields>(CONFIG_MAPS).namespace(namespace)

export const secrets = (client: Client, namespace = 'default'): ResourceClient<DataFields> =>
  client.resource<DataFields>(SECRETS).namespace(namespace)

/** Names of the objects of a type. */
export const namesOf = async (objects: ResourceClient<object>): Promise<string[]> =>
  (await objects.list()).items.map(({ metadata }) => metadata.name ?? '')

/** A reference to an object. */
export const ownerOf = (owner: ApiObject, rest: object = {}) => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name ?? '',
  uid: owner.metadata.uid ?? '',
  ...rest,
})

/** Takes all finalizers off an object. */
export const letGo = (objects: ResourceClient<object>, name: string) =>
  objects.patch(name, { merge: { metadata: { finalizers: null } } })

/** Deletes a namespace, and waits until it was emptied as far as it can be. */
export async function deleteNamespace(lab: TestPlane, name: string): Promise<void> {
  await lab.client().resource(NAMESPACES).delete(name)
  await lab.advance(2_000)
  await lab.settled()
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
