// The plan of a load test: its objects, the writer of each, and the watchers.

export const NAMESPACES = 100
/** Number of watchers of everything, and of a namespace; all others watch one object each. */
const WHOLE = 4
const BY_NAMESPACE = 96

export const namespaceOf = (object) => `load-${object % NAMESPACES}`
export const nameOf = (object) => `o-${Math.floor(object / NAMESPACES)}`

/** Objects below this number are written all the time; the others only by `touch`. */
export const busyObjects = (objects) => Math.floor(objects / 2)

/** The object that an idle watcher watches. */
const idleObject = (watcher, objects) =>
  busyObjects(objects) + ((watcher - WHOLE - BY_NAMESPACE) % (objects - busyObjects(objects)))

/** The request of a watcher, and the scope of its events: everything, a namespace, or an object by its number. */
export function scopeOf(watcher, objects) {
  if (watcher < WHOLE) return { path: '/api/v1/configmaps', scope: 'all' }
  if (watcher < WHOLE + BY_NAMESPACE) {
    const namespace = `load-${watcher % NAMESPACES}`
    return { path: `/api/v1/namespaces/${namespace}/configmaps`, scope: namespace }
  }
  const object = idleObject(watcher, objects)
  const selector = `fieldSelector=metadata.name%3D${nameOf(object)}`
  return { path: `/api/v1/namespaces/${namespaceOf(object)}/configmaps?${selector}`, scope: object }
}

/** The objects that idle watchers watch, each once. */
export function idleObjects(watchers, objects) {
  const numbers = new Set()
  for (let watcher = WHOLE + BY_NAMESPACE; watcher < watchers; watcher += 1) numbers.add(idleObject(watcher, objects))
  return [...numbers]
}

/** Of sorted or unsorted times: `{ p50, p99, most }`, rounded to a tenth. */
export function quantiles(times) {
  const sorted = Float64Array.from(times).sort()
  const at = (share) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}

/** Milliseconds of a clock that all processes of the machine share. */
export const wallTime = () => performance.timeOrigin + performance.now()
