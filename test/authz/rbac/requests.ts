/**
 * Requests as authorizers see them.
 *
 * @module
 */

import type { Attributes, UserInfo } from '../../../src/meta/index.js'

export const jane: UserInfo = { username: 'jane', groups: ['dev', 'system:authenticated'] }

export const resourceRequest = (asked: Partial<Attributes>): Attributes => ({
  user: jane,
  verb: 'get',
  isResourceRequest: true,
  path: '',
  group: '',
  version: 'v1',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  ...asked,
})

export const pathRequest = (path: string, user = jane): Attributes => ({
  ...resourceRequest({ user, version: '' }),
  isResourceRequest: false,
  path,
})
