// Delay from the response of a write to the event at a watcher.
const OBJECTS = 100
const COMMITS_PER_SECOND = 1000
const WRITERS = 64

/**
 * Writes at a steady rate to the objects `object-00000000` and following of the namespace `latency`, in turn, while clients watch
 * each of them.
 *
 * @param generator - Sends the writes and watches, so that one clock measures both.
 * @param options - The port, the port of another replica to watch at, the duration, and the request format.
 * @returns Quantiles in milliseconds, and the actual writes per second. A line that arrives before the response counts as zero.
 */
export async function watchLatency(generator, { port, watchPort = port, seconds, watchersEach = 10, request }) {
  const collection = '/api/v1/namespaces/latency/configmaps'
  const result = await generator.latency({
    port,
    watchPort,
    objects: OBJECTS,
    watchersEach,
    perSecond: COMMITS_PER_SECOND,
    writers: WRITERS,
    writes: seconds * COMMITS_PER_SECOND,
    watch: request('GET', `${collection}?watch=true&fieldSelector=metadata.name%3Dobject-########`),
    write: request('PATCH', `${collection}/object-########`, '{"data":{"n":"@@@@@@@@"}}', 'application/merge-patch+json'),
  })
  return { ...result, watchers: OBJECTS * watchersEach }
}
