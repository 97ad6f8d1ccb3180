// JSON bodies of creates and updates: structures inside a valid object, mutated objects, mutated bytes, non-objects.
import { mutatedBytes, mutatedText } from '../mutate.mjs'
import { collectionOf, KINDS, NAMESPACES, nameFor, objectOf, REVIEWS, textWith } from '../objects.mjs'
import { anyShape, bytesOf } from '../shapes.mjs'

/** The request of a write: `{ target, method, path, object }`. Large ones are mostly dry runs, as a plane may fill up. */
export function anyWrite(random, { kinds = KINDS, large = false } = {}) {
  const target = random.pick(kinds)
  const collection = collectionOf(target, random.pick(NAMESPACES))
  const object = objectOf(target, nameFor(random))
  const isCreate = target.isReview || random.chance(0.6)
  const options = [
    ...(large && random.chance(0.8) ? ['dryRun=All'] : []),
    ...(random.chance(0.3) ? [`fieldValidation=${random.pick(['Strict', 'Warn', 'Ignore'])}`] : []),
  ]
  const query = options.length > 0 ? `?${options.join('&')}` : ''
  const path = `${collection}${isCreate ? '' : `/${object.metadata.name}`}${query}`
  return { target, object, method: isCreate ? 'POST' : 'PUT', path }
}

export const LARGE = 300_000

/** A JSON text derived from an object, and its description. */
export function anyText(random, target, object, bytes) {
  const place = random.pick(target.places)
  const { shape, text } = anyShape(random, bytes)
  return random.pick([
    () => ({ what: `${shape} at ${place}`, text: textWith(object, place, text) }),
    () => ({ what: `${shape} at ${place}`, text: textWith(object, place, text) }),
    () => ({ what: `${shape} at ${place}`, text: textWith(object, place, text) }),
    () => ({ what: 'a changed object', text: mutatedText(random, object) }),
    () => ({ what: 'changed bytes', text: mutatedBytes(random, Buffer.from(JSON.stringify(object))) }),
    () => ({ what: `${shape} alone`, text }),
  ])()
}

export function json(random, size) {
  const bytes = bytesOf(random, size)
  const { target, object, method, path } = anyWrite(random, { kinds: [...KINDS, ...REVIEWS], large: bytes > LARGE })
  const { what, text } = anyText(random, target, object, bytes)
  const user = random.chance(0.1) ? 'nobody' : 'admin'
  return { title: `${what}, ${method} ${target.kind}`, steps: [{ user, method, path, type: 'application/json', body: text }] }
}
