/**
 * Matches compiled patterns with counted steps.
 *
 * re2js parses and compiles patterns, but its own matchers cannot be interrupted, and keep up to 8 MB for each pattern. This
 * matcher runs the compiled program as a lazy DFA and charges for each visited instruction, so that the cost of a string is known
 * and deterministic. States are cached, within bounds, so that most strings take one look-up per character.
 *
 * @module
 */

import { BEGINNING, CharacterClasses, END, isWord, kindOf, LINE_FEED, NEWLINE, OTHER, WORD } from './character-classes.js'
import {
  ALT,
  ALT_MATCH,
  ASSERTION,
  BEGIN_LINE,
  BEGIN_TEXT,
  CAPTURE,
  END_LINE,
  END_TEXT,
  type Instruction,
  isRune,
  MATCH,
  NO_WORD_EDGE,
  NOP,
  type PatternProgram,
  WORD_EDGE,
} from './pattern-program.js'

/** Maximum cache size of one automaton, in numbers (ours). */
const MAX_REMEMBERED = 65_536
/** Maximum cache size of all automata together, in numbers (ours): about 32 MB. When it is exceeded, all caches are cleared. */
const MAX_REMEMBERED_BY_ALL = 4_194_304

/** A DFA state: the instructions to continue with, and the context before the position. */
interface State {
  readonly kernel: Int32Array
  readonly before: number
  /** Next states by character class; the last is for the end of the text. */
  readonly next: (State | undefined)[]
  /** Steps of each transition. */
  readonly steps: Int32Array
}

const NO_STEPS = new Int32Array(0)
const sentinel = (): State => ({ kernel: NO_STEPS, before: OTHER, next: [], steps: NO_STEPS })
/** A match was found. */
const FOUND = sentinel()
/** No match is possible any more. */
const LOST = sentinel()

/** The remaining steps; see {@link Automaton.matches}. */
export interface StepBudget {
  /** Below zero when the budget was exceeded. */
  left: number
}

/** The assertions that hold between a context and the next character, or the end. */
function conditions(before: number, rune: number): number {
  let held = before === BEGINNING ? BEGIN_TEXT | BEGIN_LINE : before === NEWLINE ? BEGIN_LINE : 0
  if (rune === END) held |= END_TEXT | END_LINE
  else if (rune === LINE_FEED) held |= END_LINE
  return held | ((before === WORD) === isWord(rune) ? NO_WORD_EDGE : WORD_EDGE)
}

/** Runs one program. */
export class Automaton {
  readonly #instructions: readonly Instruction[]
  readonly #start: number
  /** Whether a match can only begin at the start of the text. */
  readonly #isAnchored: boolean
  readonly #classes: CharacterClasses
  readonly #states = new Map<string, State>()
  #first: State | undefined
  #remembered = 0
  /** The fields of the instructions, in typed arrays for fast access. */
  readonly #ops: Int32Array
  readonly #outs: Int32Array
  readonly #args: Int32Array
  /** For each instruction, the step in which it was last visited, and the step in which it was last added to `#next`. */
  readonly #seen: Int32Array
  readonly #found: Int32Array
  #step = 0
  /** The stack of pending instructions, and the instructions of the next step. */
  readonly #work: Int32Array
  readonly #next: Int32Array
  /** Cost of the last step: the visited instructions, plus one for the character. */
  #steps = 0

  /** @param program - A program without lookbehind, which RE2 syntax does not have. */
  constructor({ inst, start }: PatternProgram) {
    this.#instructions = inst
    this.#start = start
    const first = inst[start] as Instruction
    this.#isAnchored = first.op === ASSERTION && (first.arg & BEGIN_TEXT) !== 0
    this.#classes = new CharacterClasses(inst)
    this.#ops = Int32Array.from(inst, ({ op }) => op)
    this.#outs = Int32Array.from(inst, ({ out }) => out)
    this.#args = Int32Array.from(inst, ({ arg }) => arg)
    this.#seen = new Int32Array(inst.length)
    this.#found = new Int32Array(inst.length)
    this.#work = new Int32Array(inst.length * 3)
    this.#next = new Int32Array(inst.length + 1)
  }

