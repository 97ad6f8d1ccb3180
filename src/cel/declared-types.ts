/**
 * Declared types of JSON values: a CEL type, by whose name expressions are checked, and how values are read, as JSON has fewer types.
 *
 * @module
 */

import type { UnknownRecord } from '../meta/index.js'

/** The type of JSON values in expressions. */
export interface DeclaredType {
  /** Its CEL name, such as `list<string>`; `dyn` when it is only known at run time. */
  readonly name: string
  /** The type that its strings are read as; they stay strings by default. */
  readonly text?: 'timestamp' | 'date' | 'duration' | 'bytes'
  /** The type that its numbers are read as; by default whole ones are integers. */
  readonly number?: 'int' | 'double'
  /** The type of a list's items. */
  readonly items?: DeclaredType
  /** The merge semantics of a list: a set, or a map with these keys. Other lists are atomic and ordered. */
  readonly merge?: 'set' | readonly string[]
  /** The type of the values of a map, which may have any keys. */
  readonly values?: DeclaredType
  /** The fields of an object. */
  readonly struct?: DeclaredStruct
}

/** The class and the fields of an object type. The CEL package identifies types by class, so each has its own. */
export interface DeclaredStruct {
  readonly type: new (source: UnknownRecord, members: StructMembers, read: ReadMember) => object
  readonly members: StructMembers
}

/** The fields of an object type, by their names in expressions. */
export type StructMembers = ReadonlyMap<string, StructMember>

/** A field of an object: its key in JSON, and its type. */
export interface StructMember {
  readonly key: string
  readonly type: DeclaredType
  /** Whether it counts as absent when it is null; it does not by default. */
  readonly isAbsentAsNull?: boolean
}

/** Reads a value of a declared type. */
export type ReadMember = (type: DeclaredType, value: unknown) => unknown

/** A type as it is written in code. */
export type TypeDeclaration =
  | keyof typeof SIMPLE_TYPES
  | { readonly list: TypeDeclaration }
  | { readonly map: TypeDeclaration }
  | { readonly fields: Readonly<Record<string, TypeDeclaration>> }

/** Types without parts. */
export const SIMPLE_TYPES = {
  string: { name: 'string' },
  bool: { name: 'bool' },
  int: { name: 'int', number: 'int' },
  double: { name: 'double', number: 'double' },
  bytes: { name: 'bytes', text: 'bytes' },
  date: { name: 'google.protobuf.Timestamp', text: 'date' },
  timestamp: { name: 'google.protobuf.Timestamp', text: 'timestamp' },
  duration: { name: 'google.protobuf.Duration', text: 'duration' },
  dyn: { name: 'dyn' },
} as const satisfies Readonly<Record<string, DeclaredType>>

/** The type of lists. */
export const listType = (items: DeclaredType, merge?: DeclaredType['merge']): DeclaredType => ({
  name: `list<${items.name}>`,
  items,
  ...(merge && { merge }),
})

/** The type of maps with any keys. */
export const mapType = (values: DeclaredType): DeclaredType => ({ name: `map<string, ${values.name}>`, values })
