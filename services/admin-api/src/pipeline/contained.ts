import { joinTransaction } from '@signet/db/prisma'
import { recordAudit } from '@signet/events'
import type { AnyContext, AnyWrite, Input, PreparedChange, TxWithPrisma } from '../implement.ts'
import { changeWithin, confirmAgain } from './apply.ts'
import { recordsOf } from './audit.ts'
import type { OperationRequest, WithContext, WithInput, WithPreview, WithProject } from './call.ts'
import { type CallToCheck, checkCall } from './check-call.ts'
import { guardAgents } from './guard-agents.ts'
import { pipeline } from './pipeline.ts'
import { prepare } from './prepare.ts'
import { countPreview } from './preview.ts'

export interface ContainedCall {
  readonly operation: OperationRequest['operation']
  readonly handler: AnyWrite
  readonly input: Input
}

export interface ContainedChange extends Pick<ContainedCall, 'operation'>, WithInput, WithPreview {
  readonly prepared: PreparedChange
}

type Prepared = CallToCheck & ContainedChange & WithProject & WithContext & { readonly handler: AnyWrite }

const prepareContained = checkCall(pipeline<CallToCheck & { readonly handler: AnyWrite }, Prepared>())
  .check(guardAgents)
  .step(prepare)
  .step(countPreview)
  .answer((call) => call)

/**
 * Has the checks, watches and audit entry of a call of its own, so that the other change can do nothing that the caller could not do by
 * single calls. Counts of a preview are confirmed as counted; the other change confirms them by its own means.
 * @returns null when the input changes nothing
 * @throws Refusal as the call would; the transaction must then be rolled back
 */
export async function runContained(
  tx: TxWithPrisma,
  { deps, caller, remoteAddress, settings }: AnyContext,
  { operation, handler, input }: ContainedCall,
): Promise<ContainedChange | null> {
  if (handler.after)
    throw new TypeError(`${operation.tool} has effects after its commit and cannot be contained.`)
  const { database, prisma } = joinTransaction(tx.prisma)
  const call = await prepareContained({
    deps: { ...deps, database, keyLookupPool: database, prisma: () => prisma },
    request: { ip: remoteAddress },
    operation,
    handler,
    caller,
    settings,
    readInput: () => input,
  })
  if (call.prepared.unchanged) return null
  const { preview } = call
  const change = preview ? { ...call, input: { ...call.input, confirm: true, expect: preview.expect } } : call
  await recordAudit(tx.sql, ...recordsOf({ ...change, confirmed: null }))
  await changeWithin(tx, change, () => confirmAgain(change, tx))
  return { operation, input: call.input, prepared: call.prepared, preview }
}
