import { expect, test } from '@jest/globals'
import { body, configMap, fixture, refusal } from '../support.js'

test.each([
  ['a subresource', 'subresource', 256],
  ['a manager', 'manager', 128],
])('%s in edited managedFields has a maximum length', async (_what, member, max) => {
  const { registry, at, caller, create } = await fixture()
  await create('configmaps', configMap('a', { data: { k: 'v' } }))
  const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:k': {} } } }
  const edit = (text: string) => {
    const metadata = { managedFields: [{ manager: 'm', ...entry, [member]: text }] }
    return registry.patch(at('configmaps/a'), caller, { type: 'merge', body: body({ metadata }) }, {})
  }
  const field = `metadata.managedFields[0].${member}`
  expect(await refusal(edit('s'.repeat(max + 1)))).toEqual({ code: 422, reason: 'Invalid', fields: [field] })
  expect((await edit('s'.repeat(max))).object.metadata.managedFields).toHaveLength(1)
})
