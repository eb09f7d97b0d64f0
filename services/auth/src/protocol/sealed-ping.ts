import { digest, type Vault } from '@signet/secrets'
import type { BackchannelAuthenticationRequest } from 'oidc-provider'
import * as z from 'zod'

/** The request's stored id is only a digest. */
const Ping = z.object({ authReqId: z.string(), token: z.string() })
type Ping = z.output<typeof Ping>

const placeOf = (projectId: string, key: string) => ({
  table: 'oidc_backchannel_requests',
  row: `${projectId}/${key}`,
  column: 'payload',
})

/** The request keeps no plain token. */
export async function sealPing(
  vault: Vault,
  projectId: string,
  request: BackchannelAuthenticationRequest,
): Promise<void> {
  const { client_notification_token: token, ...rest } = request.params ?? {}
  const ping = { authReqId: request.jti, token: String(token) }
  request.params = {
    ...rest,
    ping: vault.seal(JSON.stringify(ping), placeOf(projectId, digest(request.jti))),
  }
  await request.save()
}

export const openPing = (vault: Vault, projectId: string, key: string, sealed: string): Ping =>
  Ping.parse(JSON.parse(vault.open(sealed, placeOf(projectId, key))))
