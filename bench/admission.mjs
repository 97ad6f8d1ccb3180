// npm run build && node bench/admission.mjs
//
// What admission costs a write, in processor time: creates in process, on planes that differ in their plugins alone. The planes take
// turns, so that what else the machine does falls on all of them alike. Policies need their kinds, from the document of a cluster.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createControlPlane, fromOpenAPI } from 'binnacle'
import { validatingAdmissionPolicy } from 'binnacle/admission'
import { configMap, nameOf } from './objects.mjs'

const ROUNDS = 15
const CREATES = 1500
const GROUP = 'admissionregistration.platform.io'
const document = fileURLToPath(new URL('../../shared/data/openapi-v2.json', import.meta.url))
const resources = fromOpenAPI(JSON.parse(readFileSync(document, 'utf8')))

const idle = (i) => ({
  name: `idle-${i}`,
  handles: ({ resource }) => resource === 'secrets',
  mutate: () => {},
  validate: () => {},
})
const RULES = ['size(object.data) < 100', "!object.metadata.name.startsWith('x')", "request.operation == 'CREATE'"]

async function planeWith(admission, rules = []) {
  const plane = await createControlPlane({ admission, resources })
  const client = plane.client()
  const make = (group, kind, object) => client.resource({ group, version: 'v1', kind }).create(object)
  await make('', 'Namespace', { metadata: { name: 'bench' } })
  if (rules.length > 0) {
    const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]
    const spec = { matchConstraints: { resourceRules }, validations: rules.map((expression) => ({ expression })) }
    await make(GROUP, 'ValidatingAdmissionPolicy', { metadata: { name: 'p' }, spec })
    const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }
    await make(GROUP, 'ValidatingAdmissionPolicyBinding', binding)
  }
  return { create: (object) => make('', 'ConfigMap', object), times: [], close: () => plane.close() }
}

const planes = {
  none: await planeWith([]),
  'ten that do not match': await planeWith(Array.from({ length: 10 }, (_, i) => idle(i))),
  'a policy of three rules': await planeWith([validatingAdmissionPolicy()], RULES),
}

let made = 0
for (let round = -2; round < ROUNDS; round += 1) {
  for (const plane of Object.values(planes)) {
    const first = made
    const before = process.cpuUsage()
    for (; made < first + CREATES; made += 1) await plane.create(configMap('bench', nameOf(made), 'data'))
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) plane.times.push((user + system) / CREATES)
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const none = median(planes.none.times)
for (const [name, { times, close }] of Object.entries(planes)) {
  const us = median(times)
  console.log(`${name.padEnd(26)} ${us.toFixed(1).padStart(7)} µs a create   ${(us - none).toFixed(1).padStart(6)} µs more`)
  await close()
}
