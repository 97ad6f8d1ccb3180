import { expect, test } from '@jest/globals'
import { defineResource, type ResourceDefinition } from '../../../src/resources/index.js'
import type { ServedGroup } from '../../../src/server/discovery/served.js'
import { standardWords } from '../../../src/server/openapi/standard-words.js'

/** A kind, custom or of the plane's own, that says this of its metadata. */
const documented = (kind: string, description: string, custom = false): ResourceDefinition => {
  const schema = { type: 'object', properties: { metadata: { type: 'object', description } } } as const
  return { ...defineResource({ group: 'example.com', kind, versions: [{ name: 'v1', schema }] }), custom }
}

const served = (...definitions: readonly ResourceDefinition[]): readonly ServedGroup[] => {
  const resources = definitions.flatMap((definition) => definition.versions.map((version) => ({ definition, version })))
  return [{ group: 'example.com', versions: [{ group: 'example.com', version: 'v1', resources }] }]
}

test('custom types are described as most documented types describe themselves', () => {
  const types = ['What most say.', 'What one says.', 'What most say.'].map((said, i) => documented(`Box${i}`, said))
  expect(standardWords(served(...types)).metadata).toBe('What most say.')
})

test('without such types our own words are used, and custom types have no say', () => {
  expect(standardWords(served(documented('Pot', 'Mine.', true))).metadata).toMatch(/^The object's name, labels/)
})
