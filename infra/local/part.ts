/** The order in which a stop goes through what was started: no more requests first, the data last. */
const stopOrder = ['edge', 'service', 'nats', 'postgres', 'lock'] as const

/** Something that was started and will have to be stopped. */
export interface Part {
  readonly kind: (typeof stopOrder)[number]
  readonly name: string
  stop(): unknown
  /** Resolves with a sentence when it ends, whoever ended it. */
  readonly exited?: Promise<string>
}

/** Stops everything, kind by kind; a part that does not stop cleanly is named and does not keep the rest. */
export async function stopParts(parts: readonly Part[], complain: (line: string) => void): Promise<void> {
  for (const kind of stopOrder)
    await Promise.all(
      parts
        .filter((part) => part.kind === kind)
        .map(async ({ name, stop }) => {
          try {
            await stop()
          } catch (error) {
            complain(`${name} did not stop cleanly: ${error instanceof Error ? error.message : error}`)
          }
        }),
    )
}
