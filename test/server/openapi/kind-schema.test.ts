import { expect, test } from '@jest/globals'
import { platformDialect } from '../../../src/meta/index.js'
import { defineResource } from '../../../src/resources/index.js'
import { publishKind } from '../../../src/server/openapi/kind-schema.js'

test('the schema of a custom type names the fields that its objects can be selected by', () => {
  const schema = { spec: { type: 'object', properties: { color: { type: 'string' } } } } as const
  const publish = (selectableFields: readonly string[]) => {
    const definition = defineResource({
      group: 'example.com',
      kind: 'Widget',
      versions: [{ name: 'v1', schema, selectableFields }],
    })
    const [version] = definition.versions
    if (!version) throw new Error('the type was expected to have a version')
    return publishKind({ definition, version }, platformDialect).schema
  }
  expect(publish(['.spec.color'])['x-platform-selectable-fields']).toEqual([{ fieldPath: 'spec.color' }])
  expect(publish([])).not.toHaveProperty('x-platform-selectable-fields')
})
