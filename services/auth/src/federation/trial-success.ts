import { actors } from '@signet/events'
import {
  applyPendingChange,
  lockPendingChange,
  recordTrial,
  type Transaction,
  type TrialResult,
  watchSuperAdministrators,
} from '@signet/federation'
import { bumpProject, loadSettings } from '@signet/tenancy'
import { auditProvider } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { UpstreamProblem } from '../upstream/problem.ts'

/**
 * Applies the pending change that the trial proved. The entry names the administrator who made the change.
 * @throws UpstreamProblem when the change was replaced, or when no super administrator could sign in after it
 */
export async function recordSuccess(
  { deps: { database, vault }, project }: OptionsContext,
  providerId: string,
  { id, pendingId }: Transaction,
  claims: Readonly<Record<string, unknown>>,
): Promise<TrialResult> {
  if (pendingId === null) return { claims }
  return database.transaction(async (tx) => {
    const hasLockedOut = project.reserved ? await watchSuperAdministrators(tx, loadSettings) : null
    await bumpProject(tx, project.id)
    const at = { projectId: project.id, providerId }
    const locked = await lockPendingChange(tx, vault, at, pendingId)
    if (!locked) throw new UpstreamProblem('The pending change was replaced during the trial.')
    const appliedFields = Object.keys(locked.change.values)
    const audited = await auditProvider(tx, project.id, {
      actor: actors.administrator(locked.change.by),
      action: 'federation.provider.update',
      surface: null,
      detail: { providerId, appliedFields },
    })
    await applyPendingChange(audited, vault, at, locked)
    if (await hasLockedOut?.())
      throw new UpstreamProblem('No super administrator could sign in with the pending change.')
    const result = { claims, appliedFields }
    await recordTrial(tx, project.id, id, result)
    return result
  })
}
