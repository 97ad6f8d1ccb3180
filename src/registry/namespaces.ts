/**
 * Namespaces as other types see them: they must exist, and not be terminating, before an object is created in them.
 *
 * @module
 */

import { type ApiObject, andThen, type Dialect, forbidden, formatTime, NAMESPACES, notFound } from '../meta/index.js'
import type { ResourceDefinition } from '../resources/index.js'
import type { Row } from '../store/index.js'
import { groupResourceOf, type RegistryContext } from './context.js'
import type { Target } from './types.js'

function namespaceDefinition(context: RegistryContext): ResourceDefinition {
  const found = context.catalog.find(NAMESPACES.group, 'v1', NAMESPACES.resource)
  if (!found) throw new Error('a control plane needs the Namespace kind')
  return found.definition
}

/**
 * Refuses to create an object in a namespace that is missing or being deleted.
 *
 * @param context - The registry.
 * @param target - Where the object would be created.
 * @param name - Its name, for the message.
 * @throws {@link ApiError} 404 when there is no such namespace, 403 with cause NamespaceTerminating when it is terminating.
 */
export function requireNamespace(context: RegistryContext, target: Target, name: string): Promise<void> | void {
  if (!target.definition.namespaced) return
  const namespaces = context.collectionOf(namespaceDefinition(context))
  // Another replica may have just created it.
  return andThen(namespaces.peek(target.namespace) ?? namespaces.newest(target.namespace), (row) =>
    requireOpen(target, name, row),
  )
}

/** Rows of namespaces that take new objects: a plane with many namespaces would parse one for each create. */
const openRows = new WeakSet<Row>()

function requireOpen(target: Target, name: string, row: Row | undefined): void {
  if (!row) throw notFound(NAMESPACES, target.namespace)
  if (openRows.has(row)) return
  if (row.object.metadata.deletionTimestamp) {
    throw forbidden(
      groupResourceOf(target),
      name,
      `unable to create new content in namespace ${target.namespace} because it is being terminated`,
      [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${target.namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    )
  }
  openRows.add(row)
}

/**
 * Creates the namespaces that a plane has from the start, where they are missing.
 *
 * @param context - The registry.
 */
export async function createDefaultNamespaces(context: RegistryContext): Promise<void> {
  const collection = context.collectionOf(namespaceDefinition(context))
  for (const name of Object.values(context.dialect.namespaces)) {
    if (!collection.peek(name)) await collection.put(name, 0, defaultNamespace(context, context.dialect, name))
  }
}

const defaultNamespace = ({ clock, random }: RegistryContext, dialect: Dialect, name: string): ApiObject => ({
  kind: 'Namespace',
  apiVersion: 'v1',
  metadata: {
    name,
    uid: random.uuid(),
    creationTimestamp: formatTime(clock.now()),
    labels: { [dialect.namespaceNameLabel]: name },
  },
  spec: { finalizers: [dialect.namespaceFinalizer] },
  status: { phase: 'Active' },
})
