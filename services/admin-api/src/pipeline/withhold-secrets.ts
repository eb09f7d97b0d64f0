import { type Operation, redact, secretRevealField, secretsOf } from '@signet/contracts'
import { keepForReveal, type Secrets } from '../secret-reveals/secret-reveals.ts'
import type { OperationRequest, Outcome, WithAnswer, WithCaller, WithInput } from './call.ts'
import { checkAnswer } from './check-answer.ts'
import { sendOnce } from './stored-answers.ts'

/**
 * The administrator gets the secrets of an agent's call through a link, so that the model does not see them, unless the entry of the
 * agent allows the values.
 */
export async function answerChange(
  call: Pick<OperationRequest, 'deps' | 'request' | 'operation'> & WithCaller & WithInput & WithAnswer,
): Promise<Outcome> {
  const { deps, operation, caller, input } = call
  const outcome = checkAnswer(call)
  if (caller?.via.credential !== 'agent' || caller.via.secrets === 'values') return outcome
  const body = outcome.body as Readonly<Record<string, unknown>> | null
  const secrets = secretsIn(operation, body ?? {})
  if (Object.keys(secrets).length === 0) return outcome
  const made = {
    accountId: caller.accountId,
    clientId: caller.via.clientId,
    tool: operation.tool,
    input: redact(input, secretsOf(operation).input) as object,
  }
  const shown = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !(name in secrets)))
  // A repeated call gets the same link, because a secret is revealed once.
  return sendOnce(call, async (tx) => {
    const { id, expiresAt } = await keepForReveal(tx, deps.vault, made, secrets)
    const link = {
      url: `${deps.config.SIGNET_BASE_URL}/admin/secret-reveals/${id}`,
      expiresAt: expiresAt.toISOString(),
    }
    return { ...outcome, body: { ...shown, [secretRevealField]: link } }
  })
}

/** A test of the contracts ensures that they are top-level members. */
const secretsIn = (operation: Operation, body: Readonly<Record<string, unknown>>): Secrets =>
  Object.fromEntries(
    secretsOf(operation).answer.flatMap((name): [string, string][] => {
      const value = body[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
