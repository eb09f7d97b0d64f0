import type { OperationName } from '@signet/contracts'

type Input = Readonly<Record<string, unknown>>

interface NotedEtag {
  readonly name: OperationName
  readonly input: Input
  readonly etag: string
}

/** ETags of the latest reads, the oldest first. `etags.ts` finds those of an object. */
export const notedEtags = new Map<string, NotedEtag>()

/** The oldest one is removed first. */
const maxEtags = 200

export function keepEtag(name: OperationName, input: Input, etag: string): void {
  const key = `${name} ${JSON.stringify(input)}`
  notedEtags.delete(key)
  notedEtags.set(key, { name, input, etag })
  const [oldest] = notedEtags.keys()
  if (notedEtags.size > maxEtags && oldest !== undefined) notedEtags.delete(oldest)
}
