// npm run build && node bench/admission.mjs [quick]
//
// Processor time of admission per write: creates in process, on planes that differ only in their plugins. The planes are measured
// in turn, in slices of some milliseconds, so that other load on the machine affects all of them equally, and each is compared with
// the others of its round. As a child of main.mjs it sends its figures; otherwise it prints them.
import { createControlPlane } from 'binnacle'
import { validatingAdmissionPolicy } from 'binnacle/admission'
import { packagedKinds } from 'binnacle/kubernetes'
import { configMap, nameOf } from './objects.mjs'

const ROUNDS = process.argv[2] === 'quick' ? 100 : 300
const WARM_UP_ROUNDS = 40
const CREATES = 75
const GROUP = 'admissionregistration.platform.io'
const resources = Object.values(packagedKinds())

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

const none = await planeWith([])
const ten = await planeWith(Array.from({ length: 10 }, (_, i) => idle(i)))
const policy = await planeWith([validatingAdmissionPolicy()], RULES)
const planes = [none, ten, policy]

let made = 0
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
  for (const plane of planes) {
    const first = made
    const before = process.cpuUsage()
    for (; made < first + CREATES; made += 1) await plane.create(configMap('bench', nameOf(made), 'data'))
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) plane.times.push((user + system) / CREATES)
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const figures = {
  noneUs: median(none.times),
  idleRatio: median(ten.times.map((us, i) => us / none.times[i])),
  policyUs: median(policy.times.map((us, i) => us - none.times[i])),
}
for (const { close } of planes) await close()
if (process.send) process.send(figures)
else {
  console.log(`a create without plugins        ${figures.noneUs.toFixed(1)} µs`)
  console.log(`with ten that do not match      ${figures.idleRatio.toFixed(3)} of that`)
  console.log(`with a policy of three rules    ${figures.policyUs.toFixed(1)} µs more`)
}
