import type { Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { activePeople } from '@signet/sessions'

/** Sign-ups are paused at the plan's cap of monthly active users; sign-ins never are. */
export const isAtCap = (settings: Settings, cap: number | null, people: number): boolean =>
  settings['plans.enabled'] && cap !== null && people >= cap

/** False for a System project. */
export async function signUpsPaused(
  executor: Executor,
  settings: Settings,
  projectId: string,
): Promise<boolean> {
  if (!settings['plans.enabled']) return false
  const [row] = await executor.rows<{ cap: number | null }>(sql`
    SELECT plan.monthly_active_users AS cap FROM projects p JOIN plans plan ON plan.id = p.plan_id
    WHERE p.id = ${projectId} AND NOT p.system`)
  if (!row || row.cap === null) return false
  return isAtCap(settings, row.cap, (await activePeople(executor, projectId)).people)
}
