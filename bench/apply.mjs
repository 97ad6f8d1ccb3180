// How long field ownership takes, in microseconds and in clones: `clones` is the time over that of one
// JSON.parse(JSON.stringify(object)), so that machines can be compared. One JSON line per object and operation.
//
//   node bench/apply.mjs [FILE…]
//
// A file contains { name, schema, definitions, object }, as the conformance vectors do. Without files the objects of
// apply-objects.mjs are used. The engine is checked on each object before it is timed.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { apply, compare, compileType, fieldsOf, isSame, merge, readFieldsV1, update, writeFieldsV1 } from 'binnacle/apply'
import { benchObjects } from './apply-objects.mjs'

const WARM_UP_MS = 300
const MEASURE_MS = 700
/** Minimum number of runs that are timed together, as the clock is coarse. */
const MIN_SAMPLE_MS = 0.5

const noManagers = new Map()

function operations({ schema, definitions, object }) {
  const type = compileType(schema, { definitions })
  const second = compileType(schema, { definitions })
  const converter = { typeOf: (version) => ({ v1: type, v2: second })[version], convert: (value) => value }
  // Three parsed copies of one text, as from three requests.
  const text = JSON.stringify(object)
  const [a, b] = [JSON.parse(text), JSON.parse(text)]
  const written = (managers, live, next, manager) =>
    update({ type, live, object: next, managers, manager, version: 'v1' }).managers
  return {
    type,
    Create: () => written(noManagers, undefined, a, 'first'),
    Apply: () => apply({ type, live: undefined, applied: a, managers: noManagers, manager: 'first', version: 'v1' }),
    ApplyTwice() {
      const first = apply({ type, live: undefined, applied: a, managers: noManagers, manager: 'first', version: 'v1' })
      const { object: live, managers } = first
      return apply({ type, live, applied: b, managers, manager: 'second', version: 'v1' })
    },
    Update: () => written(written(noManagers, undefined, a, 'first'), a, b, 'second'),
    UpdateVersion() {
      const options = { type, live: undefined, object: a, managers: noManagers, manager: 'first', version: 'v1', converter }
      const { managers } = update(options)
      return update({ type: second, live: a, object: b, managers, manager: 'second', version: 'v2', converter })
    },
  }
}

/** Throws if the engine returns a wrong result for an object. */
function check({ name, object }, { type, Apply, ApplyTwice, Create, Update, UpdateVersion }) {
  const text = JSON.stringify(object)
  const set = fieldsOf(type, object)
  assert(set, `${name} does not fit its schema`)
  assert(readFieldsV1(JSON.parse(JSON.stringify(writeFieldsV1(set)))).equals(set), `${name}: FieldsV1 does not round-trip`)
  assert(isSame(compare(type, object, JSON.parse(text))), `${name}: differs from itself`)
  assert.equal(JSON.stringify(merge(type, JSON.parse(text), object)), text)
  const once = Apply()
  assert.equal(once.outcome, 'applied')
  assert(once.managers.get('first').fields.equals(set))
  const twice = ApplyTwice()
  assert.equal(twice.outcome, 'applied')
  assert.equal(twice.isChanged, false)
  assert(['first', 'second'].every((manager) => twice.managers.get(manager).fields.equals(set)))
  const created = Create().get('first').fields
  assert(set.isSubsetOf(created))
  assert(Update().get('first').fields.equals(created) && !Update().has('second'))
  assert(UpdateVersion().managers.get('first').fields.equals(created))
  assert.equal(JSON.stringify(object), text)
}

/** The median time of a run, in microseconds. */
function time(run) {
  let runs = 1
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) {
    const start = performance.now()
    for (let i = 0; i < runs; i++) run()
    if (performance.now() - start < MIN_SAMPLE_MS) runs *= 2
  }
  const samples = []
  for (const end = performance.now() + MEASURE_MS; performance.now() < end || samples.length < 5; ) {
    const start = performance.now()
    for (let i = 0; i < runs; i++) run()
    samples.push((performance.now() - start) / runs)
  }
  samples.sort((x, y) => x - y)
  return samples[samples.length >> 1] * 1000
}

const files = process.argv.slice(2)
const inputs = files.length > 0 ? files.map((file) => JSON.parse(fs.readFileSync(file, 'utf8'))) : benchObjects()
for (const input of inputs) {
  const { name, object } = input
  const all = operations(input)
  check(input, all)
  const clone = time(() => JSON.parse(JSON.stringify(object)))
  for (const operation of ['Create', 'Apply', 'ApplyTwice', 'Update', 'UpdateVersion']) {
    const microseconds = time(all[operation])
    const line = { name, operation, microseconds: round(microseconds), clones: round(microseconds / clone) }
    console.log(JSON.stringify(line))
  }
}

function round(value) {
  return Number(value.toPrecision(3))
}
