// Delay from the answer of a write to the event at a watcher.
const OBJECTS = 100
const COMMITS_PER_SECOND = 1000
const WRITERS = 64

/**
 * Writes so many times a second to the objects `object-00000000` and following of the namespace `latency`, in turn, while
 * clients watch each of them.
 *
 * @param generator - Sends the writes and watches, so that one clock measures both.
 * @param options - The port, that of another replica to watch at, for how long, and how requests are put together.
 * @returns Quantiles in milliseconds, and the writes a second that there were. A line that came before the answer counts as zero.
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
