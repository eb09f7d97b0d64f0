import { agentScopes, type Settings } from '@signet/contracts'
import { isLocalRedirect } from '../agents/local-redirects.ts'
import { type Layer, passOn } from '../core/layer.ts'
import { jsonObject, readBody } from '../http/body.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import type { PipelineContext } from './context.ts'

const agentScope: ReadonlySet<string> = new Set(agentScopes)

/**
 * An agent names a scope of the agent endpoint when it registers, or only agents may register. One that registers without a scope,
 * while applications may register too, is recognized when it requests the agent endpoint.
 */
export function registersAgent(settings: Settings, body: Buffer): boolean {
  if (!settings['mcp.enabled']) return false
  if (!settings['registration.enabled']) return true
  const { scope } = jsonObject(body)
  return scopeTokens(typeof scope === 'string' ? scope : '').some((name) => agentScope.has(name))
}

const defaultGrants = ['authorization_code', 'refresh_token']

/**
 * RFC 7591. Keeps those of several redirect addresses that are on the machine of the user (3.2.1): with them, the agent gets an entry
 * when an administrator consents. An agent with other addresses only is registered too, and waits for a permission.
 */
export function agentRegistrationLayer({ context: { project } }: PipelineContext): Layer {
  if (project.reserved !== 'administrators') return passOn
  return async (ctx, next) => {
    const metadata = jsonObject(await readBody(ctx.req))
    const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : []
    const local = uris.filter(isLocalRedirect)
    const completed = {
      grant_types: defaultGrants,
      ...metadata,
      ...(local.length ? { redirect_uris: local, application_type: 'native' } : {}),
    }
    // oidc-provider rejects a body that is no JSON object.
    if (Object.keys(metadata).length) Object.assign(ctx.req, { body: Buffer.from(JSON.stringify(completed)) })
    await next()
  }
}
