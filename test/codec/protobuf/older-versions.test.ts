import { expect, test } from '@jest/globals'
import { messageOfKind } from '../../../src/codec/protobuf/kinds.js'
import { groupMessages } from '../../../src/codec/protobuf/messages/index.js'
import { formatApiVersion, platformDialect } from '../../../src/meta/index.js'
import { removalsOf } from '../../../src/resources/lifecycle/removals.js'

const kinds = [...new Set(groupMessages.flatMap((group) => group.kinds.map((name) => name.slice(name.lastIndexOf('.') + 1))))]
const kindOf = (resource: string) =>
  kinds.find((kind) => {
    const name = kind.toLowerCase()
    return [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')].includes(resource)
  })

const rows = removalsOf(platformDialect).flatMap(({ group, version, resource, replacement, form }) => {
  const kind = kindOf(resource)
  if (kind === undefined || !replacement) return []
  const changes = Object.values(form.changes ?? {})
  const isSame = changes.every(({ members, removed }) => members === undefined && removed === undefined)
  const present = formatApiVersion(replacement.group, replacement.version)
  return [{ kind, apiVersion: formatApiVersion(group, version), present, isSame }]
})

test.each(rows)('$kind has the message of $present in $apiVersion, if it has the same fields: $isSame', (row) => {
  const { kind, apiVersion, present, isSame } = row
  for (const name of [kind, `${kind}List`]) {
    const message = messageOfKind(present, name, platformDialect)
    expect(messageOfKind(apiVersion, name, platformDialect)).toBe(isSame ? message : undefined)
  }
})
