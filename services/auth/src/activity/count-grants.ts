import { count } from '@signet/runtime'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** Grant types that metrics name; a caller may send any other text. */
const names: Readonly<Record<string, string>> = {
  authorization_code: 'authorization_code',
  refresh_token: 'refresh_token',
  client_credentials: 'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code': 'device_code',
  'urn:openid:params:grant-type:ciba': 'ciba',
  'urn:ietf:params:oauth:grant-type:jwt-bearer': 'jwt_bearer',
  'urn:ietf:params:oauth:grant-type:token-exchange': 'token_exchange',
}

const grantOf = ({ oidc }: KoaContextWithOIDC): string => names[String(oidc.params?.grant_type)] ?? 'other'

export function countGrants(provider: Provider): void {
  provider.on('grant.success', (ctx) =>
    count('signet_grants_total', { grant: grantOf(ctx), outcome: 'succeeded' }),
  )
  provider.on('grant.error', (ctx) =>
    count('signet_grants_total', { grant: grantOf(ctx), outcome: 'refused' }),
  )
}
