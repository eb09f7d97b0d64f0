import { type ErrorCode, limits, type PlannedChange, type ProjectFile } from '@signet/contracts'
import { Refusal, refuse } from '@signet/runtime'
import type { AnyContext, TxWithPrisma } from '../../implement.ts'
import { type ContainedCall, runContained } from '../../pipeline/contained.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { type PlannedCall, planCalls } from './file-calls.ts'
import { describeChange } from './file-describe-change.ts'
import { readProtections, storeProtections } from './file-protections.ts'

/** Refusals of the whole plan: they concern the caller or the project. */
const passedOn: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'insufficient_scope',
  'not_found',
  'project_scheduled_for_deletion',
])

export interface ExecutedPlan {
  readonly changes: readonly PlannedChange[]
  readonly calls: readonly Pick<ContainedCall, 'operation' | 'input'>[]
}

/**
 * A section that the file does not have is left as it is; an object that a section of the file does not have is deleted. The caller
 * passes an open transaction.
 */
export async function executePlan(
  tx: TxWithPrisma,
  context: AnyContext,
  project: ProjectRow,
  file: ProjectFile,
): Promise<ExecutedPlan> {
  const protections = await readProtections(tx.sql, project.id)
  const planned = await planCalls({ executor: tx.sql, context, project, file, protections })
  if (planned.length > limits.plannedChanges)
    refuse('plan_too_large', {
      detail: `The file needs ${planned.length} changes, and one plan makes at most ${limits.plannedChanges}.`,
    })
  const changes: PlannedChange[] = []
  const calls: ContainedCall[] = []
  for (const one of planned) {
    const made = await runContained(tx, context, one.call).catch((error: unknown) => refuseAt(one, error))
    if (!made) continue
    changes.push(describeChange(one, made, project))
    calls.push({ ...one.call, input: made.input })
  }
  changes.push(...(await storeProtections(tx.sql, project.id, protections, file)))
  return { changes, calls }
}

/**
 * A refusal of rights is the refusal of the plan; every other refusal is a member of one error, so that a plan has the same errors for
 * every content.
 */
function refuseAt({ subject, call }: PlannedCall, error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { code, members } = error
  if (passedOn.has(code)) throw new Refusal(code, { ...members, detail: `${subject}: ${error.message}` })
  return refuse('planned_change_refused', {
    detail: `${subject}: ${error.message}`,
    members: {
      refused: {
        subject,
        operation: call.operation.tool,
        code,
        detail: error.message,
        ...(members.errors ? { errors: members.errors } : {}),
      },
    },
  })
}
