import { type Operation, type OperationName, operations, placementOf } from '@signet/contracts'
import { RowMissing } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { handlers } from '../domains/index.ts'
import type { Context, Prepared, ReadHandler, WriteHandler } from '../implement.ts'
import { apply, rehearse } from './apply.ts'
import { audit } from './audit.ts'
import { authorise } from './authorise.ts'
import { checkAnswer } from './check-answer.ts'
import { findProject } from './find-project.ts'
import { parse } from './parse.ts'
import { countPreview, isConfirmed, isPreview } from './preview.ts'
import { refuseByState } from './refuse-by-state.ts'
import { requireConfirmation } from './require-confirmation.ts'

export interface Call {
  readonly operation: OperationName
  readonly caller: Administrator | null
  readonly input: unknown
  readonly remoteAddress: string
  /** An agent's single-use confirmation of a high-consequence call. */
  readonly confirmation?: string | undefined
}

export interface Outcome {
  readonly status: number
  readonly body: unknown
}

/**
 * What every call passes, whichever door it came through: REST and tRPC identify and limit the caller, then this
 * list runs from top to bottom. Refusals are thrown and rendered by the door.
 */
export async function execute(
  deps: Deps,
  { operation: name, caller, input: raw, remoteAddress, confirmation }: Call,
): Promise<Outcome> {
  const operation: Operation = operations[name]
  const handler = (handlers[name] ?? refuse('not_found')) as unknown as AnyHandler
  authorise(withoutProject(operation), caller, { project: null, destroyed: null }, {})
  const input = parse(operation, raw)
  const found = await findProject(deps, operation, input)
  authorise(operation, caller, found, input)
  const { project } = found
  refuseByState(operation, project)
  const context = { deps, caller, project: found.destroyed ?? project, remoteAddress } as Context
  if (isRead(handler)) return done(operation, await handler.read(context, input as never))

  const prepared: Prepared = await handler.prepare(context, input as never)
  const again = async () => {
    authorise(operation, caller, await findProject(deps, operation, input), input)
    await handler.prepare(context, input as never)
  }
  if (prepared.unchanged)
    return done(operation, await rehearse(operation, handler, context, input as never, prepared))
  const counted = await countPreview(handler, context, input as never, prepared)
  const mayRun = () => rehearse(operation, handler, context, input as never, prepared)
  if (isPreview(counted, input)) await mayRun()
  if (!isConfirmed(operation, counted, input)) return { status: 200, body: counted }
  await requireConfirmation({ operation, context, input, prepared, preview: counted, confirmation, mayRun })
  if ('audit' in operation && operation.audit)
    await audit(deps, { ...operation, audit: operation.audit }, caller, project, prepared.target)
  const applied = await explained(apply(operation, handler, context, input as never, prepared), again)
  const answer = handler.after
    ? await handler.after(context, input as never, prepared, applied as never)
    : applied
  return done(operation, answer)
}

/**
 * A change that lost what it needs to a concurrent one is refused as it would be now, when it is looked at again; a
 * loss that nothing explains is a defect of ours.
 */
async function explained<T>(change: Promise<T>, again: () => Promise<unknown>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (error instanceof RowMissing) await again()
    throw error
  }
}

/** Credential, scope and console-only rules are decided before the input is looked at: they need nothing of it. */
const withoutProject = (operation: Operation): Operation =>
  operation.access.to === 'public' ? operation : { ...operation, access: { to: 'signed_in' } }

type AnyHandler = ReadHandler<Operation> | WriteHandler<Operation, Prepared>

const isRead = (handler: AnyHandler): handler is ReadHandler<Operation> => 'read' in handler

function done(operation: Operation, answer: unknown): Outcome {
  const status = placementOf(operation).successStatus
  return { status, body: status === 204 ? null : checkAnswer(operation, answer) }
}
