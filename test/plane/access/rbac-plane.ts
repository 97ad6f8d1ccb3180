/**
 * A plane with role-based access control, and its people.
 *
 * @module
 */

import { createStaticTokenAuthenticator } from '../../../src/authn/index.js'
import type { ControlPlaneOptions } from '../../../src/plane/index.js'
import { type TestPlane, testPlane } from '../../server/plane.js'
import { jsonOf, whole } from '../../server/requests.js'

export const RBAC = '/apis/rbac.authorization.platform.io/v1'
const authenticators = [
  createStaticTokenAuthenticator([
    { token: 'root', user: { username: 'root', groups: ['system:masters'] } },
    { token: 'jane', user: { username: 'jane', groups: ['dev'] } },
  ]),
]

/** An answer: its status, and its body as JSON. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the test expects of it
  readonly body: any
}

export interface RbacPlane extends TestPlane {
  /** Sends a request as a user, or unauthenticated. */
  as(who: 'root' | 'jane' | '', method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Gives jane rules within a namespace. */
  allowJane(rules: readonly object[], namespace?: string): Promise<void>
}

export async function rbacPlane(options: ControlPlaneOptions = {}): Promise<RbacPlane> {
  const made = await testPlane({ authenticators, authorizer: 'RBAC', ...options })
  const as: RbacPlane['as'] = async (who, method, url, body, headers = {}) => {
    const authorization = who === '' ? {} : { authorization: `Bearer ${who}` }
    const response = await made.send(method, url, {
      headers: { ...authorization, ...headers },
      ...(body !== undefined && { body }),
    })
    const isJson = response.headers.some(([name, value]) => name === 'content-type' && value.startsWith('application/json'))
    return { status: response.status, body: isJson ? jsonOf(await whole(response)) : undefined }
  }
  return {
    ...made,
    as,
    async allowJane(rules, namespace = 'default') {
      const at = `${RBAC}/namespaces/${namespace}`
      await as('root', 'PUT', `${at}/roles/for-jane`, { metadata: { name: 'for-jane' }, rules })
      const roleRef = { kind: 'Role', name: 'for-jane' }
      await as('root', 'PUT', `${at}/rolebindings/for-jane`, {
        metadata: { name: 'for-jane' },
        roleRef,
        subjects: [{ kind: 'User', name: 'jane' }],
      })
    },
  }
}

export const rule = (verbs: string, resources: string, more: object = {}, group = '') => ({
  verbs: verbs.split(' '),
  apiGroups: [group],
  resources: resources.split(' '),
  ...more,
})
