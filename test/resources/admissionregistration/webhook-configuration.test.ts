import { describe, expect, test } from '@jest/globals'
import { mutatingWebhooksStrategy as strategy } from '../../../src/resources/admissionregistration/index.js'
import { context } from '../support.js'

const webhook = {
  name: 'a.example.com',
  sideEffects: 'None',
  clientConfig: { url: 'https://a' },
  admissionReviewVersions: ['v1'],
}
const configuration = (...webhooks: readonly object[]) => ({ apiVersion: 'v1', kind: 'K', metadata: { name: 'w' }, webhooks })

describe('webhook configurations', () => {
  test('a webhook with defaults has failurePolicy Fail, matchPolicy Equivalent and all scopes', () => {
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
    { change: { admissionReviewVersions: ['v1', 'v1'] }, fields: ['webhooks[1].admissionReviewVersions[1]'] },
    { change: { admissionReviewVersions: ['v2'] }, fields: ['webhooks[1].admissionReviewVersions'] },
    { change: { name: 'b.example.com' }, fields: ['webhooks[1].name'] },
    { change: { name: 'two.parts' }, fields: ['webhooks[1].name'] },
    { change: { timeoutSeconds: 31 }, fields: ['webhooks[1].timeoutSeconds'] },
    { change: { reinvocationPolicy: 'Often' }, fields: ['webhooks[1].reinvocationPolicy'] },
    { change: { matchPolicy: 'Near' }, fields: ['webhooks[1].matchPolicy'] },
    { change: { failurePolicy: 'Maybe' }, fields: ['webhooks[1].failurePolicy'] },
    { change: { sideEffects: 'Some' }, fields: ['webhooks[1].sideEffects'] },
    {
      change: { rules: [{ operations: [] }] },
      fields: ['operations', 'apiGroups', 'apiVersions', 'resources'].map((field) => `webhooks[1].rules[0].${field}`),
    },
    { change: { rules: Array.from({ length: 1001 }, () => ({})) }, fields: ['webhooks[1].rules'] },
    { change: { objectSelector: { matchLabels: { 'a b': 'c' } } }, fields: ['webhooks[1].objectSelector.matchLabels'] },
    {
      change: { clientConfig: { url: 'http://a/b?c#d' } },
      fields: ['webhooks[1].clientConfig.url', 'webhooks[1].clientConfig.url', 'webhooks[1].clientConfig.url'],
    },
    { change: { clientConfig: { url: 'https:///b' } }, fields: ['webhooks[1].clientConfig.url'] },
    { change: { clientConfig: { url: 'https://u:p@a' } }, fields: ['webhooks[1].clientConfig.url'] },
    { change: { clientConfig: { service: { name: 's', namespace: 'n' } } }, fields: [] },
    {
      change: { clientConfig: { service: { name: 's', namespace: 'n', port: 0 } } },
      fields: ['webhooks[1].clientConfig.service.port'],
    },
    // The name is part of the host that is called.
    ...['evil.example/', 'user@evil.example', 'a.b', 'a:1'].flatMap((text) =>
      (['name', 'namespace'] as const).map((field) => ({
        change: { clientConfig: { service: { name: 's', namespace: 'n', [field]: text } } },
        fields: [`webhooks[1].clientConfig.service.${field}`],
      })),
    ),
  ])('of a webhook with $change these fields are refused: $fields', ({ change, fields }) => {
    const whole = configuration({ ...webhook, name: 'b.example.com' }, { ...webhook, ...change })
    const errors = strategy.validateCreate?.(strategy.defaults?.(whole) ?? whole, context())
    expect(errors?.map(({ field }) => field)).toEqual(fields)
  })
})
