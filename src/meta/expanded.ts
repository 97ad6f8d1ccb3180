/**
 * Types without a name of their own in the declarations of users.
 *
 * @module
 */

/**
 * A type that is written out where TypeScript infers it, in place of the name of its alias.
 *
 * The declaration files of a program name an exported alias by the module that declares it, even when no entry point exports it:
 * what has such a type could be exported only with an annotation (TS2742).
 *
 * It is for aliases without type parameters. One with some has to stay inside its module.
 *
 * @typeParam T - The type.
 */
export type Expanded<T> = T
