import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { createControlPlane, defineResource } from '../../../src/public/index.js'
import { invalidField } from '../../../src/public/meta.js'
import { createMemoryStorage } from '../../../src/public/storage.js'
import { newErrors } from '../../../src/resources/typed/new-errors.js'

// biome-ignore lint/suspicious/noExplicitAny: the types of the two definitions differ
type Loose = any

const define = (spec: z.ZodType, further: object = {}) =>
  defineResource({
    group: 'shop.example.com',
    kind: 'Box',
    versions: [
      { name: 'v1', schema: { spec, status: z.object({ ok: z.boolean().optional() }) }, subresources: { status: true } },
    ],
    ...further,
  } as Loose) as Loose

const before = z.object({ color: z.string().optional(), size: z.int().optional(), note: z.string().optional() })
const tighter = z.object({ color: z.enum(['red', 'blue']), size: z.int(), note: z.string().optional() })
const noPlaid = z.object({ ...before.shape, color: z.string().refine((color) => color !== 'plaid', 'no plaid') })
const plaidError = (color: string) => invalidField('spec.color', color, 'no plaid')

/** Types that refuse what is stored: `{ color: 'plaid' }`. */
const TYPES: Readonly<Record<string, Loose>> = {
  'a tighter schema and a refinement that holds': define(tighter.refine(() => true)),
  'a refinement of a field': define(noPlaid),
  'a refinement of the spec': define(before.refine(({ color }) => color !== 'plaid', 'no plaid')),
  'a refinement with an issue of any code': define(
    before.superRefine(({ color }, context) => {
      if (color === 'plaid') context.addIssue({ code: 'too_big', maximum: 1, origin: 'string', path: ['color'] })
    }),
  ),
  'a validate': define(before, {
    validate: ({ spec }: Loose) => (spec.color === 'plaid' ? [plaidError(spec.color)] : []),
  }),
}

/** A plane with the type, over objects that were stored before it refused them. */
async function over(type: Loose) {
  const storage = createMemoryStorage()
  const old = define(before)
  const first = await createControlPlane({ resources: [old], storage })
  const write = first.client().resource(old).namespace('default')
  await write.create({ metadata: { name: 'a', finalizers: ['shop.example.com/f'] }, spec: { color: 'plaid' } } as Loose)
  const plane = await createControlPlane({ resources: [type], storage })
  const boxes: Loose = plane.client().resource(type).namespace('default')
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: Loose) => error.status.code,
    )
  const close = async () => {
    await plane.close()
    await first.close()
  }
  return { close, boxes, codeOf }
}

test.each(Object.entries(TYPES))('%s lets a stored object be labelled, reported on, and deleted', async (_name, type) => {
  const { close, boxes, codeOf } = await over(type)
  expect(await codeOf(boxes.patch('a', { merge: { metadata: { labels: { a: 'b' } } } }))).toBe(200)
  expect(await codeOf(boxes.status.patch('a', { merge: { status: { ok: true } } }))).toBe(200)
  await boxes.delete('a')
  expect(await codeOf(boxes.patch('a', { merge: { metadata: { finalizers: null } } }))).toBe(200)
  expect((await boxes.list()).items).toEqual([])
  await close()
})

test.each(Object.entries(TYPES))('%s still refuses new objects', async (_name, type) => {
  const { close, boxes, codeOf } = await over(type)
  expect(await codeOf(boxes.create({ metadata: { name: 'b' }, spec: { color: 'plaid', size: 1 } }))).toBe(422)
  await close()
})

test.each(['a refinement of a field', 'a refinement with an issue of any code', 'a validate'])(
  '%s lets other fields be changed',
  async (name) => {
    const { close, boxes, codeOf } = await over(TYPES[name])
    expect(await codeOf(boxes.patch('a', { merge: { spec: { note: 'old' } } }))).toBe(200)
    expect(await codeOf(boxes.patch('a', { merge: { spec: { color: 'red' } } }))).toBe(200)
    expect(await codeOf(boxes.patch('a', { merge: { spec: { color: 'plaid' } } }))).toBe(422)
    await close()
  },
)

test('what is about the spec is judged again when the spec is changed', async () => {
  const { close, boxes, codeOf } = await over(TYPES['a refinement of the spec'])
  expect(await codeOf(boxes.patch('a', { merge: { spec: { note: 'old' } } }))).toBe(422)
  await close()
})

test('a validate that throws for the stored object refuses only what it says of the new one', async () => {
  const type = define(before, {
    validate: ({ spec }: Loose) => (spec.note.length > 3 ? [invalidField('spec.note', spec.note, 'too long')] : []),
  })
  const { close, boxes, codeOf } = await over(type)
  expect(await codeOf(boxes.patch('a', { merge: { spec: { note: 'much' } } }))).toBe(422)
  expect(await codeOf(boxes.patch('a', { merge: { spec: { note: 'few' } } }))).toBe(200)
  await close()
})

test.each<[string, string, object, object, boolean]>([
  ['the same value', 'a.b', { a: { b: 1 }, c: 1 }, { a: { b: 1 }, c: 2 }, true],
  ['another value', 'a.b', { a: { b: 1 } }, { a: { b: 2 } }, false],
  ['the same item', 'a[1].b', { a: [1, { b: 1 }] }, { a: [2, { b: 1 }] }, true],
  ['another item', 'a[1].b', { a: [1, { b: 1 }] }, { a: [1, { b: 2 }] }, false],
  ['the same value of a key with dots', 'a.x.io/b', { a: { 'x.io/b': 1 } }, { a: { 'x.io/b': 1 }, c: 1 }, true],
  ['another value of a key with dots', 'a.x.io/b', { a: { x: 1, 'x.io/b': 1 } }, { a: { x: 1, 'x.io/b': 2 } }, false],
  ['a key in brackets', 'a[x.io/b]', { a: { 'x.io/b': 1 } }, { a: { 'x.io/b': 2 } }, false],
  ['a field that neither has, in an object that is the same', 'a.b', { a: { c: 1 }, d: 1 }, { a: { c: 1 } }, true],
  ['a field that neither has, in an object that is not', 'a.b', { a: { c: 1 } }, { a: { c: 2 } }, false],
  ['a field that was added', 'a.b', { a: { b: 1 } }, { a: {} }, false],
  ['no field', '', { a: 1 }, { a: 2 }, false],
  ['a key of the prototype', 'a.constructor', { a: { b: 1 } }, { a: { b: 2 } }, false],
])('an error that the old object has, too, at %s', (_what, field, object, old, isOld) => {
  const errors = [{ field, message: 'wrong' }]
  expect(newErrors(errors, object, old, () => errors)).toEqual(isOld ? [] : errors)
  expect(newErrors(errors, object, old, () => [{ field, message: 'wrong in another way' }])).toEqual(errors)
})

test('a key of hundreds of dots is looked for a few times, not once for each of its dots', () => {
  const key = '.'.repeat(900)
  let looks = 0
  const counted = (object: object): object =>
    new Proxy(object, {
      getOwnPropertyDescriptor(target, name) {
        looks += 1
        return Reflect.getOwnPropertyDescriptor(target, name)
      },
    })
  const errors = [{ field: `spec.${key}`, message: 'wrong' }]
  const [object, old] = [{ spec: counted({ [key]: 1 }) }, { spec: counted({ [key]: 1 }) }].map(counted) as [object, object]
  expect(newErrors(errors, object, old, () => errors)).toEqual([])
  expect(looks).toBeLessThan(100)
})
