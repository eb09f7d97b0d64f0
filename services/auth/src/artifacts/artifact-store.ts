import type { Executor } from '@signet/db'
import { RowReads } from './row-reads.ts'
import { WriteBatcher } from './write-batcher.ts'

/** One store per process, so that concurrent requests share statements. */
export interface ArtifactStore {
  readonly executor: Executor
  readonly reads: RowReads
  readonly writes: WriteBatcher
}

export const openArtifacts = (executor: Executor): ArtifactStore => ({
  executor,
  reads: new RowReads(executor),
  writes: new WriteBatcher(executor),
})
