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

/** Paths into the objects of a version. */
export interface VersionSubresources {
  readonly status?: boolean
  readonly scale?: ScaleSubresource
  readonly [name: string]: boolean | ScaleSubresource | CustomSubresource | StreamSubresource | ProxySubresource | undefined
}

/** One version of a type, as an embedder writes it. */
export interface ResourceVersionSpec {
  /** Such as `v1` or `v1beta2`. */
  readonly name: string
  /** Schema of the objects: types, or JSON schemas (OpenAPI v3). Without one, objects may hold anything. */
  readonly schema?: VersionSchema
  /** Whether clients may use this version. Default true. */
  readonly served?: boolean
  /** Whether objects are stored in this version. Default: the first version, when none says so. */
  readonly storage?: boolean
  /**
   * With `status`, the status has its own path, and the object's path does not change it. Any other name is a custom subresource:
   * an action, `restart: { kind: 'WidgetRestart', create(request, { object }) { … } }`; a stream, `log: { async *stream({ object,
   * options }) { … } }`; or a proxy, `proxy: { proxy(request) { … } }`.
   */
  readonly subresources?: VersionSubresources
  /** Table columns besides the name. Default: the creation time. */
  readonly printerColumns?: readonly PrinterColumn[]
  /**
   * Paths that field selectors of this version may use besides name and namespace, such as `.spec.color`: at most eight, of type
   * string, boolean or integer.
   */
  readonly selectableFields?: readonly string[]
  /**
   * Protobuf messages of the kind: by name, with fields and field numbers, in the JSON form of protobufjs. With them clients may
   * use protobuf for this version; otherwise JSON or YAML.
   */
  readonly protobuf?: ProtobufMessages
  /** Deprecation: true, or the text of the warning for clients of this version. */
  readonly deprecated?: boolean | string
  /**
   * The releases that introduce, deprecate and remove the version, such as `{ introduced: '1.4', deprecated: '1.6', removed:
   * '1.9' }`: the plane's `release` decides what is served, and warns before a removal. With `introduced`, an alpha version, or a
   * beta version since 1.22, is served only if enabled in the runtime configuration, unless `served` is set.
   */
  readonly life?: VersionLife
}
