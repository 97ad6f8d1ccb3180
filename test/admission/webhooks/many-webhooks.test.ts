import { expect, test } from '@jest/globals'
import { validatingAdmissionWebhook } from '../../../src/admission/index.js'
import { testPlane } from '../../../src/testing/index.js'
import { kinds } from '../kinds.js'

const GROUP = 'admissionregistration.platform.io'
const rules = [{ apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: ['configmaps'] }]

const webhooks = (count: number, matchConditions: readonly object[]) =>
  Array.from({ length: count }, (_, i) => ({
    name: `w${i}.example.com`,
    clientConfig: { url: 'https://hook/' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    rules,
    matchConditions,
  }))

/** A plane with webhooks for configmaps, and the bodies that they get. */
async function planeWith(count: number, matchConditions: readonly object[] = []) {
  const bodies: string[] = []
  let turns = 0
  const turnsOfCalls: number[] = []
  let answers: (() => void)[] | undefined
  const plane = await testPlane({
    resources: kinds,
    admission: [validatingAdmissionWebhook()],
    webhooks: async ({ body }) => {
      bodies.push(body)
      turnsOfCalls.push(turns)
      if (answers) await new Promise<void>((resolve) => answers?.push(resolve))
      const { apiVersion, kind, request } = JSON.parse(body)
      return { status: 200, body: JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true } }) }
    },
  })
  const all = plane.client().resource({ group: GROUP, version: 'v1', kind: 'ValidatingWebhookConfiguration' })
  await all.create({ metadata: { name: 'p' }, webhooks: webhooks(count, matchConditions) } as never)
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  const tick = () => {
    turns += 1
    next = setImmediate(tick)
  }
  let next = setImmediate(tick)
  return {
    bodies,
    turnsOfCalls,
    create: (name: string, data: Readonly<Record<string, string>>) => maps.create({ metadata: { name }, data } as never),
    /** From now on webhooks answer when they are told to. */
    hold: () => {
      answers = []
      return answers
    },
    async close() {
      clearImmediate(next)
      await plane.close()
    },
  }
}

/** Waits until no further webhook is called. */
async function whenIdle(answers: readonly unknown[]): Promise<void> {
  for (let seen = -1; seen !== answers.length; ) {
    seen = answers.length
    for (let i = 0; i < 50; i++) await new Promise(setImmediate)
  }
}

async function answerAll(answers: (() => void)[]): Promise<void> {
  while (answers.length > 0) {
    for (const answer of answers.splice(0)) answer()
    await whenIdle(answers)
  }
}

test('many webhooks get a large object in turns of their own, and all get the same one', async () => {
  const plane = await planeWith(50)
  await plane.create('first', {})
  plane.turnsOfCalls.length = 0
  plane.bodies.length = 0
  await plane.create('a', { k: 'v'.repeat(900_000) })
  expect(plane.bodies).toHaveLength(50)
  expect(new Set(plane.turnsOfCalls).size).toBeGreaterThan(5)
  const reviews = plane.bodies.map((body) => JSON.parse(body).request)
  expect(new Set(reviews.map(({ uid }) => uid)).size).toBe(50)
  expect(new Set(reviews.map(({ uid: _, ...request }) => JSON.stringify(request))).size).toBe(1)
  expect(reviews[0]).toMatchObject({ operation: 'CREATE', object: { metadata: { name: 'a' } }, oldObject: null, dryRun: false })
  await plane.close()
})

test('hundreds of webhooks are not all called in one turn, however small the object', async () => {
  const plane = await planeWith(900)
  await plane.create('first', {})
  plane.turnsOfCalls.length = 0
  await plane.create('a', {})
  expect(plane.turnsOfCalls).toHaveLength(900)
  expect(new Set(plane.turnsOfCalls).size).toBeGreaterThan(1)
  await plane.close()
})

test('of hundreds of webhooks that do not answer yet, a write waits for some before it calls others', async () => {
  const plane = await planeWith(300)
  await plane.create('first', {})
  plane.bodies.length = 0
  const answers = plane.hold()
  const done = plane.create('a', {})
  await whenIdle(answers)
  expect(answers).toHaveLength(128)
  answers.shift()?.()
  await whenIdle(answers)
  expect(answers).toHaveLength(128)
  await answerAll(answers)
  await done
  expect(plane.bodies).toHaveLength(300)
  await plane.close()
})

test('webhooks that do not answer yet hold a bounded number of copies of an object', async () => {
  const plane = await planeWith(60)
  await plane.create('first', {})
  plane.bodies.length = 0
  const answers = plane.hold()
  const done = plane.create('a', { k: 'v'.repeat(1_000_000) })
  await whenIdle(answers)
  expect(answers.length).toBeGreaterThan(20)
  expect(answers.length).toBeLessThan(40)
  await answerAll(answers)
  await done
  expect(plane.bodies).toHaveLength(60)
  await plane.close()
})