  /**
   * Whether a string contains a match.
   *
   * @param text - Any string.
   * @param budget - Maximum visited instructions; reduced by the cost. If it is below zero afterwards, the result is not valid.
   */
  matches(text: string, budget: StepBudget): boolean {
    this.#first ??= this.#firstState()
    let state = this.#first
    for (let at = 0; at <= text.length; ) {
      const rune = at < text.length ? (text.codePointAt(at) as number) : END
      const group = this.#classes.of(rune)
      const next = state.next[group]
      if (next) budget.left -= state.steps[group] as number
      state = next ?? this.#follow(state, rune, group, budget)
      if (state === FOUND) return budget.left >= 0
      if (state === LOST || budget.left < 0) return false
      at += rune > 0xffff ? 2 : 1
    }
    return false
  }

  #firstState(): State {
    this.#next[0] = this.#start
    return this.#stateOf(1, BEGINNING)
  }

  /** Clears the cache. */
  forget(): void {
    this.#states.clear()
    this.#first = undefined
    this.#remembered = 0
  }

  /** Computes a transition, and caches it. */
  #follow(state: State, rune: number, group: number, budget: StepBudget): State {
    const count = this.#advance(state, rune)
    budget.left -= this.#steps
    const next = count === undefined ? FOUND : rune === END || count === 0 ? LOST : this.#stateOf(count, kindOf(rune))
    // A state that is not cached has no transitions, and must not be kept alive by one that is.
    if (group < state.steps.length && (next.steps !== NO_STEPS || next === FOUND || next === LOST)) {
      state.next[group] = next
      state.steps[group] = this.#steps
    }
    return next
  }

  /**
   * Runs the instructions of a state on one character.
   *
   * @returns The number of next instructions, which are in `#next`. Undefined when a match was found.
   */
  #advance({ kernel, before }: State, rune: number): number | undefined {
    const held = conditions(before, rune)
    const step = ++this.#step
    const [ops, outs, args, seen, found, work, next] = [
      this.#ops,
      this.#outs,
      this.#args,
      this.#seen,
      this.#found,
      this.#work,
      this.#next,
    ]
    work.set(kernel)
    let depth = kernel.length
    let count = 0
    this.#steps = 1
    while (depth > 0) {
      const at = work[--depth] as number
      this.#steps++
      if (seen[at] === step) continue
      seen[at] = step
      const op = ops[at] as number
      const out = outs[at] as number
      if (isRune(op)) {
        if (rune === END || found[out] === step || !this.#instructions[at]?.matchRune(rune)) continue
        found[out] = step
        next[count++] = out
      } else if (op === ALT || op === ALT_MATCH) {
        work[depth++] = args[at] as number
        work[depth++] = out
      } else if (op === CAPTURE || op === NOP || (op === ASSERTION && ((args[at] as number) & ~held) === 0)) work[depth++] = out
      else if (op === MATCH) return undefined
    }
    // Unless anchored, a match may begin at each position.
    if (!this.#isAnchored && found[this.#start] !== step) next[count++] = this.#start
    return count
  }

  /** The state of the instructions in `#next`. */
  #stateOf(count: number, before: number): State {
    const { size } = this.#classes
    const numbers = count * 2 + size * 2 + 32
    const kernel = this.#next.slice(0, count)
    if (this.#remembered + numbers > MAX_REMEMBERED) return { kernel, before, next: [], steps: NO_STEPS }
    const key = `${before} ${kernel.sort().join()}`
    const known = this.#states.get(key)
    if (known) return known
    if (remembered + numbers > MAX_REMEMBERED_BY_ALL) forgetAll()
    const state = { kernel, before, next: new Array<State | undefined>(size), steps: new Int32Array(size) }
    this.#states.set(key, state)
    this.#remembered += numbers
    remembered += numbers
    rememberers.add(this)
    return state
  }
}

const rememberers = new Set<Automaton>()
let remembered = 0

function forgetAll(): void {
  for (const automaton of rememberers) automaton.forget()
  rememberers.clear()
  remembered = 0
}
