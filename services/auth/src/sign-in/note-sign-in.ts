import type { CountedFailure, SignInMethod } from '@signet/contracts'
import { clientAddress, count, networkOf, requestContext } from '@signet/runtime'
import type { InteractionContext } from './context.ts'

interface SignInEvent {
  readonly method: SignInMethod
  readonly outcome: 'succeeded' | CountedFailure
  /** Absent for an unknown account. */
  readonly accountId?: string | undefined
  readonly providerId?: string
}

/**
 * The line of the log has the documented format that fail2ban and log systems read (infra/monitoring/security-log.md). A failure has
 * the level of a warning.
 */
export function noteSignIn(
  { context, ctx, interaction }: Pick<InteractionContext, 'context' | 'ctx' | 'interaction'>,
  { method, outcome, accountId, providerId = '' }: SignInEvent,
): void {
  count('signet_sign_ins_total', { method, outcome })
  context.deps.signIns.add({ projectId: context.project.id, method, outcome, providerId })
  const { config, logger } = context.deps
  const detail = config.SIGNET_SECURITY_LOG
  if (detail === 'off') return
  const address = clientAddress(ctx.req, config.SIGNET_PROXY_HOPS)
  const { client_id: clientId } = interaction.params
  const line = {
    event: outcome === 'succeeded' ? 'sign_in_succeeded' : 'sign_in_failed',
    method,
    outcome,
    address: detail === 'addresses' ? address : networkOf(address),
    project: context.project.id,
    client: typeof clientId === 'string' ? clientId : undefined,
    account: accountId,
    requestId: requestContext()?.id,
  }
  if (outcome === 'succeeded') logger.info(line, 'security')
  else logger.warn(line, 'security')
}

/** Keyed by the reference of the first proof (RFC 8176). */
const methods: Readonly<Record<string, SignInMethod>> = {
  pwd: 'password',
  otp: 'code',
  email: 'mail',
  hwk: 'passkey',
  swk: 'passkey',
}

export const methodOf = (amr: readonly string[]): SignInMethod => methods[amr[0] ?? ''] ?? 'other'
