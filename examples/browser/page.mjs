// A whole control plane in a page: no server, no polyfills. `node examples/browser/serve.mjs` shows it.
import { createControlPlane, defineResource } from 'binnacle'
import { explain } from 'binnacle/apply'
import { informer } from 'binnacle/client'
import { z } from 'zod'

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    { name: 'v1', schema: { spec: z.object({ color: z.enum(['red', 'green']), replicas: z.int().min(0).max(9).default(1) }) } },
  ],
})

const plane = await createControlPlane({ resources: [Widget] })
const widgets = plane.client({ user: 'visitor' }).resource(Widget).namespace('default')

const form = document.querySelector('#apply')
const answer = document.querySelector('#answer')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { manager, color, replicas } = Object.fromEntries(new FormData(form))
  // A manager applies only the fields that it wants to own.
  const spec = { ...(color && { color }), ...(replicas && { replicas: Number(replicas) }) }
  const force = event.submitter.value === 'yes'
  try {
    const { metadata } = await widgets.apply({ metadata: { name: 'lamp' }, spec }, { fieldManager: manager, force })
    say(`applied, version ${metadata.resourceVersion}`)
  } catch (error) {
    // A conflict names the fields and their owners.
    say(error.message, 'refused')
  }
})

function say(text, tone = '') {
  answer.textContent = text
  answer.className = tone
}

// The tables follow all changes, by a watch.
const held = informer(widgets)
held.changes.subscribe(() => {
  const objects = held.list()
  fill(
    '#objects',
    objects.map(({ metadata, spec }) => [metadata.name, spec.color, spec.replicas, metadata.resourceVersion]),
  )
  // The engine reads the owners from the object itself.
  const fields = objects.filter(({ metadata }) => metadata.name === 'lamp').flatMap((lamp) => explain(lamp))
  const ofSpec = fields.filter(({ text }) => text.startsWith('.spec'))
  fill(
    '#owners',
    ofSpec.map(({ text, value, owners }) => [text, value, owners.map(({ manager }) => manager).join(', ')]),
  )
})

widgets.watch().subscribe(({ type, object }) => {
  const line = document.createElement('li')
  line.textContent = object ? `${type} ${object.metadata.name} ${JSON.stringify(object.spec)}` : type
  document.querySelector('#events').append(line)
})

function fill(table, rows) {
  const body = document.querySelector(`${table} tbody`)
  body.replaceChildren()
  for (const cells of rows) {
    const row = body.insertRow()
    for (const cell of cells) row.insertCell().textContent = String(cell)
  }
}
