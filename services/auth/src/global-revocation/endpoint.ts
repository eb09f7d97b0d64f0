// Global Token Revocation (draft-parecki-oauth-global-token-revocation)

import { readJson as parseJson } from '@signet/http'
import { endAccount } from '@signet/sessions'
import type { KoaContextWithOIDC } from 'oidc-provider'
import * as z from 'zod'
import { auditEndUser, upstreamAct } from '../core/audit.ts'
import { type LayerFactory, passOn } from '../core/layer.ts'
import { readBody } from '../http/body.ts'
import { isNewToken } from '../upstream/replays.ts'
import { authenticate, UntrustedCaller } from './caller.ts'
import { accountsOf, SubjectId } from './subject.ts'

/** Longest request of the draft. */
const maxBytes = 8 * 1024

const Body = z.strictObject({ sub_id: SubjectId })

/** The response does not reveal whether the user exists. */
export const globalRevocationLayer: LayerFactory = ({ provider, context }) => {
  if (!context.settings['globalTokenRevocation.enabled']) return passOn
  const { keys } = context.deps.upstreams
  const isNew = (issuer: string, jti: string, exp: number) => isNewToken(provider, issuer, jti, exp)
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store')
    try {
      const caller = await authenticate(context, keys, isNew, ctx.get('authorization'))
      const body = Body.safeParse(await readJson(ctx))
      if (!body.success) return void refuse(ctx, 400, 'invalid_request', 'sub_id must name a subject')
      const { database } = context.deps
      for (const { projectId, providerId, accountId } of await accountsOf(
        database,
        caller,
        body.data.sub_id,
      )) {
        const act = upstreamAct({ projectId, providerId }, 'enduser.signout')
        await auditEndUser(database, projectId, accountId, act)
        await database.transaction((tx) =>
          endAccount(tx, { id: projectId, issuer: context.issuer }, accountId),
        )
      }
      ctx.status = 204
    } catch (error) {
      if (!(error instanceof UntrustedCaller)) throw error
      ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"')
      refuse(ctx, 401, 'invalid_token', 'the caller is not trusted for this')
    }
  }
}

function refuse(
  ctx: { status: number; body: unknown },
  status: number,
  error: string,
  description: string,
): void {
  ctx.status = status
  ctx.body = { error, error_description: description }
}

async function readJson({ req }: KoaContextWithOIDC): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(req.headers['content-type'] ?? '')
  if (!isJson || Number(req.headers['content-length'] ?? Number.POSITIVE_INFINITY) > maxBytes)
    return undefined
  try {
    return parseJson(await readBody(req))
  } catch {
    return undefined
  }
}
