/**
 * Namespace: a scope of names; deleting it deletes its content.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  dnsLabelName,
  errorsOf,
  type FieldError,
  invalidField,
  validateQualifiedName,
} from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition, ResourceVerb, Subresource } from '../definition/definition.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, nameOf, recordOf, textAt, textOf, textsOf, valueAt, withFields } from '../fields/fields.js'
import { list, listMarkers, refTo, struct, text, time } from '../fields/json-schema.js'
import { statusAndMetadata } from '../subresources/subresources.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'

/** No deletecollection: namespaces are deleted one at a time. */
const VERBS: readonly ResourceVerb[] = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']

const ACTIVE = 'Active'
const TERMINATING = 'Terminating'

/**
 * The Namespace kind.
 *
 * @param dialect - The plane's dialect.
 */
export function namespaceDefinition(dialect: Dialect): ResourceDefinition {
  const { atomic, keyed } = listMarkers(dialect)
  return builtinDefinition(dialect, {
    group: '',
    kind: 'Namespace',
    plural: 'namespaces',
    shortNames: ['ns'],
    namespaced: false,
    verbs: VERBS,
    schemaName: 'core.v1.Namespace',
    description: 'A scope of names.',
    properties: {
      spec: refTo('core.v1.NamespaceSpec', 'What is wanted.'),
      status: refTo('core.v1.NamespaceStatus', 'What is.'),
    },
    schemas: () => ({
      'core.v1.NamespaceSpec': struct('What is wanted of a namespace.', {
        finalizers: list('Who has to clean up before the namespace is removed.', { type: 'string' }, atomic),
      }),
      'core.v1.NamespaceStatus': struct('What a namespace is at.', {
        conditions: list('What is known of the namespace.', refTo('core.v1.NamespaceCondition'), keyed('type')),
        phase: text('Whether the namespace is in use or on its way out.', { enum: [ACTIVE, TERMINATING] }),
      }),
      'core.v1.NamespaceCondition': struct(
        'Something that is known of a namespace.',
        {
          lastTransitionTime: time('When the status last changed.'),
          message: text('Why it is so, for people.'),
          reason: text('Why it is so, for programs.'),
          status: text('True, False or Unknown.'),
          type: text('What is known.'),
        },
        ['type', 'status'],
      ),
    }),
    table: tableOf([
      nameColumn,
      {
        name: 'Status',
        type: 'string',
        description: 'Phase of the namespace.',
        cell: (object) => textAt(object, 'status', 'phase'),
      },
      ageColumn,
    ]),
    subresources: [statusAndMetadata, finalizePart],
    selectableFields: { 'status.phase': (object) => textAt(object, 'status', 'phase') },
    strategy: strategyOf(dialect),
  })
}

/** `/finalize` takes the finalizers of the spec, and metadata too; by PUT alone. */
const finalizePart: Subresource = {
  name: 'finalize',
  verbs: ['update'],
  merge: (live, sent) => withFields(sent, { status: live.status }),
}

function strategyOf(dialect: Dialect): Strategy {
  const { namespaces, namespaceFinalizer, namespaceNameLabel } = dialect
  const immortal: readonly string[] = [namespaces.default, namespaces.system, namespaces.public]
  /** Adds the name as a label, so that namespace selectors can match by name. */
  const labelled = (object: ApiObject): ApiObject => {
    const name = nameOf(object)
    if (name === '' || textAt(object.metadata.labels, namespaceNameLabel) === name) return object
    return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, [namespaceNameLabel]: name } } }
  }
  return {
    validateName: dnsLabelName,
    defaults: (object) => labelled({ ...object, spec: recordOf(object.spec), status: recordOf(object.status) }),
    prepareForCreate(object) {
      const wanted = textsOf(valueAt(object, 'spec', 'finalizers'))
      const finalizers = wanted.includes(namespaceFinalizer) ? wanted : [...wanted, namespaceFinalizer]
      return labelled({ ...object, spec: { finalizers }, status: { phase: ACTIVE } })
    },
    prepareForUpdate(object, live, { subresource }) {
      const spec = subresource === 'finalize' ? object.spec : live.spec
      const status = subresource === 'status' ? object.status : live.status
      return labelled(withFields(object, { spec, status }))
    },
    validateCreate: validateFinalizers,
    validateUpdate: (object) => [...validateFinalizers(object), ...validatePhase(object)],
    prepareForDelete(object) {
      // Deletion takes as long as that of the content, so there is no grace period.
      const { deletionGracePeriodSeconds: _, ...metadata } = object.metadata
      return { ...object, metadata, status: { ...recordOf(object.status), phase: TERMINATING } }
    },
    holdsDeletion: (object) => listOf(valueAt(object, 'spec', 'finalizers')).length > 0,
    forbidDelete: (object) => (immortal.includes(nameOf(object)) ? 'this namespace may not be deleted' : undefined),
  }

  function validateFinalizers(object: ApiObject): readonly FieldError[] {
    return errorsOf(textsOf(valueAt(object, 'spec', 'finalizers')), (finalizer) => {
      const messages = validateQualifiedName(finalizer)
      const isKnown = finalizer.includes('/') || finalizer === namespaceFinalizer
      if (messages.length === 0 && !isKnown) messages.push('name is neither a standard finalizer name nor is it fully qualified')
      return messages.map((message) => invalidField('spec.finalizers', finalizer, message))
    })
  }
}

function validatePhase(object: ApiObject): readonly FieldError[] {
  const phase = textOf(valueAt(object, 'status', 'phase'))
  if (object.metadata.deletionTimestamp) {
    if (phase === TERMINATING) return []
    return [invalidField('status.phase', phase, 'may only be "Terminating" if `deletionTimestamp` is not empty')]
  }
  return phase === ACTIVE ? [] : [invalidField('status.phase', phase, 'may only be "Active" if `deletionTimestamp` is empty')]
}
