/**
 * Answers in the binary envelope: which kinds have one, and how they are encoded.
 *
 * @module
 * @see Specification, "Binary (protobuf) envelope"
 */

import { type ListFrame, type ListWriter, loadProtobufEncoder, type OwnKind, type ProtobufEncoder } from '../codec/index.js'
import { type Dialect, formatApiVersion, lazily, notAcceptable, type UnknownRecord } from '../meta/index.js'
import type { Target } from '../registry/index.js'

/** Encodes the answers of one request in protobuf. */
export interface BinaryForm {
  /** The media type of the bytes. */
  readonly mediaType: string
  /**
   * Encodes an object, with its kind and version.
   *
   * @throws {@link ApiError} 406 for an object that protobuf cannot express.
   */
  encode(object: object): Uint8Array
  /**
   * Encodes a list, item by item; see {@link BinaryForm.encode} for what items throw.
   *
   * @throws {@link ApiError} 406 for a list that protobuf cannot express.
   */
  list(frame: ListFrame): ListWriter
  /** Encodes an event of a watch. */
  watchFrame(type: string, object: object): Uint8Array
}

/** The parts of a target that decide whether there are messages for it. */
export type BinaryTarget = Pick<Target, 'definition' | 'version' | 'subresource'>

/** The kind of a target, when its definition brings messages of its own. */
export function ownKindOf({ definition, version, subresource }: BinaryTarget): OwnKind | undefined {
  if (!version.protobuf || subresource?.kind) return undefined
  const { kind, listKind } = definition.names
  return { apiVersion: formatApiVersion(definition.group, version.name), kind, listKind, messages: version.protobuf }
}

/**
 * Whether bodies and errors of a target may be in protobuf. Types that the plane does not bring itself
 * need messages of their own.
 */
export const mayBeBinary = ({ definition, version, subresource }: BinaryTarget): boolean =>
  !definition.custom || version.protobuf !== undefined || subresource?.kind !== undefined

/** Makes binary forms; their code is loaded with the first one. */
export class BinaryForms {
  readonly #dialect: Dialect
  readonly #encoder: () => ProtobufEncoder | Promise<ProtobufEncoder>

  /** @param dialect - Names kinds and media types. */
  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#encoder = lazily(() => loadProtobufEncoder(dialect))
  }

  /** The form of what every kind has: errors, and metadata alone. */
  async common(): Promise<BinaryForm> {
    return this.#form(await this.#encoder(), undefined)
  }

  /** The form of a target's objects; undefined when its kind has no message. */
  async of(target: BinaryTarget): Promise<BinaryForm | undefined> {
    const encoder = await this.#encoder()
    const { definition, version, subresource } = target
    const own = ownKindOf(target)
    const {
      group,
      version: name,
      kind,
    } = subresource?.kind ?? { group: definition.group, version: version.name, kind: definition.names.kind }
    if (definition.custom && !own && !subresource?.kind) return undefined
    return encoder.has(formatApiVersion(group, name), kind, own) ? this.#form(encoder, own) : undefined
  }

  #form(encoder: ProtobufEncoder, own: OwnKind | undefined): BinaryForm {
    const refuse = (): never => {
      throw notAcceptable(['application/json', 'application/yaml'])
    }
    const encode = (object: object): Uint8Array => encoder.encode(object as UnknownRecord, own) ?? refuse()
    const list = (frame: ListFrame): ListWriter => {
      const writer = encoder.list(frame, own) ?? refuse()
      const item = (value: object, index: number): Iterable<Uint8Array> => {
        try {
          return writer.item(value, index)
        } catch (error) {
          if (error instanceof RangeError) return refuse()
          throw error
        }
      }
      return { ...writer, item }
    }
    return {
      mediaType: this.#dialect.protobufMediaType,
      encode,
      list,
      watchFrame: (type, object) => encoder.watchFrame(type, encode(object)),
    }
  }
}
