import { describe, expect, test } from '@jest/globals'
import { webhookConfigurations } from '../../../src/resources/admissionregistration/webhook-configuration.js'
import { context } from '../support.js'

const { strategy = {} } = webhookConfigurations({ reinvocationPolicy: 'Never' })
const webhook = {
  name: 'a.example.com',
  sideEffects: 'None',
  clientConfig: { url: 'https://a' },
  admissionReviewVersions: ['v1'],
}
const configuration = (...webhooks: readonly object[]) => ({ apiVersion: 'v1', kind: 'K', metadata: { name: 'w' }, webhooks })

describe('webhook configurations', () => {
  test('a webhook that says little fails closed and sees equivalent requests of all scopes', () => {
    const rules = [{ operations: ['CREATE'] }]
    expect(strategy.defaults?.(configuration({ ...webhook, rules }))).toMatchObject({
      webhooks: [
        {
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          timeoutSeconds: 10,
          reinvocationPolicy: 'Never',
          rules: [{ scope: '*' }],
        },
      ],
    })
  })

  test.each([
    { change: {}, fields: [] },
    { change: { name: '' }, fields: ['webhooks[1].name'] },
    { change: { sideEffects: undefined }, fields: ['webhooks[1].sideEffects'] },
    { change: { clientConfig: { url: 'https://a', service: { name: 's' } } }, fields: ['webhooks[1].clientConfig'] },
    { change: { clientConfig: {} }, fields: ['webhooks[1].clientConfig'] },
    { change: { admissionReviewVersions: [] }, fields: ['webhooks[1].admissionReviewVersions'] },
  ])('of a webhook with $change these fields are refused: $fields', ({ change, fields }) => {
    const errors = strategy.validateCreate?.(configuration(webhook, { ...webhook, ...change }), context())
    expect(errors?.map(({ field }) => field)).toEqual(fields)
  })
})
