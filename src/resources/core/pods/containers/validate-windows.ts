/**
 * Validation of options for Windows, of pods and of their containers.
 *
 * @module
 */

import { errorsOf, type FieldError, invalidField, type UnknownRecord, validateDnsSubdomain } from '../../../../meta/index.js'
import { type FieldRule, givenText, judgeFields } from '../../../fields/field-rules.js'
import { valueAt } from '../../../fields/fields.js'
import { containersOf } from './containers.js'

type Part = Readonly<UnknownRecord>

const MAX_SPEC_KIB = 64
const MAX_DOMAIN = 256
const MAX_USER = 104

const CONTROL = /(?![\u0080-\u009f])\p{Cc}/u
const NETBIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)
const NOT_IN_USERS = /["/\\:;|=,+*?<>@[\]]/

const credentialSpec = (spec: string): readonly string[] => {
  if (spec === '') return ['gmsaCredentialSpec cannot be an empty string']
  const isLong = new TextEncoder().encode(spec).length > MAX_SPEC_KIB * 1024
  return isLong ? [`gmsaCredentialSpec size must be under ${MAX_SPEC_KIB} KiB`] : []
}

/** A user, optionally with a domain before a backslash. */
function userName(name: string): readonly string[] {
  if (name === '') return ['runAsUserName cannot be an empty string']
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash']
  const [user = '', domain] = parts.reverse()
  return [
    ...(domain !== undefined && domain.length >= MAX_DOMAIN
      ? [`runAsUserName's Domain length must be under ${MAX_DOMAIN} characters`]
      : []),
    ...(domain === undefined || NETBIOS.test(domain) || DOMAIN.test(domain)
      ? []
      : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
    ...(user === '' ? ["runAsUserName's User cannot be empty"] : []),
    ...(user.length > MAX_USER ? [`runAsUserName's User length must not be longer than ${MAX_USER} characters`] : []),
    ...(/^[. ]+$/.test(user) ? ["runAsUserName's User cannot contain only periods or spaces"] : []),
    ...(NOT_IN_USERS.test(user) ? ['runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'] : []),
  ]
}

const judge = judgeFields({
  gmsaCredentialSpecName: givenText((name) => validateDnsSubdomain(name)),
  gmsaCredentialSpec: givenText(credentialSpec),
  runAsUserName: givenText(userName),
})

/** Options for Windows in a security context. */
export const windowsOptions: FieldRule = (field, value) => judge(value, field)

const hostProcessOf = (part: Part): unknown => valueAt(part, 'securityContext', 'windowsOptions', 'hostProcess')

/**
 * Validates processes of the host: either all containers of a pod are such, or none is.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export function validateHostProcesses(spec: Part, path: string): readonly FieldError[] {
  const [containers, ofPod] = [containersOf(spec, path), hostProcessOf(spec)]
  const count = containers.filter(([container]) => (hostProcessOf(container) ?? ofPod) === true).length
  const all = 'If pod contains any hostProcess containers then all containers must be HostProcess containers'
  return [
    ...errorsOf(containers, ([container, field]) => {
      const own = hostProcessOf(container)
      if (ofPod === undefined || own === undefined || own === ofPod) return []
      const detail = `pod hostProcess value must be identical if both are specified, was ${String(ofPod)}`
      return [invalidField(`${field}.securityContext.windowsOptions.hostProcess`, own, detail)]
    }),
    ...(count > 0 && count < containers.length ? [invalidField(path, '', all)] : []),
    ...(count > 0 && spec.hostNetwork !== true
      ? [invalidField(`${path}.hostNetwork`, false, 'hostNetwork must be true if pod contains any hostProcess containers')]
      : []),
  ]
}
