import { type PlannedChange, ProblemError, ProjectPlan } from '@signet/contracts'
import { callConfirmed } from '../connection/client.ts'
import { printJson, type Session } from '../connection/session.ts'
import { fail } from '../failure.ts'
import { showChanges } from './show-plan.ts'

export async function planFile(session: Session, projectId: string, file: Record<string, unknown>) {
  const client = await session.open()
  return (await client.call('project_file_plan', { projectId, file })) as ProjectPlan
}

export function show(session: Session, plan: { readonly changes: readonly PlannedChange[] }): void {
  if (session.json) printJson(session, plan)
  else showChanges(session.terminal, plan.changes)
}

export async function planAndApply(
  session: Session,
  projectId: string,
  file: Record<string, unknown>,
): Promise<void> {
  const plan = await planFile(session, projectId, file)
  if (!session.json) showChanges(session.terminal, plan.changes)
  if (plan.changes.length === 0) return session.json ? printJson(session, { changes: [] }) : undefined
  const { yes, terminal } = session.confirming
  if (!yes && !(await terminal.confirm('Apply these changes?')))
    return fail('Not applied. Use --yes to apply without a question.')
  return applyPlan(session, projectId, file, plan.digest)
}

export async function applyPlan(
  session: Session,
  projectId: string,
  file: Record<string, unknown>,
  digest: string,
): Promise<void> {
  const client = await session.open()
  try {
    const applied = await callConfirmed(
      client,
      'project_file_apply',
      { projectId, file, digest },
      // The plan was confirmed, so a question of the server is answered as well.
      { ...session.confirming, yes: true },
    )
    if (session.json) printJson(session, applied)
    else session.terminal.print(`Applied ${applied.changes.length} changes.`)
  } catch (error) {
    const fresh = error instanceof ProblemError ? ProjectPlan.safeParse(error.problem.plan).data : undefined
    if (!fresh) throw error
    if (!session.json) {
      session.terminal.note('The project changed since the plan. The new plan:')
      showChanges(session.terminal, fresh.changes)
    }
    throw error
  }
}
