import { findForSignIn } from '@signet/accounts'
import { raw, sql } from '@signet/db'
import { type CIBAConfiguration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { sealPing } from './sealed-ping.ts'

/** Per user. Further requests never reach the user and expire. */
export const maxWaiting = 5

export const isWaiting = raw(
  "grant_id IS NULL AND NOT payload ? 'error' AND consumed_at IS NULL AND expires_at > now()",
)

const maxMessage = 100

/**
 * Account id for an unknown or blocked account, or one with too many pending requests. The request stays pending until it expires, so
 * that the response does not reveal which accounts exist.
 */
const placeholderAccount = 'nobody'

export const isForPlaceholder = (ctx: KoaContextWithOIDC, accountId: string): boolean =>
  accountId === placeholderAccount && ctx.oidc.route === 'backchannel_authentication'

/** CIBA Core 1.0: the user approves on the page of waiting requests. */
export function ciba(context: OptionsContext): CIBAConfiguration {
  const { deps, project, settings } = context
  return {
    enabled: settings['ciba.enabled'],
    deliveryModes: settings['ciba.deliveryModes'],
    async processLoginHint(_ctx, loginHint) {
      const account = await findForSignIn(deps.database, project.id, loginHint ?? '')
      const waiting = await countWaitingRequests(context, account?.id ?? placeholderAccount)
      return account?.active && !account.locked && waiting < maxWaiting ? account.id : placeholderAccount
    },
    processLoginHintToken() {
      throw new errors.InvalidRequest('login_hint_token is not supported')
    },
    validateRequestContext(ctx) {
      // FAPI-CIBA 5.2.2: backchannel requests are signed.
      if (settings['fapi.enabled'] && !ctx.oidc.trusted)
        throw new errors.InvalidRequest('under FAPI the request is a signed request object')
    },
    validateBindingMessage(_ctx, message) {
      if (message === undefined) return
      if (message.length > maxMessage || !/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(message))
        throw new errors.InvalidBindingMessage(
          `binding_message has 1 to ${maxMessage} letters, digits, marks and spaces`,
        )
    },
    verifyUserCode(_ctx, _account, userCode) {
      if (userCode !== undefined) throw new errors.InvalidUserCode('user codes are not in use here')
    },
    async triggerAuthenticationDevice(_ctx, request, _account, client) {
      if (client.backchannelTokenDeliveryMode === 'ping') await sealPing(deps.vault, project.id, request)
    },
  }
}

export async function countWaitingRequests(
  { deps, project }: Pick<OptionsContext, 'deps' | 'project'>,
  accountId: string,
): Promise<number> {
  const [row] = await deps.database.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM oidc_backchannel_requests
    WHERE project_id = ${project.id} AND account_id = ${accountId} AND ${isWaiting}`)
  return row?.count ?? 0
}
