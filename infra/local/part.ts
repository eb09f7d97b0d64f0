/** Requests first, data last. */
const stopOrder = ['edge', 'service', 'nats', 'postgres', 'lock'] as const

export interface Part {
  readonly kind: (typeof stopOrder)[number]
  readonly name: string
  stop(): unknown
  /** Resolves with a sentence, for any reason of the end. */
  readonly exited?: Promise<string>
}

/** A part that fails to stop is reported and does not stop the others. */
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
