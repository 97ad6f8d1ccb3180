/**
 * The shape of configuration files. Unknown fields are ignored, as other clients write there too.
 *
 * @module
 */

import { z } from 'zod'

/** Empty members are written as null, as empty text, or left out. */
const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])

const extensions = list(z.object({ name: z.string(), extension: z.unknown() }))

const cluster = z.object({
  server: text,
  'tls-server-name': text,
  'insecure-skip-tls-verify': flag,
  'certificate-authority': text,
  'certificate-authority-data': text,
  'proxy-url': text,
  extensions,
})

const exec = z.object({
  apiVersion: text,
  command: text,
  args: list(z.string()),
  env: list(
    z.object({
      name: z.string(),
      value: z
        .string()
        .nullish()
        .transform((value) => value ?? ''),
    }),
  ),
  installHint: text,
  provideClusterInfo: flag,
  interactiveMode: text,
})

const user = z.object({
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  token: text,
  tokenFile: text,
  username: text,
  password: text,
  as: text,
  'as-uid': text,
  'as-groups': list(z.string()),
  'as-user-extra': z.record(z.string(), z.array(z.string())).nullish(),
  exec: exec.nullish(),
  'auth-provider': z.object({ name: z.string() }).nullish(),
})

const context = z.object({ cluster: text, user: text, namespace: text })

/** A whole file. */
export const fileSchema = z.object({
  kind: text.refine((kind) => kind === undefined || kind === 'Config', 'has to be "Config"'),
  apiVersion: text.refine((version) => version === undefined || version === 'v1', 'has to be "v1"'),
  'current-context': text,
  clusters: list(z.object({ name: z.string(), cluster: cluster.nullish() })),
  users: list(z.object({ name: z.string(), user: user.nullish() })),
  contexts: list(z.object({ name: z.string(), context: context.nullish() })),
})

/** A validated file. */
export type KubeconfigFile = z.output<typeof fileSchema>
