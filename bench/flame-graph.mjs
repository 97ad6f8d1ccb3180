// Flame graphs of profiles of V8.
const [WIDTH, ROW, MARGIN] = [960, 17, 8]
/** Frames of a smaller share of the whole are left out. */
const SMALLEST = 0.004
/** Characters of the font are about as wide. */
const CHARACTER = 6.2
const COLOURS = { ours: '#9ecae1', node: '#d9d9d9', packages: '#c7e9c0', native: '#fdd0a2' }
/** Frames that say how the event loop came there, and that the processor had nothing to do. */
const LEFT_OUT = new Set([
  '',
  '(root)',
  '(program)',
  'processTicksAndRejections',
  'runMicrotasks',
  'listOnTimeout',
  'processTimers',
])

/** Bundling appends a number to names that several modules use. */
const nameOf = ({ functionName }) => functionName.replace(/(?<=[a-z])\d+$/, '')

function kindOf({ url }) {
  if (url.startsWith('node:')) return 'node'
  if (url.includes('/node_modules/')) return 'packages'
  return url === '' ? 'native' : 'ours'
}

/**
 * Sums up a profile.
 *
 * @param profile - A profile of the inspector.
 * @param requests - Number of requests in it.
 * @returns The frames as a tree, and the time of each function without its calls; in microseconds for a request.
 */
export function callTree(profile, requests) {
  const root = { name: 'all', kind: 'native', us: 0, children: new Map() }
  const own = new Map()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  profile.samples.forEach((id, i) => {
    const frames = []
    for (let at = id; at !== undefined; at = parents.get(at)) frames.unshift(nodes.get(at).callFrame)
    const last = frames.at(-1)
    if (last.functionName === '(idle)' || frames.some(({ url }) => url === 'node:inspector')) return
    const us = profile.timeDeltas[i] / requests
    root.us += us
    let node = root
    for (const frame of frames) {
      if (LEFT_OUT.has(frame.functionName)) continue
      const name = nameOf(frame)
      if (!node.children.has(name)) node.children.set(name, { name, kind: kindOf(frame), us: 0, children: new Map() })
      node = node.children.get(name)
      node.us += us
    }
    const name = nameOf(last) || (last.url === '' ? '(native)' : '(anonymous)')
    own.set(name, (own.get(name) ?? 0) + us)
  })
  return { root, own }
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Draws a tree of calls: the width of a frame is its time, and below it are its calls.
 *
 * @param root - The tree.
 * @param title - What was measured.
 * @returns SVG.
 */
export function flameGraph(root, title) {
  const frames = []
  let rows = 0
  const draw = (node, x, depth) => {
    const width = (node.us / root.us) * (WIDTH - 2 * MARGIN)
    const y = MARGIN + depth * ROW
    rows = Math.max(rows, depth + 1)
    const text = `${node.name} ${node.us.toFixed(1)}`
    const shown = text.length * CHARACTER < width ? text : node.name.slice(0, Math.floor(width / CHARACTER))
    frames.push(
      `<g><title>${escaped(node.name)}: ${node.us.toFixed(1)} µs</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[node.kind]}"/>` +
        `<text x="${(x + 2).toFixed(1)}" y="${y + ROW - 5}">${escaped(shown)}</text></g>`,
    )
    let at = x
    for (const child of [...node.children.values()].sort((a, b) => b.us - a.us)) {
      if (child.us >= root.us * SMALLEST) draw(child, at, depth + 1)
      at += (child.us / root.us) * (WIDTH - 2 * MARGIN)
    }
  }
  draw({ ...root, name: `${title}, in microseconds:` }, MARGIN, 0)
  const height = 2 * MARGIN + rows * ROW
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10">`
  return [
    head,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...frames,
    '</svg>',
    '',
  ].join('\n')
}
