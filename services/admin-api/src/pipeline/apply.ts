import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '@signet/contracts'
import { asDatabaseError, isRetryable, sql } from '@signet/db'
import { executorOf, inProject, type PrismaTx } from '@signet/db/prisma'
import { Refusal, refuse } from '@signet/runtime'
import type { Context, Prepared, Tx, WriteHandler } from '../implement.ts'
import { refuseByLockedState } from './refuse-by-state.ts'

type AnyWrite = WriteHandler<Operation, Prepared>

const attempts = 3

/**
 * Runs the change in one transaction: locks, state again, the confirmed counts again, then the deed. Everything a
 * concurrent call could have changed is looked at a second time here, under the locks.
 */
export async function apply(
  operation: Operation,
  handler: AnyWrite,
  context: Context,
  input: never,
  prepared: Prepared,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await inTransaction(context, async (tx) => {
        await refuseByLockedState(operation, context.project, tx.sql)
        await handler.lock?.(tx, context, input, prepared)
        await confirmAgain(handler, tx, context, input, prepared)
        return handler.apply(tx, context, input, prepared)
      })
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw asDatabaseError(error)
      await pause(Math.random() * 20 * 2 ** attempt)
    }
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
 * @throws Refusal as `apply` would
 */
export async function rehearse(
  operation: Operation,
  handler: AnyWrite,
  context: Context,
  input: never,
  prepared: Prepared,
): Promise<unknown> {
  try {
    return await inTransaction(context, async (tx) => {
      await refuseByLockedState(operation, context.project, tx.sql)
      await handler.lock?.(tx, context, input, prepared)
      const answer = await handler.apply(tx, context, input, prepared)
      await tx.sql.run(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      throw new Rehearsed(answer)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer
    if (error instanceof Refusal && handler.previewTells?.includes(error.code)) return undefined
    throw asDatabaseError(error)
  }
}

/** An operation of a project gets a client that can reach no other project's rows. */
function inTransaction<T>({ deps: { prisma }, project }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const run = (transaction: PrismaTx) => work({ prisma: transaction, sql: executorOf(transaction) })
  const scoped = project as { readonly id: string } | null
  return scoped
    ? inProject(prisma, scoped.id).$transaction((tx) => run(tx as unknown as PrismaTx))
    : prisma.$transaction(run)
}

async function confirmAgain(
  handler: AnyWrite,
  tx: Tx,
  context: Context,
  input: never,
  prepared: Prepared,
): Promise<void> {
  const preview = await handler.preview?.(tx.sql, context, input, prepared)
  if (preview && !agrees(preview, input)) refuse('stale_preview', { members: preview })
}

/** Whether the counts the caller confirmed are the counts now. */
export function agrees(preview: Record<string, unknown>, input: Record<string, unknown>): boolean {
  const now = (preview.expect ?? {}) as Record<string, unknown>
  const confirmed = (input.expect ?? {}) as Record<string, unknown>
  return Object.keys({ ...now, ...confirmed }).every((name) => now[name] === confirmed[name])
}
