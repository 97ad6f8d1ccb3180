// Draws the cost of verbs over the size of a plane, both on logarithmic scales.
const [WIDTH, HEIGHT] = [760, 400]
const FRAME = { left: 64, right: 200, top: 24, bottom: 48 }
const COLOURS = ['#1f77b4', '#2ca02c', '#17becf', '#d62728', '#ff7f0e', '#9467bd', '#8c564b']

const TITLE = '<title>What verbs cost over the size of a plane</title>'

const decades = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i))
const label = (value) => (value >= 1000 ? `${(value / 1000).toLocaleString('en')},000` : String(value))

/**
 * Draws a chart.
 *
 * @param points - `{ objects, costs }`, where `costs` are microseconds by the name of the verb.
 * @returns SVG.
 */
export function growthChart(points) {
  const sizes = points.map(({ objects }) => objects)
  const all = points.flatMap(({ costs }) => Object.values(costs))
  const x = scale(sizes, FRAME.left, WIDTH - FRAME.right)
  const y = scale(all, HEIGHT - FRAME.bottom, FRAME.top)
  const [left, right, bottom] = [FRAME.left, WIDTH - FRAME.right, HEIGHT - FRAME.bottom]
  const lines = y.decades.map((value) => {
    const at = y.at(value)
    const line = `<line x1="${left}" y1="${at}" x2="${right}" y2="${at}" stroke="#ddd"/>`
    return `${line}<text x="${left - 8}" y="${at + 4}" text-anchor="end">${label(value)} µs</text>`
  })
  const columns = x.decades.map((value) => {
    const at = x.at(value)
    const line = `<line x1="${at}" y1="${FRAME.top}" x2="${at}" y2="${bottom}" stroke="#ddd"/>`
    return `${line}<text x="${at}" y="${bottom + 18}" text-anchor="middle">${label(value)}</text>`
  })
  // Labels are at the ends of their lines, moved apart where those are close.
  const names = Object.keys(points[0].costs)
  const ends = names.map((name, i) => ({ name, colour: COLOURS[i % COLOURS.length], at: y.at(points.at(-1).costs[name]) }))
  let lowest = Number.NEGATIVE_INFINITY
  const curves = [...ends]
    .sort((a, b) => a.at - b.at)
    .map(({ name, colour, at }) => {
      lowest = Math.max(at, lowest + 15)
      const path = points.map(({ objects, costs }) => `${x.at(objects)},${y.at(costs[name])}`).join(' ')
      const curve = `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`
      return `${curve}<text x="${right + 8}" y="${lowest + 4}" fill="${colour}">${name}</text>`
    })
  const title = `<text x="${(left + right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">objects of 1 KiB in the plane</text>`
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`
  return [
    head,
    TITLE,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...lines,
    ...columns,
    ...curves,
    title,
    '</svg>',
    '',
  ].join('\n')
}

/** A scale of powers of ten around some values. */
function scale(values, low, high) {
  const from = Math.floor(Math.log10(Math.min(...values)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))
  const at = (value) => Math.round(low + ((Math.log10(value) - from) / (to - from)) * (high - low))
  return { at, decades: decades(from, to) }
}
