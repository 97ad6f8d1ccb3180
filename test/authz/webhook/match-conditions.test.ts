import { expect, test } from '@jest/globals'
import { compileMatchConditions } from '../../../src/authz/webhook/match-conditions.js'
import { resourceRequest } from '../rbac/requests.js'

test('match conditions pause between one another, as each may cost as much as one may', async () => {
  const conditions = await compileMatchConditions([
    'true',
    "request.extra['x'][0] == 'y'",
    "request.user == 'jane'",
    'false',
    'true',
  ])
  const steps = [...(conditions?.(resourceRequest({ resource: 'pods' })) ?? [])]
  expect(steps).toHaveLength(3)
  expect(await compileMatchConditions([])).toBeUndefined()
})
