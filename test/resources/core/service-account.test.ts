import { describe, expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
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

  test('a completed delete answers with the account', () => {
    expect(accounts.strategy.returnsDeletedObject).toBe(true)
  })
})
