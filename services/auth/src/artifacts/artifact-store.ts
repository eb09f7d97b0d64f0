import type { Executor } from '@signet/db'
import { RowReads } from './row-reads.ts'
import { WriteBatcher } from './write-batcher.ts'

/** Artifacts of all projects of one process, in PostgreSQL: shared, so that requests of the same moment are served together. */
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
