import type { ApiObject } from '../../src/meta/index.js'
import type { Row } from '../../src/store/index.js'

/** A row of an object, as plain as the contract allows. */
export function rowOf(object: ApiObject, revision: number): Row {
  const { kind, apiVersion, ...rest } = object
  const versioned = { ...rest, metadata: { ...rest.metadata, resourceVersion: String(revision) } }
  const whole: ApiObject = { kind, apiVersion, ...versioned }
  const encoder = new TextEncoder()
  const bytes = encoder.encode(JSON.stringify(whole))
  const item = encoder.encode(JSON.stringify(versioned))
  const { namespace = '', name = '' } = object.metadata
  return {
    key: namespace ? `${namespace}/${name}` : name,
    namespace,
    name,
    revision,
    isOwn: true,
    labels: object.metadata.labels,
    fields: undefined,
    object: whole,
    size: bytes.length,
    jsonLength: bytes.length,
    itemLength: item.length,
    json: () => bytes.slice(),
    beginsWith: (head) => head.every((byte, i) => bytes[i] === byte),
    writeJson(target, offset, options) {
      const text = options?.withoutType ? item : bytes
      target.set(text, offset)
      return offset + text.length
    },
  }
}
