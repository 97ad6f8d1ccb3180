/**
 * Waits for what another process or socket will do. Gives up only when the test does.
 *
 * @param holds - Asked again and again, between other work.
 */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise<void>((resolve) => setImmediate(resolve))
}
