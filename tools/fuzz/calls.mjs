// Performs one call of the in-process client: `{ code }` of its response, `{ thrown }` for an error that is no ApiError.
import { firstValueFrom, take, timeout } from 'rxjs'

const deep = (levels) => {
  let value = {}
  for (let level = 0; level < levels; level += 1) value = { value }
  return value
}

const STRANGE = {
  'a bigint': () => 9007199254740993n,
  NaN: () => Number.NaN,
  'a cycle': () => {
    const value = {}
    value.value = value
    return value
  },
  'a date': () => new Date(Number.NaN),
  'a map': () => new Map([['a', 1]]),
  'a function': () => () => 1,
  'a symbol': () => Symbol('a'),
  'a getter that throws': () => Object.defineProperty({}, 'x', { enumerable: true, get: () => refuse() }),
  'a toJSON that throws': () => ({ toJSON: refuse }),
  'a toJSON of itself': () => {
    const value = { toJSON: () => value }
    return value
  },
  'a sparse list': () => Object.assign([], { length: 3_000_000 }),
  'a proxy': () =>
    new Proxy(
      {},
      { ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) },
    ),
  'a long list of nothing': () => Array.from({ length: 1_000_000 }),
  'a typed array': () => new Uint8Array(100_000),
  'null without a prototype': () => Object.create(null),
  'a deep object': () => deep(100_000),
}
// Errors thrown by the caller's own code are passed back unchanged.
const OWN = 'thrown by the program'
function refuse() {
  throw new Error(OWN)
}

function put(object, place, value) {
  const path = place.split('.')
  const last = path.pop()
  let inner = object
  for (const part of path) inner = inner[part] = typeof inner[part] === 'object' && inner[part] !== null ? inner[part] : {}
  inner[last] = value
}

export async function carryOut(client, { verb, type, namespace, name, text, options: optionText, strange }) {
  const options = JSON.parse(optionText)
  let object
  try {
    object = JSON.parse(text)
  } catch {
    return { code: 0 }
  }
  if (strange) put(object, strange.place, STRANGE[strange.what]())
  // Creating the value is the caller's work, so it gets a separate turn.
  await new Promise((resolve) => setTimeout(resolve, 6))
  const root = client.resource(type)
  const resource = namespace === undefined ? root : root.namespace(namespace)
  const verbs = {
    create: () => resource.create(object, options),
    update: () => resource.update(object, options),
    apply: () => resource.apply(object, { fieldManager: 'fuzz', force: true, ...options }),
    merge: () => resource.patch(name, { merge: object }, options),
    strategic: () => resource.patch(name, { strategic: object }, options),
    json: () => resource.patch(name, { json: [{ op: 'add', path: '/metadata/annotations', value: object }] }, options),
    list: () => resource.list(options),
    get: () => resource.get(name, options),
    delete: () => resource.delete(name, options),
    watch: () =>
      firstValueFrom(resource.watch(options).pipe(take(1), timeout({ first: 50, with: () => [undefined] })), {
        defaultValue: undefined,
      }),
  }
  try {
    await verbs[verb]()
    return { code: 200 }
  } catch (error) {
    if (error?.message === OWN) return { code: 0 }
    // Unknown options are the caller's mistake, reported in one line each.
    const lines = error instanceof TypeError ? error.message.split('\n') : ['']
    const isRefused = lines.every((line) => /^[a-z]+: options\b.*: expected .*$/.test(line))
    const code = isRefused ? 400 : error?.status?.code
    return typeof code === 'number' ? { code, message: error.message } : { thrown: String(error?.stack ?? error) }
  }
}
