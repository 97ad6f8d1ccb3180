// A controller: each Widget has copies of its text in ConfigMaps, for `keepSeconds`.
import { createControlPlane, defineResource } from 'binnacle'
import { controller, ownedBy, recordEvent } from 'binnacle/client'
import { z } from 'zod'

export const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({ text: z.string(), copies: z.int().default(1), keepSeconds: z.int().default(3600) }),
        status: z.object({ copies: z.int(), phase: z.string() }),
      },
      subresources: { status: true },
    },
  ],
})
export const ConfigMap = { group: '', version: 'v1', kind: 'ConfigMap' }
const FINALIZER = 'shop.example.com/copies'
export function runWidgets(client) {
  return controller({ for: client.resource(Widget), owns: [client.resource(ConfigMap)], reconcile })
  async function reconcile(widget) {
    const { name, namespace, resourceVersion, creationTimestamp, deletionTimestamp, finalizers = [] } = widget.metadata
    const [widgets, maps] = [Widget, ConfigMap].map((type) => client.resource(type).namespace(namespace))
    const hold = (list) => widgets.patch(name, { merge: { metadata: { resourceVersion, finalizers: list } } })
    if (!deletionTimestamp && !finalizers.includes(FINALIZER)) return void (await hold([...finalizers, FINALIZER]))

    const leftMs = Date.parse(creationTimestamp) + widget.spec.keepSeconds * 1000 - client.clock.now()
    const copies = deletionTimestamp || leftMs <= 0 ? 0 : widget.spec.copies
    const wanted = Array.from({ length: copies }, (_, n) => `${name}-${n}`)
    for (const copy of wanted) {
      const metadata = { name: copy, labels: { widget: name }, ownerReferences: [ownedBy(widget)] }
      await maps.apply({ metadata, data: { text: widget.spec.text } }, { fieldManager: 'widgets', force: true })
    }
    for await (const { metadata } of maps.all({ labelSelector: `widget=${name}` })) {
      if (!wanted.includes(metadata.name)) await maps.delete(metadata.name)
    }

    if (deletionTimestamp) return void (await hold(finalizers.filter((other) => other !== FINALIZER)))
    const status = { copies, phase: leftMs > 0 ? 'Live' : 'Over' }
    if (widget.status?.phase !== status.phase) {
      await recordEvent(client, widget, { reason: status.phase, note: `It has ${copies} copies`, reporter: 'widgets' })
    }
    await widgets.status.apply({ metadata: { name }, status }, { fieldManager: 'widgets', force: true })
    return leftMs > 0 ? { requeueAfterMs: leftMs } : undefined
  }
}

if (process.argv[1]?.endsWith('/controller.mjs')) {
  const plane = await createControlPlane({ resources: [Widget] })
  const client = plane.client()
  runWidgets(client)
  await client.resource(Widget).create({ metadata: { name: 'lamp', namespace: 'default' }, spec: { text: 'on' } })
  await client.activity.settled() // until the controller has nothing left to do
  console.log((await client.resource(ConfigMap).namespace('default').get('lamp-0')).data.text) // prints on
  await plane.close()
}
