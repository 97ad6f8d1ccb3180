// Runs the vectors of field ownership against binnacle/apply. See README.md beside the vectors.
import {
  apply,
  compare,
  compileType,
  extract,
  FieldSet,
  fieldsOf,
  formatPath,
  merge,
  readFieldsV1,
  remove,
  update,
  validate,
  writeFieldsV1,
} from 'binnacle/apply'

const typeOf = ({ schema, definitions }) => compileType(schema, { definitions })

const kinds = {
  ops: runOperations,
  fieldset: (vector) => ({ set: writeFieldsV1(fieldsOf(typeOf(vector), vector.object, { allowDuplicates: true })) }),
  compare(vector) {
    const { added, modified, removed } = compare(typeOf(vector), vector.before, vector.after)
    return { added: writeFieldsV1(added), modified: writeFieldsV1(modified), removed: writeFieldsV1(removed) }
  },
  merge: (vector) => ({ result: merge(typeOf(vector), vector.live, vector.applied) }),
  remove: (vector) => ({ result: remove(typeOf(vector), vector.object, readFieldsV1(vector.set)) }),
  extract({ object, set, withKeys, ...vector }) {
    return { result: extract(typeOf(vector), object, readFieldsV1(set), { withKeys: withKeys ?? false }) }
  },
  validate({ object, allowDuplicates, ...vector }) {
    return { valid: validate(typeOf(vector), object, { allowDuplicates: allowDuplicates ?? false }).length === 0 }
  },
  'set-algebra'(vector) {
    const [a, b] = [readFieldsV1(vector.a), readFieldsV1(vector.b)]
    return {
      union: writeFieldsV1(a.union(b)),
      intersection: writeFieldsV1(a.intersection(b)),
      difference: writeFieldsV1(a.difference(b)),
      recursiveDifference: writeFieldsV1(a.recursiveDifference(b)),
      leaves: writeFieldsV1(a.leaves()),
      equal: a.equals(b),
    }
  },
  'set-text'({ text }) {
    let set
    try {
      set = readFieldsV1(JSON.parse(text))
    } catch {
      return { error: true }
    }
    const paths = [...set.paths()]
    return { canonical: JSON.stringify(writeFieldsV1(set)), paths, texts: paths.map(formatPath) }
  },
}

/** Answers one vector; undefined for a kind that there is nothing for. */
export function run(vector) {
  return kinds[vector.kind]?.(vector)
}

function runOperations(vector) {
  let type = typeOf(vector)
  let live = null
  let managers = new Map()
  const after = vector.ops.map((op) => {
    if (op.op === 'schema') {
      type = compileType(op.schema, { definitions: vector.definitions })
      return {}
    }
    const common = { type, live, managers, manager: op.manager, version: op.version }
    if (op.op === 'update') {
      managers = update({ ...common, object: op.object }).managers
      live = op.object
    } else {
      const result = apply({ ...common, applied: op.object, force: op.force ?? false })
      if (result.outcome === 'conflict') return { error: 'conflict', conflicts: result.conflicts }
      if (result.outcome === 'invalid') return { error: 'invalid' }
      live = result.object
      managers = result.managers
    }
    return { live, managers: Object.fromEntries([...managers].map(([name, owned]) => [name, describe(owned)])) }
  })
  return { after }
}

const describe = ({ version, applied, fields }) => ({ version, applied, fields: writeFieldsV1(fields ?? FieldSet.empty) })
