/**
 * Storage flags beside `--storage`: for etcd, and for types in other storages.
 *
 * @module
 */

import { z } from 'zod'
import type { EtcdStorageOptions, Storage } from '../../storage/index.js'
import { isRoutedResource, type StorageRoute } from '../../store/index.js'
import { readText } from '../files/read-text.js'
import { badFlag, type FlagTable, type FlagValues } from '../flags.js'
import { openStorage, parseStorageChoice, type StorageChoice } from '../storage-engine.js'
import { file } from '../value-schemas.js'

/** Some types, and their storage. */
export interface Override {
  readonly resources: readonly string[]
  readonly choice: StorageChoice
  /** As given on the command line. */
  readonly text: string
}

const override = z.string().transform((text, context): Override => {
  const hash = text.indexOf('#')
  const resources = text.slice(0, Math.max(0, hash)).split(',')
  const choice = resources.every(isRoutedResource) ? parseStorageChoice(text.slice(hash + 1)) : undefined
  if (choice) return { resources, choice, text }
  context.addIssue({
    code: 'custom',
    message: 'expected RESOURCE[,RESOURCE]#ENGINE, such as events,*.apps#lmdb:/var/lib/busy',
  })
  return z.NEVER
})

const table = {
  'storage-overrides': {
    help: 'resources with a storage of their own, such as events,*.apps#etcd:URL',
    value: 'RESOURCES#ENGINE',
    schema: override,
    repeatable: true,
  },
  'etcd-prefix': { help: 'prefix of all keys in etcd; /binnacle when absent', value: 'PATH', schema: z.string() },
  'etcd-cafile': {
    help: 'certificate authorities in PEM for etcd; those of the system when absent',
    value: 'FILE',
    schema: file,
  },
  'etcd-certfile': { help: 'client certificate in PEM for etcd', value: 'FILE', schema: file },
  'etcd-keyfile': { help: 'key of --etcd-certfile in PEM', value: 'FILE', schema: file },
  'etcd-user': { help: 'user in etcd', value: 'NAME', schema: z.string().min(1, 'expected the name of a user') },
  'etcd-password-file': { help: 'file that holds the password of --etcd-user', value: 'FILE', schema: file },
} as const satisfies FlagTable

/** The flags, by name. */
export const storageFlags = table

/** Their values, and that of `--storage`. */
export type StorageValues = FlagValues<typeof table> & { readonly storage: StorageChoice }

const ETCD_FLAGS = ['etcd-prefix', 'etcd-cafile', 'etcd-certfile', 'etcd-keyfile', 'etcd-user', 'etcd-password-file'] as const
/** Flags that have to be given together. */
const PAIRS = [
  ['etcd-certfile', 'etcd-keyfile'],
  ['etcd-keyfile', 'etcd-certfile'],
  ['etcd-user', 'etcd-password-file'],
  ['etcd-password-file', 'etcd-user'],
] as const

/**
 * Checks combinations of the flags.
 *
 * @param values - The values of the flags.
 * @throws {@link CommandError} in one line.
 */
export function checkStorageFlags(values: StorageValues): void {
  const usesEtcd = [values.storage, ...values['storage-overrides'].map(({ choice }) => choice)].some(
    ({ engine }) => engine === 'etcd',
  )
  for (const name of ETCD_FLAGS) {
    const value = values[name]
    if (value !== undefined && !usesEtcd) throw badFlag(name, value, 'needs a storage in etcd, such as --storage etcd:URL')
  }
  const routed = new Set<string>()
  for (const { resources, text } of values['storage-overrides']) {
    for (const resource of resources) {
      if (routed.has(resource))
        throw badFlag('storage-overrides', text, `${resource} has a place already; expected each type once`)
      routed.add(resource)
    }
  }
  for (const [name, other] of PAIRS) {
    const value = values[name]
    if (value !== undefined && values[other] === undefined) throw badFlag(name, value, `needs --${other} as well`)
  }
}

/**
 * Opens all storages.
 *
 * @param values - The values of the flags.
 * @returns The storage of the plane and those of its routes; a storage named twice is opened once.
 * @throws {@link CommandError} in one line when one cannot be opened.
 */
export async function openStorages(
  values: StorageValues,
): Promise<{ readonly storage: Storage; readonly routes: readonly StorageRoute[] }> {
  const etcd = await etcdOptions(values)
  const opened = new Map<string, Storage>()
  const open = async (choice: StorageChoice): Promise<Storage> => {
    const name = JSON.stringify(choice)
    const storage = opened.get(name) ?? (await openStorage(choice, etcd))
    opened.set(name, storage)
    return storage
  }
  const storage = await open(values.storage)
  const routes: StorageRoute[] = []
  for (const { resources, choice } of values['storage-overrides']) routes.push({ resources, storage: await open(choice) })
  return { storage, routes }
}

async function etcdOptions(values: StorageValues): Promise<Partial<EtcdStorageOptions>> {
  const read = async (name: (typeof ETCD_FLAGS)[number]) => {
    const path = values[name]
    return path === undefined ? undefined : readText(name, path)
  }
  const [ca, cert, key] = [await read('etcd-cafile'), await read('etcd-certfile'), await read('etcd-keyfile')]
  const password = (await read('etcd-password-file'))?.replace(/\r?\n$/, '')
  const { 'etcd-prefix': prefix, 'etcd-user': username } = values
  const hasTls = ca !== undefined || cert !== undefined
  return {
    ...(prefix !== undefined && { prefix }),
    ...(hasTls && {
      tls: { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) },
    }),
    ...(username !== undefined && password !== undefined && { auth: { username, password } }),
  }
}
