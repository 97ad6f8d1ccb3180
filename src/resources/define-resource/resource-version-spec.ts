/**
 * One version of a resource type, as an embedder writes it.
 *
 * @module
 */

import type { PrinterColumn, ProtobufMessages } from '../../codec/index.js'
import type { VersionLife } from '../lifecycle/version-life.js'
import type { ProxySubresource, StreamSubresource } from '../subresources/connect-subresource-spec.js'
import type { CustomSubresource } from '../subresources/custom-subresource-spec.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import type { VersionSchema } from '../typed/written-schema.js'

/** Paths below the objects of a version. */
export interface VersionSubresources {
  readonly status?: boolean
  readonly scale?: ScaleSubresource
  readonly [name: string]: boolean | ScaleSubresource | CustomSubresource | StreamSubresource | ProxySubresource | undefined
}

/** One version of a type, as an embedder writes it. */
export interface ResourceVersionSpec {
  /** Such as `v1` or `v1beta2`. */
  readonly name: string
  /** What objects hold: types, or JSON schemas (OpenAPI v3). Without one, objects may hold anything. */
  readonly schema?: VersionSchema
  /** Whether clients may use this version. Default true. */
  readonly served?: boolean
  /** Whether objects are stored in this version. Default: the first version, when none says so. */
  readonly storage?: boolean
  /**
   * With `status`, the status has a path of its own and the object's path leaves it alone. Any other name is a subresource of your own:
   * one that is asked to do something, `restart: { kind: 'WidgetRestart', create(request, { object }) { … } }`; one that is read as a
   * stream, `log: { async *stream({ object, options }) { … } }`; or one whose requests are handed on, `proxy: { proxy(request) { … } }`.
   */
  readonly subresources?: VersionSubresources
  /** Columns of tables beside the name. Default: when the object was created. */
  readonly printerColumns?: readonly PrinterColumn[]
  /** Paths that field selectors may use beside name and namespace, such as `.spec.color`. */
  readonly selectableFields?: readonly string[]
  /**
   * Protobuf messages of the kind: by name, with their fields and field numbers, as protobufjs writes them in JSON. With
   * them clients may send and ask for objects of this version in protobuf too; without, they use JSON or YAML.
   */
  readonly protobuf?: ProtobufMessages
  /** True, or the text of the warning that clients of this version get. */
  readonly deprecated?: boolean | string
  /**
   * The releases that the version came in, is deprecated in, and goes in, such as `{ introduced: '1.4', deprecated: '1.6', removed: '1.9' }`:
   * the plane's `release` decides what is served, and warns of what goes. A version that has a beginning and is alpha, or beta since
   * 1.22, is served when the runtime configuration says so, unless `served` does.
   */
  readonly life?: VersionLife
}
