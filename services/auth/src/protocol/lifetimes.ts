import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { agentRefreshTtl } from './agent-refresh.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Of a sign-in session. */
export const sessionSeconds = 14 * day

/** Lifetimes in seconds. Codes live 60 s at most (ASVS 10.4.3); an API's own lifetime wins over the default. */
export const lifetimes = (context: OptionsContext): Configuration => ({
  ttl: {
    AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? hour,
    AuthorizationCode: minute,
    // Long enough to reach for another device; an application may ask for less (CIBA Core 7.1).
    BackchannelAuthenticationRequest: (ctx) =>
      Math.min(10 * minute, Number(ctx?.oidc?.params?.requested_expiry ?? Number.POSITIVE_INFINITY)),
    ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? hour,
    // RFC 8628 3.2: as long as a person needs to reach for another device.
    DeviceCode: 10 * minute,
    Grant: 365 * day,
    IdToken: hour,
    Interaction: 10 * minute,
    // Counted from the last rotation; the grant bounds it absolutely.
    RefreshToken: (_ctx, token) => agentRefreshTtl(context, token) ?? 30 * day,
    Session: sessionSeconds,
  },
  clockTolerance: 10,
})
