import { expect, test } from '@jest/globals'
import { ConnectionError } from '../../src/client/index.js'
import { readList } from '../../src/client/read-list.js'

const TYPE = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true }

test.each([null, 'x', {}, { metadata: null }, { metadata: { name: 5 } }, { metadata: { name: 'a', resourceVersion: {} } }])(
  'a list with %j is not an answer',
  (item) => {
    const whole = { metadata: { name: 'a' } }
    expect(() => readList(TYPE, { metadata: {}, items: [whole, item] })).toThrow(ConnectionError)
    expect(readList(TYPE, { metadata: {}, items: [whole] }).items).toHaveLength(1)
  },
)
