import { type OperationName, operations, preferHeader } from '@signet/contracts'
import type { Administrator } from '../caller.ts'
import { handlers as handlersOfDomains } from '../domains/index.ts'
import type { AnyRead, AnyWrite } from '../implement.ts'
import { withLabels } from '../labels/labelled.ts'
import { applyChange, complete } from './apply.ts'
import { auditChange } from './audit.ts'
import type { OperationRequest, Outcome, TransportRequest } from './call.ts'
import { checkAnswer } from './check-answer.ts'
import { checkCall } from './check-call.ts'
import { confirmByAgent, implyConfirm } from './confirm.ts'
import { guardAgents } from './guard-agents.ts'
import { answerRepeated } from './idempotency.ts'
import { identify } from './identify.ts'
import { checkIfMatch, checkPresent } from './if-match.ts'
import { limit, limitAgent } from './limit.ts'
import { noteRefusal } from './note-refusal.ts'
import { pipeline } from './pipeline.ts'
import { prepare } from './prepare.ts'
import { answerPreview, answerUnchanged, countPreview } from './preview.ts'
import { read } from './read.ts'
import { releaseKey } from './stored-answers.ts'
import { type Attempt, waitForDecision } from './wait.ts'
import { answerChange } from './withhold-secrets.ts'

const handlers = withLabels(operations, handlersOfDomains)

/** Steps of every request, including those without an operation. */
const entering = <Start extends TransportRequest, Result>() =>
  pipeline<Start, Result>().step(limit).step(identify).check(limitAgent)

/** Steps of every operation. */
const opening = <Handler>() =>
  checkCall(entering<OperationRequest & { readonly handler: Handler }, Outcome>())

const runRead = opening<AnyRead>().step(read).answer(checkAnswer)

const runChange = opening<AnyWrite>()
  .check(checkIfMatch)
  .check(guardAgents)
  .mayAnswer(answerRepeated)
  .step(implyConfirm)
  .step(prepare)
  .check(checkPresent)
  .mayAnswer(answerUnchanged)
  .step(countPreview)
  .step(confirmByAgent)
  .mayAnswer(answerPreview)
  .check(auditChange)
  .step(applyChange)
  .step(complete)
  .answer(answerChange)

/** Identifies the caller by the one credential of the request; null without one. */
export const enter: (request: TransportRequest) => Promise<Administrator | null> = entering<
  TransportRequest,
  Administrator | null
>().answer(({ caller }) => caller)

export type Call = Omit<OperationRequest, 'operation' | 'handlers'> & { readonly name: OperationName }

/** The transport renders thrown refusals. */
export function execute({ name, ...received }: Call): Promise<Outcome> {
  const call = { ...received, handlers, operation: operations[name] }
  return received.request.headers[preferHeader] === undefined ? run(call) : runAndWait(call)
}

async function run(call: OperationRequest): Promise<Outcome> {
  const handler = handlers[call.operation.tool as OperationName]
  try {
    return 'read' in handler ? await runRead({ ...call, handler }) : await runChange({ ...call, handler })
  } catch (error) {
    await noteRefusal(call, error)
    throw error
  } finally {
    await releaseKey(call)
  }
}

/**
 * Runs the call again after the decision when it prefers to wait for its approval: rights and state may have changed in the meantime.
 */
async function runAndWait(call: OperationRequest): Promise<Outcome> {
  const attempt: Attempt = await run(call).then(
    (outcome) => ({ outcome }),
    (error: unknown) => ({ error }),
  )
  const approvalId = await waitForDecision(call, attempt)
  if (approvalId !== undefined)
    return run({ ...call, confirmation: approvalId, isContinued: true, isCounted: false })
  if ('error' in attempt) throw attempt.error
  return attempt.outcome
}
