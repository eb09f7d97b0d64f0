import { refuse } from '@signet/runtime'
import type { Administrator } from '../caller.ts'
import type { ProjectRow } from './row.ts'

/** Administrators end their own access on their account page (concepts.md, "Authentication"). */
export function refuseOwnAccount(caller: Administrator, project: ProjectRow, userId: string): void {
  if (project.reserved && caller.accountId === userId) refuse('own_account')
}
