import { expect, test } from '@jest/globals'
import { schemaMarker } from '../../../src/meta/index.js'

test.each([
  [{ 'x-platform-list-type': 'set' }, 'set'],
  [{ 'x-kubernetes-list-type': 'map' }, 'map'],
  [{ 'x-acme-list-type': 'atomic' }, 'atomic'],
  [{ 'list-type': 'set' }, undefined],
  [{ 'x-list-type': 'set' }, undefined],
  [{ 'x-platform-map-type': 'atomic' }, undefined],
])('the list type of %j is %s, whatever the vendor', (schema, expected) => {
  expect(schemaMarker(schema, 'list-type')).toBe(expected)
})
