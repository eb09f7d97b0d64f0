import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, ErrorCode, InputOf, Operation, PreviewOf } from '@signet/contracts'
import type { AuditedPrismaTx, AuditedTx, Executor } from '@signet/db'
import type { Actor } from '@signet/events'
import type { Administrator } from './caller.ts'
import type { HandlerDeps } from './deps.ts'
import type { DestroyedProject, ProjectRow } from './projects/row.ts'

/** Who calls and about what: filled by the pipeline's steps before a handler runs. */
export interface Context<O extends Operation = Operation> {
  readonly deps: HandlerDeps
  readonly caller: O['access'] extends { to: 'public' } ? Administrator | null : Administrator
  /** The project of the path; only operations with project access have one, and few that of a destroyed one. */
  readonly project: O['access'] extends { to: 'project' }
    ? ProjectRow | (O['access'] extends { evenDestroyed: true } ? DestroyedProject : never)
    : null
  /** Where the request came from, for rules that trust loopback and for throttles. */
  readonly remoteAddress: string
}

/** An operation's input once its schema has accepted it. */
export type Input = Readonly<Record<string, unknown>>

/** The context of any operation, as the pipeline fills it. */
export interface AnyContext {
  readonly deps: HandlerDeps
  readonly caller: Administrator | null
  readonly project: ProjectRow | DestroyedProject | null
  readonly remoteAddress: string
}

/** One transaction, after the entry of its change. Operations of a project can reach no other project's rows. */
export interface Tx {
  readonly sql: AuditedTx
}

/** A transaction of Prisma; `sql` runs statements in it. Each statement costs about twice that of a plain transaction. */
export interface TxWithPrisma extends Tx {
  readonly prisma: AuditedPrismaTx
}

/** What the audit entry says; `scope` defaults to the team that owns the project of the path. */
export interface AuditTarget {
  readonly id: string
  /** Who acts where nobody called; the target itself by default. */
  readonly actor?: Actor
  readonly scope?: string
  readonly projectId?: string
  readonly connectionId?: string
  readonly kid?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface Prepared {
  readonly target: AuditTarget
  /** Objects that a bulk operation changes: each has an entry, in place of the one about `target`. */
  readonly targets?: readonly AuditTarget[]
  /** The target as it stands, shown to an agent that must confirm; a change of it makes the confirmation stale. */
  readonly shows?: Readonly<Record<string, unknown>>
  /** Everything stands already as it is asked for: nothing is written, and no entry says that something was. */
  readonly unchanged?: boolean
}

export interface ReadHandler<O extends Operation> {
  read(context: Context<O>, input: InputOf<O>): Promise<AnswerOf<O>>
}

/** @typeParam P what `prepare` makes, @typeParam L what `lock` read under its locks, @typeParam T its transaction */
export interface WriteHandler<O extends Operation, P extends Prepared, L = unknown, T extends Tx = Tx> {
  /** The pipeline opens a transaction of Prisma for this handler; set by `implementWithPrisma`. */
  readonly usesPrisma?: true
  /** Reads, refuses, makes what the change needs (hashes, keys) and names the target. Nothing is changed yet. */
  prepare(context: Context<O>, input: InputOf<O>): Promise<P>
  /** The preview of a gated change, counted in `sql`; null when this input needs no confirmation. */
  preview?(sql: Executor, context: Context<O>, input: InputOf<O>, prepared: P): Promise<PreviewOf<O> | null>
  /** Refusals that the preview itself tells, with what stands in the way. */
  readonly previewTells?: readonly ErrorCode[]
  /**
   * Takes the row locks that decide this change's invariants, before a preview is counted again (R1, R2). What it reads
   * under them is handed on, so that `apply` need not read it again.
   */
  lock?(tx: T, context: Context<O>, input: InputOf<O>, prepared: P): Promise<L>
  /** The change itself. It may run again after a deadlock, so it has no effect outside the transaction. */
  apply(tx: T, context: Context<O>, input: InputOf<O>, prepared: P, locked: L): Promise<AnswerOf<O>>
  /** What follows the commit and may fail without undoing it (mail, caches); may complete the answer. */
  after?(context: Context<O>, input: InputOf<O>, prepared: P, answer: AnswerOf<O>): Promise<AnswerOf<O>>
}

export type Handler<O extends Operation> = O['kind'] extends 'read'
  ? ReadHandler<O>
  : O extends { audit: null }
    ? ReadHandler<O>
    : // biome-ignore lint/suspicious/noExplicitAny: what a handler prepares is its own affair
      WriteHandler<O, any, any, any>

/** A read as the pipeline sees it: the operation's schemas have checked what the types no longer say. */
export interface AnyRead {
  read(context: AnyContext, input: Input): Promise<unknown>
}

/** A change as the pipeline sees it. */
export interface AnyWrite {
  readonly usesPrisma?: true
  prepare(context: AnyContext, input: Input): Promise<Prepared>
  preview?(sql: Executor, context: AnyContext, input: Input, prepared: Prepared): Promise<Input | null>
  readonly previewTells?: readonly ErrorCode[]
  lock?(tx: Tx, context: AnyContext, input: Input, prepared: Prepared): Promise<unknown>
  apply(tx: Tx, context: AnyContext, input: Input, prepared: Prepared, locked: unknown): Promise<unknown>
  after?(context: AnyContext, input: Input, prepared: Prepared, answer: unknown): Promise<unknown>
}

/** Types a read by its operation. */
export const implementRead = <O extends Operation>(
  _operation: O,
  read: ReadHandler<O>['read'],
): ReadHandler<O> => ({ read })

/** Types a change by its operation. */
export const implement = <O extends Operation, P extends Prepared, L = unknown>(
  _operation: O,
  handler: WriteHandler<O, P, L>,
): WriteHandler<O, P, L> => handler

/** Types a change that writes rows with Prisma. */
export const implementWithPrisma = <O extends Operation, P extends Prepared, L = unknown>(
  _operation: O,
  handler: WriteHandler<O, P, L, TxWithPrisma>,
): WriteHandler<O, P, L, TxWithPrisma> => ({ ...handler, usesPrisma: true })

/** The audit's detail of an update: each field that changes with its old and new value. */
export const changesDetail = (
  before: object,
  changes: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> =>
  Object.fromEntries(
    Object.entries(changes)
      .map(([name, to]) => [name, { from: Reflect.get(before, name) ?? null, to }] as const)
      .filter(([, { from, to }]) => !isDeepStrictEqual(from, to)),
  )

/** Whether an update's detail names no change. */
export const namesNothing = (detail: object): boolean => Object.keys(detail).length === 0
