import { setTimeout as pause } from 'node:timers/promises'
import { isDeletion } from '@signet/contracts'
import { asDatabaseError, auditedBefore, isRetryable, prismaAuditedBefore, RowMissing, sql } from '@signet/db'
import { executorOf, type PrismaTx, projectTransaction } from '@signet/db/prisma'
import { transactionAcrossProjects } from '@signet/db/unscoped'
import { Refusal, refuse } from '@signet/runtime'
import type { AnyContext, Tx, TxWithPrisma } from '../implement.ts'
import { authorize } from './authorize.ts'
import type { Change, WithAnswer } from './call.ts'
import { findProject } from './find-project.ts'
import { requireMatch } from './if-match.ts'
import { guardAccess } from './keep-access.ts'
import { refuseByLockedState } from './refuse-by-state.ts'
import { keepAnswer } from './stored-answers.ts'

const attempts = 3

/** When a concurrent change deleted a needed row, the checks run again to find the refusal; without one, the error is a defect. */
export async function applyChange(change: Change): Promise<WithAnswer> {
  try {
    return { answer: await apply(change) }
  } catch (error) {
    if (error instanceof RowMissing) await lookAgain(change)
    throw error
  }
}

/** Runs after the commit, and may fail without undoing the change. */
export async function complete(change: Change & WithAnswer): Promise<WithAnswer> {
  const { deps, handler, context, input, prepared, answer } = change
  if (!handler.after) return { answer }
  const completed = { ...Object(answer), ...Object(await handler.after(context, input, prepared, answer)) }
  await keepAnswer(deps.database, { ...change, answer: completed })
  return { answer: completed }
}

async function lookAgain(change: Change): Promise<void> {
  authorize({ ...change, ...(await findProject(change)) })
  await change.handler.prepare(change.context, change.input)
}

/**
 * Order: locks, state, confirmed counts, change. Repeats every check under the locks, because a concurrent call could have changed the
 * state.
 */
async function apply(change: Change): Promise<unknown> {
  return inTransaction(change, async (tx) => {
    const answered = await changeWithin(tx, change, async () => {
      await requireMatch(change, tx)
      await confirmAgain(change, tx)
    })
    const answer = isDeletion(change.operation) ? deletedObject(change.prepared) : answered
    await keepAnswer(tx.sql, { ...change, answer })
    return answer
  })
}

const deletedObject = ({ target: { id, detail } }: Change['prepared']) => ({ deleted: { id, ...detail } })

type ChangeInTransaction = Pick<
  Change,
  'operation' | 'project' | 'handler' | 'context' | 'input' | 'prepared'
>

/** @param confirm checks the confirmed counts under the locks */
export async function changeWithin(
  tx: Tx,
  { operation, project, handler, context, input, prepared }: ChangeInTransaction,
  confirm: () => Promise<void> = async () => {},
): Promise<unknown> {
  const keepAccess = await guardAccess(tx.sql, operation, project)
  await refuseByLockedState(operation, project, tx.sql)
  const locked = await handler.lock?.(tx, context, input, prepared)
  await confirm()
  const answer = await handler.apply(tx, context, input, prepared, locked)
  await keepAccess()
  return answer
}

class RehearsalRollback extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('rehearsed')
    this.answer = answer
  }
}

/**
 * Rolls the change back: a preview is refused for the same locks, states and constraints as its confirmation.
 * @returns the result; undefined when the preview describes the refusal
 * @throws Refusal as `applyChange` would
 */
export async function rehearse(change: Change): Promise<unknown> {
  try {
    return await inTransaction(change, async (tx) => {
      const answer = await changeWithin(tx, change, () => requireMatch(change, tx))
      await tx.sql.run(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      throw new RehearsalRollback(answer)
    })
  } catch (error) {
    if (error instanceof RehearsalRollback) return error.answer
    if (error instanceof Refusal && change.handler.previewTells?.includes(error.code)) return undefined
    throw error
  }
}

/** The work writes the audit entries of its changes. */
export async function rollBackAfter<Result>(
  { deps: { prisma } }: Pick<AnyContext, 'deps'>,
  projectId: string,
  work: (tx: TxWithPrisma) => Promise<Result>,
  options: { readonly timeout?: number } = {},
): Promise<Result> {
  try {
    return await projectTransaction(
      prisma(),
      projectId,
      async (transaction) => {
        throw new RehearsalRollback(await work(auditedTransaction(transaction)))
      },
      options,
    )
  } catch (error) {
    if (error instanceof RehearsalRollback) return error.answer as Result
    throw error
  }
}

const auditedTransaction = (transaction: PrismaTx): TxWithPrisma => ({
  prisma: prismaAuditedBefore(transaction),
  sql: auditedBefore(executorOf(transaction)),
})

/**
 * Repeats the work after a deadlock or a serialization failure. Only a handler that writes with Prisma gets a transaction of Prisma,
 * whose statements cost twice as much.
 */
function inTransaction<T>({ handler, context }: Change, work: (tx: Tx) => Promise<T>): Promise<T> {
  const {
    deps: { database, prisma },
    project,
  } = context
  if (!handler.usesPrisma)
    return database.transaction((tx) => work({ sql: auditedBefore(tx) }), { plans: handler.plans })
  const run = (transaction: PrismaTx) => work(auditedTransaction(transaction))
  return withRetries(() =>
    project
      ? projectTransaction(prisma(), project.id, run, handler.transactionOptions)
      : transactionAcrossProjects(prisma(), run, handler.transactionOptions),
  )
}

/** `database` retries its own transactions. */
async function withRetries<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transact()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw asDatabaseError(error)
      await pause(Math.random() * 20 * 2 ** attempt)
    }
}

export async function confirmAgain(
  { handler, context, input, prepared }: ChangeInTransaction,
  tx: Tx,
): Promise<void> {
  const preview = await handler.preview?.(tx.sql, context, input, prepared)
  if (preview && !agrees(preview, input)) refuse('stale_preview', { members: preview })
}

export function agrees(
  preview: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): boolean {
  const now = (preview.expect ?? {}) as Record<string, unknown>
  const confirmed = (input.expect ?? {}) as Record<string, unknown>
  return Object.keys({ ...now, ...confirmed }).every((name) => now[name] === confirmed[name])
}
