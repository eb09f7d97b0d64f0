import type { EventEmitter } from 'node:events'
import type Provider from 'oidc-provider'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import type { ClientErrors } from '../activity/client-errors.ts'

type ProviderError = InstanceType<typeof errors.OIDCProviderError>

export const errorEvents = [
  'authorization.error',
  'backchannel_authentication.error',
  'device_authorization.error',
  'end_session.error',
  'grant.error',
  'introspection.error',
  'pushed_authorization_request.error',
  'revocation.error',
  'userinfo.error',
] as const

const acceptedEvents = ['authorization.success', 'interaction.started'] as const

/** Polling, silent requests of a signed-out browser, and a required nonce are no errors. */
const expected = new Set([
  'authorization_pending',
  'consent_required',
  'interaction_required',
  'login_required',
  'slow_down',
  'use_dpop_nonce',
])

/** Parameters of other products, with that of Signet. */
const foreignParameters: Readonly<Record<string, string>> = {
  audience: 'resource',
  connection: '',
  idp: '',
  kc_idp_hint: '',
  organization: '',
}

/** Records the exact reason, which responses do not contain. */
export function recordErrors(provider: Provider, recorder: ClientErrors, projectId: string): void {
  // The types of oidc-provider declare one overload per event, which accepts no union of names.
  const emitter: EventEmitter = provider
  for (const event of errorEvents)
    emitter.on(event, (ctx: KoaContextWithOIDC, error: Error) => {
      if (!isProviderError(error) || expected.has(error.error)) return
      const reason = error.error_detail ?? error.error_description ?? error.error
      noteError(ctx, recorder, projectId, { error: error.error, reason, value: rejectedValue(ctx, error) })
    })
  for (const event of acceptedEvents)
    emitter.on(event, (ctx: KoaContextWithOIDC) => {
      for (const [name, own] of Object.entries(foreignParameters)) {
        if (ctx.query[name] === undefined) continue
        const reason = own ? `Signet reads ${own} instead of ${name}` : `Signet has no parameter ${name}`
        noteError(ctx, recorder, projectId, { error: 'ignored_parameter', reason, value: name })
      }
    })
}

const isProviderError = (error: Error): error is ProviderError => 'error' in error

export function noteError(
  { oidc }: KoaContextWithOIDC,
  recorder: ClientErrors,
  projectId: string,
  { error, reason, value = '' }: { readonly error: string; readonly reason: string; readonly value?: string },
): void {
  const clientId = oidc?.client?.clientId
  if (clientId) recorder.note({ projectId, clientId, endpoint: oidc.route, error, reason, value })
}

/** An address loses its query, which can contain personal data. */
function rejectedValue({ oidc }: KoaContextWithOIDC, error: ProviderError): string {
  const params = oidc.params ?? {}
  if (/redirect_uri/.test(`${error.error} ${error.error_detail ?? ''}`)) return addressOf(params.redirect_uri)
  if (error.error === 'invalid_scope') return textOf((error as { scope?: unknown }).scope)
  if (error.error === 'invalid_target') return textOf(params.resource)
  if (error.error === 'unsupported_response_type') return textOf(params.response_type)
  return error.error === 'unauthorized_client' ? textOf(params.grant_type) : ''
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const addressOf = (value: unknown): string => textOf(value).replace(/[?#].*$/s, '')
