import { type PlannedChange, ProblemError, ProjectPlan } from '@signet/contracts'
import { callConfirmed } from '../connection/client.ts'
import { printJson, type Session } from '../connection/session.ts'
import { fail } from '../failure.ts'
import type { Style, Terminal } from '../terminal.ts'

const marks: Readonly<Record<PlannedChange['action'], { readonly mark: string; readonly style: Style }>> = {
  create: { mark: '+', style: 'green' },
  update: { mark: '~', style: 'yellow' },
  delete: { mark: '-', style: 'red' },
}

const valueText = (value: unknown): string => (value === undefined ? '(none)' : JSON.stringify(value))

function showChanges(terminal: Terminal, changes: readonly PlannedChange[]): void {
  for (const { action, subject, changes: fields, consequence, consequences, effects } of changes) {
    const { mark, style } = marks[action]
    terminal.print(terminal.style(style, `${mark} ${subject}`))
    for (const { field, from, to } of fields)
      terminal.print(`    ${field}: ${action === 'create' ? '' : `${valueText(from)} -> `}${valueText(to)}`)
    if (!effects.includes('none')) terminal.print(terminal.style('dim', `    ${consequence}`))
    for (const sentence of consequences) terminal.print(terminal.style('red', `    ${sentence}`))
  }
  const count = (action: PlannedChange['action']) =>
    changes.filter((change) => change.action === action).length
  terminal.print(
    changes.length === 0
      ? 'No changes.'
      : `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete.`,
  )
}

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
