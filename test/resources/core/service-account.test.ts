import { describe, expect, test } from '@jest/globals'
import { type ApiObject, platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { create, objectOf, pick, update } from '../support.js'

const accounts = pick(builtinResources(platformDialect), 'serviceaccounts')

describe('ServiceAccount', () => {
  test('secrets are known by their names alone', () => {
    const sent = objectOf(accounts, { secrets: [{ kind: 'Secret', name: 's', namespace: 'other' }] })
    expect(create(accounts, sent).object.secrets).toEqual([{ name: 's' }])
    expect(update(accounts, objectOf(accounts, {}), sent).object.secrets).toEqual([{ name: 's' }])
  })

  test('empty lists are left out, and a false stays', () => {
    const sent = objectOf(accounts, { secrets: [], imagePullSecrets: [], automountServiceAccountToken: false })
    expect(create(accounts, sent).object).toEqual(objectOf(accounts, { automountServiceAccountToken: false }))
  })

  test('whoever sets the annotation that limits its secrets is warned', () => {
    const key = 'platform.io/enforce-mountable-secrets'
    const [plain, limited] = [
      objectOf(accounts, {}),
      objectOf(accounts, { metadata: { name: 'a', annotations: { [key]: 'true' } } }),
    ]
    const warning = `metadata.annotations[${key}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`
    const warned = (account: ApiObject, live?: ApiObject) => accounts.strategy.warnings?.(account, live)
    expect([warned(limited), warned(limited, plain)]).toEqual([[warning], [warning]])
    expect([warned(plain), warned(plain, limited), warned(limited, limited)]).toEqual([[], [], []])
  })

  test('a completed delete answers with the account', () => {
    expect(accounts.strategy.returnsDeletedObject).toBe(true)
  })
})
