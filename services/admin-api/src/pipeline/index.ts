import { type OperationName, operations, preferHeader } from '@signet/contracts'
import type { Administrator } from '../caller.ts'
import { handlers } from '../domains/index.ts'
import type { AnyRead, AnyWrite } from '../implement.ts'
import { applyChange, complete } from './apply.ts'
import { auditChange } from './audit.ts'
import type { OperationRequest, Outcome, TransportRequest } from './call.ts'
import { checkAnswer } from './check-answer.ts'
import { checkCall } from './check-call.ts'
import { confirmByAgent, implyConfirm } from './confirm.ts'
import { guardAgents } from './guard-agents.ts'
import { answerRepeated } from './idempotency.ts'
import { identify } from './identify.ts'
import { limit, limitAgent } from './limit.ts'
import { noteRefusal } from './note-refusal.ts'
import { pipeline } from './pipeline.ts'
import { prepare } from './prepare.ts'
import { answerPreview, answerUnchanged, countPreview } from './preview.ts'
import { read } from './read.ts'
import { releaseKey } from './stored-answers.ts'
import { type Attempt, waitForDecision } from './wait.ts'
import { answerChange } from './withhold-secrets.ts'

/** Steps of every request, including those without an operation. */
const entering = <Start extends TransportRequest, Result>() =>
  pipeline<Start, Result>().step(limit).step(identify).check(limitAgent)

/** Steps of every operation. */
const opening = <Handler>() =>
  checkCall(entering<OperationRequest & { readonly handler: Handler }, Outcome>())

const runRead = opening<AnyRead>().step(read).answer(checkAnswer)

const runChange = opening<AnyWrite>()
  .check(guardAgents)
  .mayAnswer(answerRepeated)
  .step(implyConfirm)
  .step(prepare)
  .mayAnswer(answerUnchanged)
  .step(countPreview)
  .step(confirmByAgent)
  .mayAnswer(answerPreview)
  .check(auditChange)
  .step(applyChange)
  .step(complete)
  .answer(answerChange)

/** Identifies the caller of a request by its one credential; null without one. */
export const enter: (request: TransportRequest) => Promise<Administrator | null> = entering<
  TransportRequest,
  Administrator | null
>().answer(({ caller }) => caller)

export type Call = Omit<OperationRequest, 'operation'> & { readonly name: OperationName }

/** Runs a call from any transport. The transport renders thrown refusals. */
export async function execute({ name, ...received }: Call): Promise<Outcome> {
  const call = { ...received, operation: operations[name] }
  const attempt = await attemptCall(call, name)
  const mayWait = received.request.headers[preferHeader] !== undefined
  const approvalId = mayWait ? await waitForDecision(call, attempt) : undefined
  const decided = approvalId
    ? await attemptCall({ ...call, confirmation: approvalId, isContinued: true, isCounted: false }, name)
    : attempt
  if ('error' in decided) throw decided.error
  return decided.outcome
}

/** Runs all steps of a call once. A call that has waited runs them again, because rights and state may have changed. */
async function attemptCall(call: OperationRequest, name: OperationName): Promise<Attempt> {
  const handler = handlers[name]
  try {
    const outcome =
      'read' in handler ? await runRead({ ...call, handler }) : await runChange({ ...call, handler })
    return { outcome }
  } catch (error) {
    await noteRefusal(call, error)
    return { error }
  } finally {
    await releaseKey(call)
  }
}
