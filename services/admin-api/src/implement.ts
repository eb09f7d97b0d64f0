import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, ErrorCode, InputOf, Operation, PreviewOf, StoredSettings } from '@signet/contracts'
import type { AuditedPrismaTx, AuditedTx, Executor } from '@signet/db'
import type { Actor } from '@signet/events'
import type { Administrator } from './caller.ts'
import type { HandlerDeps } from './deps.ts'
import type { DestroyedProject, ProjectRow } from './projects/row.ts'

/** The steps of the pipeline fill it before a handler runs. */
export interface Context<O extends Operation = Operation> {
  readonly deps: HandlerDeps
  readonly caller: O['access'] extends { to: 'public' } ? Administrator | null : Administrator
  readonly project: O['access'] extends { to: 'project' }
    ? ProjectRow | (O['access'] extends { evenDestroyed: true } ? DestroyedProject : never)
    : null
  readonly remoteAddress: string
  /** Settings at the start of the call. A change reads them again in its transaction. */
  readonly settings: StoredSettings
}

/** The schema has accepted the input. */
export type Input = Readonly<Record<string, unknown>>

export interface AnyContext {
  readonly deps: HandlerDeps
  readonly caller: Administrator | null
  readonly project: ProjectRow | DestroyedProject | null
  readonly remoteAddress: string
  readonly settings: StoredSettings
}

/** Starts after the audit entry of its change. An operation of a project reaches only this project's rows. */
export interface Tx {
  readonly sql: AuditedTx
}

/** `sql` runs statements in the transaction of Prisma, at about twice the cost of a plain transaction. */
export interface TxWithPrisma extends Tx {
  readonly prisma: AuditedPrismaTx
}

/** `scope` defaults to the team that owns the project of the path. */
export interface AuditTarget {
  readonly id: string
  /** Actor of a call without a caller; default: the target. */
  readonly actor?: Actor
  readonly scope?: string
  readonly projectId?: string
  readonly connectionId?: string
  readonly kid?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface PreparedChange {
  readonly target: AuditTarget
  /** Objects of a bulk operation. Each gets an entry, and `target` gets none. */
  readonly targets?: readonly AuditTarget[]
  /** A change of the state invalidates the confirmation of an agent. */
  readonly shows?: Readonly<Record<string, unknown>>
  /** An agent needs the approvals of each of these calls, and gives one for all. */
  readonly contains?: readonly { readonly operation: Operation; readonly input: Input }[]
  /** The input changes nothing: nothing is written and no entry is added. */
  readonly unchanged?: boolean
}

export interface ReadHandler<O extends Operation> {
  read(context: Context<O>, input: InputOf<O>): Promise<AnswerOf<O>>
}

/** @typeParam P the result of `prepare`, @typeParam L the rows that `lock` read under its locks, @typeParam T the transaction */
export interface WriteHandler<O extends Operation, P extends PreparedChange, L = unknown, T extends Tx = Tx> {
  readonly usesPrisma?: true
  /** The transaction finds every row by its key, so its statements need one plan for a connection. */
  readonly plans?: 'by key'
  /** Milliseconds for a transaction of Prisma that changes many rows. */
  readonly transactionOptions?: { readonly timeout: number }
  /** Reads, refuses, creates values for the change (hashes, keys) and names the target. Changes nothing. */
  prepare(context: Context<O>, input: InputOf<O>): Promise<P>
  /** Counts the preview of a gated change; null when this input needs no confirmation. */
  preview?(sql: Executor, context: Context<O>, input: InputOf<O>, prepared: P): Promise<PreviewOf<O> | null>
  /** Refusals that the preview describes with their causes. */
  readonly previewTells?: readonly ErrorCode[]
  /** Takes the row locks for the invariants of this change, before a preview is counted again. `apply` gets the rows that it read. */
  lock?(tx: T, context: Context<O>, input: InputOf<O>, prepared: P): Promise<L>
  /** Has no effect outside the transaction, because it may run again after a deadlock. */
  apply(tx: T, context: Context<O>, input: InputOf<O>, prepared: P, locked: L): Promise<AnswerOf<O>>
  /** Runs after the commit and may fail without undoing the change (mail, caches); may complete the response. */
  after?(context: Context<O>, input: InputOf<O>, prepared: P, answer: AnswerOf<O>): Promise<AnswerOf<O>>
}

export type Handler<O extends Operation> = O['kind'] extends 'read'
  ? ReadHandler<O>
  : O extends { audit: null }
    ? ReadHandler<O>
    : // biome-ignore lint/suspicious/noExplicitAny: what a handler prepares is its own affair
      WriteHandler<O, any, any, any>

/** The schemas of the operation have checked its input. */
export interface AnyRead {
  read(context: AnyContext, input: Input): Promise<unknown>
}

export interface AnyWrite {
  readonly usesPrisma?: true
  readonly plans?: 'by key'
  readonly transactionOptions?: { readonly timeout: number }
  prepare(context: AnyContext, input: Input): Promise<PreparedChange>
  preview?(sql: Executor, context: AnyContext, input: Input, prepared: PreparedChange): Promise<Input | null>
  readonly previewTells?: readonly ErrorCode[]
  lock?(tx: Tx, context: AnyContext, input: Input, prepared: PreparedChange): Promise<unknown>
  apply(
    tx: Tx,
    context: AnyContext,
    input: Input,
    prepared: PreparedChange,
    locked: unknown,
  ): Promise<unknown>
  after?(context: AnyContext, input: Input, prepared: PreparedChange, answer: unknown): Promise<unknown>
}

export const implementRead = <O extends Operation>(
  _operation: O,
  read: ReadHandler<O>['read'],
): ReadHandler<O> => ({ read })

export const implement = <O extends Operation, P extends PreparedChange, L = unknown>(
  _operation: O,
  handler: WriteHandler<O, P, L>,
): WriteHandler<O, P, L> => handler

export const implementWithPrisma = <O extends Operation, P extends PreparedChange, L = unknown>(
  _operation: O,
  handler: WriteHandler<O, P, L, TxWithPrisma>,
): WriteHandler<O, P, L, TxWithPrisma> => ({ ...handler, usesPrisma: true })

/** Returns each changed field with its old and new value. */
export const changesDetail = (
  before: object,
  changes: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> =>
  Object.fromEntries(
    Object.entries(changes)
      .map(([name, to]) => [name, { from: Reflect.get(before, name) ?? null, to }] as const)
      .filter(([, { from, to }]) => !isDeepStrictEqual(from, to)),
  )

/** An absent field of an input keeps its value. */
type Given<Input> = { [Name in keyof Input]: Exclude<Input[Name], undefined> }

export const givenFields = <Input extends object>(input: Input): Given<Input> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Given<Input>

export const namesNothing = (detail: object): boolean => Object.keys(detail).length === 0
