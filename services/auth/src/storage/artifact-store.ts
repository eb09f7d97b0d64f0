import type { Executor } from '@signet/db'
import { Flushes } from './flushes.ts'
import { RowReads } from './row-reads.ts'

/** Artifacts of all projects of one process, in PostgreSQL: shared, so that requests of the same moment are served together. */
export interface ArtifactStore {
  readonly executor: Executor
  readonly reads: RowReads
  readonly flushes: Flushes
}

export const openArtifacts = (executor: Executor): ArtifactStore => ({
  executor,
  reads: new RowReads(executor),
  flushes: new Flushes(executor),
})
