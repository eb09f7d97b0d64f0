import { setTimeout as pause } from 'node:timers/promises'
import { asDatabaseError, auditedBefore, isRetryable, prismaAuditedBefore, RowMissing, sql } from '@signet/db'
import { executorOf, type PrismaTx, projectTransaction } from '@signet/db/prisma'
import { transactionAcrossProjects } from '@signet/db/unscoped'
import { Refusal, refuse } from '@signet/runtime'
import type { Tx, TxWithPrisma } from '../implement.ts'
import { authorize } from './authorize.ts'
import type { Answered, Change } from './call.ts'
import { findProject } from './find-project.ts'
import { guardAccess } from './keep-access.ts'
import { refuseByLockedState } from './refuse-by-state.ts'
import { keepAnswer } from './stored-answers.ts'

const attempts = 3

/**
 * Makes the change. One that lost what it needs to a concurrent one is refused as it would be now, when it is looked at
 * again; a loss without such a reason is a defect of ours.
 */
export async function applyChange(change: Change): Promise<Answered> {
  try {
    return { answer: await apply(change) }
  } catch (error) {
    if (error instanceof RowMissing) await lookAgain(change)
    throw error
  }
}

/** What follows the commit and may fail without undoing it. */
export async function complete(change: Change & Answered): Promise<Answered> {
  const { deps, handler, context, input, prepared, answer } = change
  if (!handler.after) return { answer }
  const completed = await handler.after(context, input, prepared, answer)
  await keepAnswer(deps.database, { ...change, answer: completed })
  return { answer: completed }
}

async function lookAgain(change: Change): Promise<void> {
  authorize({ ...change, ...(await findProject(change)) })
  await change.handler.prepare(change.context, change.input)
}

/**
 * Runs the change in one transaction: locks, state again, the confirmed counts again, then the change itself. Everything
 * a concurrent call could have changed is looked at a second time here, under the locks.
 */
async function apply(change: Change): Promise<unknown> {
  const { operation, project, handler, context, input, prepared } = change
  return inTransaction(change, async (tx) => {
    const keepAccess = await guardAccess(tx.sql, operation, project)
    await refuseByLockedState(operation, project, tx.sql)
    const locked = await handler.lock?.(tx, context, input, prepared)
    await confirmAgain(change, tx)
    const answer = await handler.apply(tx, context, input, prepared, locked)
    await keepAccess()
    await keepAnswer(tx.sql, { ...change, answer })
    return answer
  })
}

/** Rolls a rehearsal back, and carries its answer. */
class Rehearsed extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('rehearsed')
    this.answer = answer
  }
}

/**
 * Runs the change and rolls it back, so that a preview offers nothing that its confirmation would be refused for: locks,
 * state and constraints decide both. A handler has no effect outside its transaction.
 * @returns what the change would answer; undefined where its preview tells why it is refused
 * @throws Refusal as `applyChange` would
 */
export async function rehearse(change: Change): Promise<unknown> {
  const { operation, project, handler, context, input, prepared } = change
  try {
    return await inTransaction(change, async (tx) => {
      const keepAccess = await guardAccess(tx.sql, operation, project)
      await refuseByLockedState(operation, project, tx.sql)
      const locked = await handler.lock?.(tx, context, input, prepared)
      const answer = await handler.apply(tx, context, input, prepared, locked)
      await keepAccess()
      await tx.sql.run(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      throw new Rehearsed(answer)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer
    if (error instanceof Refusal && handler.previewTells?.includes(error.code)) return undefined
    throw error
  }
}

/**
 * Runs the work in one transaction, again after a deadlock or a serialization failure. An operation of a project reaches no
 * other project's rows. Only a handler that writes with Prisma gets a transaction of Prisma: its statements cost twice as much.
 */
function inTransaction<T>({ handler, context }: Change, work: (tx: Tx) => Promise<T>): Promise<T> {
  const {
    deps: { database, prisma },
    project,
  } = context
  if (!handler.usesPrisma) return database.transaction((tx) => work({ sql: auditedBefore(tx) }))
  const run = (transaction: PrismaTx) => {
    const tx: TxWithPrisma = {
      prisma: prismaAuditedBefore(transaction),
      sql: auditedBefore(executorOf(transaction)),
    }
    return work(tx)
  }
  return withRetries(() =>
    project ? projectTransaction(prisma(), project.id, run) : transactionAcrossProjects(prisma(), run),
  )
}

/** The database retries its own transactions; those of Prisma are retried here. */
async function withRetries<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transact()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw asDatabaseError(error)
      await pause(Math.random() * 20 * 2 ** attempt)
    }
}

async function confirmAgain({ handler, context, input, prepared }: Change, tx: Tx): Promise<void> {
  const preview = await handler.preview?.(tx.sql, context, input, prepared)
  if (preview && !agrees(preview, input)) refuse('stale_preview', { members: preview })
}

/** Whether the counts the caller confirmed are the counts now. */
export function agrees(
  preview: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): boolean {
  const now = (preview.expect ?? {}) as Record<string, unknown>
  const confirmed = (input.expect ?? {}) as Record<string, unknown>
  return Object.keys({ ...now, ...confirmed }).every((name) => now[name] === confirmed[name])
}
