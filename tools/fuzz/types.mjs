// Types of the tested plane besides the built-in ones: the packaged kinds, with handlers for the subresources of pods; a type
// with two versions, scale, and custom subresources; and a CustomResourceDefinition with every schema keyword.
import { setTimeout as pause } from 'node:timers/promises'
import { defineResource } from 'binnacle'
import { packagedKinds } from 'binnacle/kubernetes'
import { z } from 'zod'

const text = { type: 'string' }
const number = { type: 'integer', format: 'int32' }
const listOf = (items, more = {}) => ({ type: 'array', items, ...more })
const object = (properties) => ({ type: 'object', properties })

const CHUNK = new Uint8Array(64 * 1024).fill(120)
/** A log with the requested number of chunks, one of which is delayed. */
async function* log({ options }) {
  for (let left = Number(options.tailLines ?? 3); left > 0; left -= 1) {
    yield CHUNK
    if (options.follow) await pause(1)
  }
}

/** Behaviour of backends, by the requested path or command. */
const BACKEND = {
  echo: (request) => new Response(request.body),
  unread: () => new Response('not read'),
  endless: () => new Response(new ReadableStream({ pull: (to) => to.enqueue(CHUNK) })),
  broken: () =>
    new Response(new ReadableStream({ pull: (to) => to.error(new Error('thrown by the program: the backend broke off')) })),
  lies: () => new Response('short', { headers: { 'content-length': '1000000', 'transfer-encoding': 'chunked' } }),
  headers: () => new Response('x', { headers: { connection: 'close, x-a', 'x-a': 'b', 'set-cookie': 'a=b', upgrade: 'x' } }),
  redirect: () => Response.redirect('https://other.example/'),
  nothing: () => new Response(null, { status: 204 }),
}
async function proxy(request, { options }) {
  const asked = options.command?.[0] ?? new URL(request.url).pathname.split('/')[1]
  return (BACKEND[asked] ?? BACKEND.unread)(request)
}

const gadget = defineResource({
  group: 'fuzz.example.com',
  kind: 'Gadget',
  versions: [
    {
      name: 'v2',
      schema: {
        spec: z.object({ count: z.int().default(1), parts: z.array(z.string()).optional() }).loose(),
        status: z.looseObject({}),
      },
      subresources: {
        status: true,
        scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count', labelSelectorPath: '.status.selector' },
        log: { stream: log, parameters: { tailLines: 'integer', follow: 'boolean' } },
        proxy: { proxy },
      },
    },
    {
      name: 'v1',
      schema: { spec: z.object({ size: z.int().default(1), parts: z.string().optional() }).loose(), status: z.looseObject({}) },
      subresources: { status: true },
    },
  ],
  conversions: {
    v1: {
      toStorage: ({ spec: { size, parts, ...more } }) => ({ spec: { ...more, count: size, parts: parts?.split(',') } }),
      fromStorage: ({ spec: { count, parts, ...more } }) => ({ spec: { ...more, size: count, parts: parts?.join() } }),
    },
  },
})

const packaged = Object.values(
  packagedKinds({ dialect: 'kubernetes', pods: { log, proxy, exec: proxy, attach: proxy, portforward: proxy } }),
)
export default [...packaged, gadget]

const widget = object({
  spec: {
    ...object({
      color: { ...text, enum: ['red', 'green'] },
      size: { ...number, minimum: 1, default: 3 },
      count: { type: 'integer', format: 'int64' },
      code: { ...text, pattern: '^[a-z]{0,20}$' },
      parts: listOf(
        object({
          name: { ...text, maxLength: 100 },
          kind: { ...text, default: 'a part without another kind' },
          more: { type: 'object', default: { weight: 10, shape: 'round' }, properties: { weight: number, shape: text } },
        }),
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], maxItems: 100_000 },
      ),
      tags: listOf({ ...text, maxLength: 100 }, { 'x-kubernetes-list-type': 'set', maxItems: 10_000 }),
      ports: listOf({ 'x-kubernetes-int-or-string': true }),
      settings: {
        type: 'object',
        additionalProperties: object({ on: { type: 'boolean', default: true }, level: { ...number, default: 5 } }),
      },
      any: { 'x-kubernetes-preserve-unknown-fields': true },
    }),
    'x-kubernetes-validations': [{ rule: '!has(self.size) || self.size < 1000000', message: 'too large' }],
  },
  status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
})

/** The definition of widgets, as a client installs it. */
export const widgets = definitionOf('Widget', 'widgets', widget)

/** A definition of one version. */
export function definitionOf(kind, plural, schema, group = 'shop.example.com') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } }],
    },
  }
}
