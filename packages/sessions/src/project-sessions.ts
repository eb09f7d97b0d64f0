import { type Executor, sql } from '@signet/db'
import { addressArtifacts, deleteArtifacts } from './artifacts.ts'

/** Ends every session and token of a project: its issuer is another one from now on. Consents stay. */
export async function endProject(tx: Executor, projectId: string): Promise<void> {
  await deleteArtifacts(tx, addressArtifacts, projectId, sql`true`)
}
