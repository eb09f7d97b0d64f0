import { type Operation, redact, secretRevealField, secretsOf } from '@signet/contracts'
import { keepForReveal, type Secrets } from '../secret-reveals/secret-reveals.ts'
import type { Answered, Identified, Outcome, Parsed, Received } from './call.ts'
import { checkAnswer } from './check-answer.ts'
import { sendOnce } from './stored-answers.ts'

/**
 * The answer of a change. What a call of an agent made secret goes to the administrator it acts for, by a link, and not
 * through the model; an entry may say otherwise.
 */
export async function answerChange(
  call: Pick<Received, 'deps' | 'request' | 'operation'> & Identified & Parsed & Answered,
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
  // A repeated call is sent the same link: a secret is revealed once.
  return sendOnce(call, async (tx) => {
    const { id, expiresAt } = await keepForReveal(tx, deps.vault, made, secrets)
    const link = {
      url: `${deps.config.SIGNET_BASE_URL}/admin/secret-reveals/${id}`,
      expiresAt: expiresAt.toISOString(),
    }
    return { ...outcome, body: { ...shown, [secretRevealField]: link } }
  })
}

/** Secrets stand at the top of every answer; a test of the contracts says so. */
const secretsIn = (operation: Operation, body: Readonly<Record<string, unknown>>): Secrets =>
  Object.fromEntries(
    secretsOf(operation).answer.flatMap((name): [string, string][] => {
      const value = body[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
