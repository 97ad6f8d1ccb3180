// Cost of schemas: validating a typical custom resource, and holding all kinds of a cluster.
import { readFileSync } from 'node:fs'
import { createControlPlane, fromOpenAPI } from 'binnacle'
import { compileSchema } from 'binnacle/schema'
import { customObject, customSchema } from './custom-object.mjs'

// An OpenAPI v2 document of a cluster is large, and not part of the package: without its path it is not measured.
const [extent, openAPIDocument] = process.argv.slice(2)
const ROUNDS = extent === 'quick' ? 5 : 15
const TIMES = extent === 'quick' ? 500 : 2000

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

function time(work, inputs) {
  const start = performance.now()
  for (const input of inputs) work(input)
  return performance.now() - start
}

async function checking() {
  const schema = compileSchema(customSchema)
  await schema.prepare()
  const texts = Array.from({ length: TIMES }, (_, id) => JSON.stringify(customObject(id)))
  const objects = texts.map((text) => JSON.parse(text))
  const check = (object) => {
    const { value, unknownFields } = schema.prune(object)
    if (unknownFields.length > 0 || schema.validate(schema.applyDefaults(value)).length > 0)
      throw new Error('the object is not valid')
  }
  const copy = (text) => JSON.stringify(JSON.parse(text))
  const rounds = []
  for (let round = 0; round < ROUNDS + 5; round += 1) rounds.push({ ours: time(check, objects), theirs: time(copy, texts) })
  // The first rounds are for warm-up.
  const measured = rounds.slice(5)
  return {
    ratio: median(measured.map(({ ours, theirs }) => ours / theirs)),
    us: (median(measured.map(({ ours }) => ours)) / TIMES) * 1000,
    bytes: texts[0].length,
  }
}

async function cluster(text) {
  const document = JSON.parse(text)
  let start = performance.now()
  const resources = fromOpenAPI(document)
  const lazyMs = performance.now() - start
  const plane = await createControlPlane({ resources })
  const planeMs = performance.now() - start
  await plane.close()
  // A copy, as compiled schemas are cached by document identity.
  const { definitions } = JSON.parse(text)
  start = performance.now()
  const names = Object.keys(definitions)
  for (const name of names) {
    // As if an object of every kind was received.
    const schema = compileSchema(definitions[name], { definitions, style: 'builtin', name, root: 'value' })
    await schema.prepare()
    schema.validate(schema.applyDefaults(schema.prune({}).value))
  }
  return { lazyMs, planeMs, count: names.length, compileMs: performance.now() - start, resources: resources.length }
}

// Work done once per process comes first, so that it is measured without warm-up.
const kinds = openAPIDocument && (await cluster(readFileSync(openAPIDocument, 'utf8')))
process.send({ kinds, checking: await checking() })
