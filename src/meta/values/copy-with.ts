/**
 * Copies of objects with other members, as almost every step of a write makes them.
 *
 * @module
 */

const NOTHING = undefined as object | undefined

/**
 * Copies an object and sets members of the copy: `{ ...object, ...changes }`, only fast.
 *
 * V8 (seen in Node 20) clones the hidden class of the object where a literal begins with its members, outside of the tree of classes
 * that objects share: what is added to the copy, or freezing it, is slow, and so is reading it wherever it goes. A literal that
 * begins with nothing shares its classes with all others. Writes take a fifth less processor time for it.
 *
 * @param object - What is copied.
 * @param changes - Members that the copy adds or replaces.
 */
export const copyWith = <T extends object, C extends object>(object: T, changes: C): T & C => ({
  ...NOTHING,
  ...object,
  ...changes,
})
