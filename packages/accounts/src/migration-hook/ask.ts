import { type Egress, EgressBusy, EgressRefused, egressBytes } from '@signet/http'
import { type MigrationQuestion, type SigningDeps, signMigrationRequest } from '@signet/tenancy'
import { type MigrationAnswer, readMigrationAnswer } from './answer.ts'

export interface AskedHook {
  readonly projectId: string
  readonly issuer: string
  readonly url: string
}

/** Seconds until the response has arrived, at most. */
export const hookSeconds = 2.5

/** The project's hook has a share of its own of the outgoing requests, so that it does not delay the identity providers. */
export async function askMigrationHook(
  deps: SigningDeps & { readonly egress: Egress },
  hook: AskedHook,
  question: MigrationQuestion,
): Promise<MigrationAnswer> {
  const body = await signMigrationRequest(deps, hook, question)
  try {
    const response = await deps.egress.fetch(hook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/jwt', accept: 'application/json' },
      body,
      maxBytes: egressBytes.user,
      share: `migration ${hook.projectId}`,
      signal: AbortSignal.timeout(hookSeconds * 1_000),
    })
    return await readMigrationAnswer(response, question.login)
  } catch (error) {
    if (error instanceof EgressBusy) return { kind: 'failed', reason: error.message }
    if (error instanceof EgressRefused) return { kind: 'failed', reason: unreachable }
    throw error
  }
}

const unreachable = `The address sent no response of at most ${egressBytes.user / 1024} KiB in ${hookSeconds} seconds, sent a redirect, or is not public.`
