/**
 * Types and constants of programs compiled by re2js.
 *
 * @module
 */

/** An instruction of a compiled program. */
export interface Instruction {
  readonly op: number
  readonly out: number
  /** The second target of an alternative; the conditions of an assertion; the flags of a character instruction. */
  readonly arg: number
  readonly runes: ArrayLike<number>
  matchRune(rune: number): boolean
}

/** A compiled program. */
export interface PatternProgram {
  readonly inst: readonly Instruction[]
  readonly start: number
}

/** Opcodes. */
export const [ALT, ALT_MATCH, CAPTURE, ASSERTION, MATCH, NOP] = [1, 2, 3, 4, 6, 7] as const
const [FIRST_RUNE, LAST_RUNE] = [8, 11] as const

/** The conditions of assertions, as bits. */
export const [BEGIN_LINE, END_LINE, BEGIN_TEXT, END_TEXT, WORD_EDGE, NO_WORD_EDGE] = [1, 2, 4, 8, 16, 32] as const

/** The flag in `arg` of a character instruction that makes it ignore case. */
export const FOLD_CASE = 1

/** Whether an opcode consumes a character. */
export const isRune = (op: number): boolean => op >= FIRST_RUNE && op <= LAST_RUNE
