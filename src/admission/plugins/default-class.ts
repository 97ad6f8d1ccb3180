/**
 * DefaultIngressClass and DefaultStorageClass: objects created without a class get the default class.
 *
 * @module
 */

import { type ApiObject, type Dialect, type GroupResource, getKey } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../plugin.js'
import type { AdmissionSources } from '../sources.js'

/** The class settings of a kind. */
interface ClassRules {
  readonly name: string
  /** The type of the objects. */
  readonly resource: (dialect: Dialect) => GroupResource
  /** The type of the classes, and their kind for messages. */
  readonly classes: (dialect: Dialect) => GroupResource
  readonly kind: string
  /** The field of the spec that names the class. */
  readonly field: string
  /** Annotations that mark a class as the default one. */
  readonly marks: (dialect: Dialect) => readonly string[]
  /** The annotation that names a class instead of the field. */
  readonly older: (dialect: Dialect) => string
}

/** Sets the default class of a new Ingress without a class. */
export const defaultIngressClass = (): AdmissionPlugin =>
  defaultClass({
    name: 'DefaultIngressClass',
    resource: ({ groupDomain }) => ({ group: `networking.${groupDomain}`, resource: 'ingresses' }),
    classes: ({ groupDomain }) => ({ group: `networking.${groupDomain}`, resource: 'ingressclasses' }),
    kind: 'IngressClasses',
    field: 'ingressClassName',
    marks: ({ labelDomain }) => [`ingressclass.${labelDomain}/is-default-class`],
    older: ({ labelDomain }) => `${labelDomain}/ingress.class`,
  })

/** Sets the default storage class of a new PersistentVolumeClaim without a class. */
export const defaultStorageClass = (): AdmissionPlugin =>
  defaultClass({
    name: 'DefaultStorageClass',
    resource: () => ({ group: '', resource: 'persistentvolumeclaims' }),
    classes: ({ groupDomain }) => ({ group: `storage.${groupDomain}`, resource: 'storageclasses' }),
    kind: 'StorageClasses',
    field: 'storageClassName',
    marks: ({ labelDomain }) => [
      `storageclass.${labelDomain}/is-default-class`,
      `storageclass.beta.${labelDomain}/is-default-class`,
    ],
    older: ({ labelDomain }) => `volume.beta.${labelDomain}/storage-class`,
  })

function defaultClass(rules: ClassRules): AdmissionPlugin {
  const defaults = new Set<string>()
  let about: GroupResource | undefined
  let older = ''
  return {
    name: rules.name,
    start({ dialect, objects }: AdmissionSources) {
      about = rules.resource(dialect)
      older = rules.older(dialect)
      const marks = rules.marks(dialect)
      return objects.follow(rules.classes(dialect), {
        put({ metadata }: ApiObject) {
          const isDefault = marks.some((mark) => getKey(metadata.annotations, mark) === 'true')
          if (isDefault) defaults.add(metadata.name ?? '')
          else defaults.delete(metadata.name ?? '')
        },
        remove: ({ metadata }) => void defaults.delete(metadata.name ?? ''),
      })
    },
    handles: ({ operation, group, resource, subresource }: AdmissionAttributes) =>
      operation === 'CREATE' && group === about?.group && resource === about.resource && subresource === '',
    mutate(object, attributes) {
      if (defaults.size === 0 || hasClass(attributes.object, rules.field, older)) return
      if (defaults.size > 1) {
        const detail = `Internal error occurred: ${defaults.size} default ${rules.kind} were found, only 1 allowed`
        throw admissionDenied(attributes, detail)
      }
      const [name] = defaults
      const whole = object as { spec?: Record<string, unknown> }
      whole.spec = { ...whole.spec, [rules.field]: name }
    },
  }
}

/** An empty class is an explicit choice too. */
const hasClass = (object: ApiObject | undefined, field: string, older: string): boolean =>
  getKey(object?.spec, field) !== undefined || getKey(object?.metadata.annotations, older) !== undefined
