// Checks responses for faults.

/** Paths that a user without rights may access: discovery, and reviews of itself. */
const OPEN_TO_ALL =
  /^\/(?:apis?\/?|apis\/[^/]+\/?|api\/v1\/?|apis\/[^/]+\/v[^/]+\/?|version\/?|healthz(?:\/.*)?|livez(?:\/.*)?|readyz(?:\/.*)?|openapi(?:\/.*)?)$/
const OWN_REVIEWS = /^\/apis\/auth[a-z]+\.k8s\.io\/v1\/self[a-z]+reviews$/

/** Documented responses with status 5xx. */
const DOCUMENTED = [
  ({ status, text }) => status === 500 && text.includes('conversion webhook for '),
  ({ status }, { path }) => status === 504 && /[?&]timeout=/.test(path),
  ({ status, text }) => status === 504 && text.includes('Too large resource version'),
]

/** Paths outside of all APIs are answered in plain text, as in Kubernetes. */
const isUnknownPath = ({ status, text }) => status === 404 && text === '404 page not found\n'

/** Maximum size of an error. */
const MAX_ERROR_BYTES = 512 * 1024

const isJson = (answer) => String(answer.headers['content-type'] ?? '').startsWith('application/json')

function isStatus(text) {
  try {
    const { kind, status, code } = JSON.parse(text)
    return kind === 'Status' && status === 'Failure' && typeof code === 'number'
  } catch {
    return false
  }
}

/** The fault of a response; undefined if there is none. */
export function faultOf(step, answer) {
  const { status, error, unsent, isLate, text } = answer
  if (unsent !== undefined || answer.isOpen) return undefined
  if (isLate) return 'no answer'
  if (error !== undefined) return step.headers && Object.keys(step.headers).length > 0 ? undefined : `broken off: ${error}`
  if (step.never?.includes(status)) return `${status} while others crowd`
  if (status >= 500 && !DOCUMENTED.some((isSo) => isSo(answer, step))) return `${status}: ${text.slice(0, 300)}`
  const [path] = step.path.split('?')
  const acts = step.as ?? step.user
  if (status < 300 && acts !== 'admin' && !OPEN_TO_ALL.test(path) && !OWN_REVIEWS.test(path))
    return `${status} for a user without rights`
  if (status >= 400 && answer.bytes > MAX_ERROR_BYTES) return `${status} of ${answer.bytes} bytes`
  const accept = step.headers?.accept
  const wantsJson = accept === undefined || accept === 'application/json'
  if (
    status >= 400 &&
    wantsJson &&
    step.method !== 'HEAD' &&
    path.startsWith('/api') &&
    !isUnknownPath(answer) &&
    !(isJson(answer) && isStatus(text))
  ) {
    return `${status} without a Status: ${text.slice(0, 200)}`
  }
  return undefined
}

/** The same for raw bytes. */
export function faultOfRaw({ refused }, { statuses, text }) {
  const bad = statuses.find((status) => status >= 500 && status !== 501 && status !== 505)
  if (bad !== undefined) return `${bad} for bytes: ${text.slice(0, 300)}`
  const served = statuses.find((status) => status === 101 || (status >= 200 && status < 300))
  if (refused && served !== undefined) return `${served} where it had to be refused`
  return undefined
}

/** The same for calls in process. */
export function faultOfCall({ strange }, answer) {
  // Errors of the caller's own getters are not faults of the plane.
  if (strange?.what.endsWith('that throws')) return undefined
  if (answer?.late) return 'no answer to a call'
  if (answer?.failed) return `a call failed: ${answer.failed}`
  if (answer?.thrown) return `a call threw what is no ApiError: ${answer.thrown}`
  if (answer?.code >= 500) return `a call was answered ${answer.code}: ${answer.message}`
  return undefined
}
