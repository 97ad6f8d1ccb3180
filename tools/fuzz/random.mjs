// Reproducible pseudo-random choices: the same seed and number give the same choices.

// Two rounds of mixing, so that adjacent numbers give unrelated choices.
function mix(value) {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

export function createRandom(seed, number) {
  let state = mix(mix(seed) + number)
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    return mix(state)
  }
  const int = (below) => next() % below
  const random = {
    /** A whole number from 0, below `below`. */
    int,
    /** A whole number from `from` to `to`, both included. */
    between: (from, to) => from + int(to - from + 1),
    chance: (share) => next() < share * 2 ** 32,
    pick: (list) => list[int(list.length)],
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
    /** Letters and digits, as names have them. */
    word: (length) => Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[int(36)]).join(''),
  }
  return random
}
