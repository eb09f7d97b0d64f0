import { sql } from '@signet/db'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { chooseLocale } from '../pages/locale.ts'
import { requestsPage } from '../pages/requests.ts'
import { entitledAccount } from '../provider-options/accounts.ts'
import { acrOf } from '../provider-options/acr.ts'
import { nameOfClient } from '../provider-options/client-metadata.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { allowRowReferences, rowReference } from '../storage/row-reference.ts'
import { nameOf } from './brand.ts'
import { showProblem } from './error.ts'
import { readForm, requireOwnOrigin } from './form.ts'
import { goSignIn } from './own-sign-in.ts'
import { detailsOf, permissionsOf, resourcesOf, scopesOf } from './permissions.ts'
import { sendPage } from './respond.ts'

interface Visit {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
}

const path = '/account/requests'

/** Where a person finds what applications ask of them without having sent their browser (CIBA), and answers it. */
export function addRequestsPage(provider: Provider, context: OptionsContext): void {
  if (!context.settings['ciba.enabled']) return
  provider.use(async (plain, next) => {
    if (plain.path !== path) return next()
    const ctx = plain as unknown as KoaContextWithOIDC
    try {
      await handle({ provider, context, ctx })
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error
      showProblem(ctx, context, error)
    }
  })
}

async function handle(visit: Visit): Promise<void> {
  const { provider, context, ctx } = visit
  if (ctx.method !== 'GET' && ctx.method !== 'POST')
    throw new errors.InvalidRequest('this page cannot be reached like that')
  if (ctx.query.error) throw new errors.AccessDenied('the sign-in was cancelled')
  // The code of our own sign-in is not kept in the address.
  if (ctx.query.code) return leadTo(ctx, context)
  const session = await provider.Session.get(ctx)
  const account = session.accountId ? await entitledAccount(context, session.accountId) : undefined
  if (!account) return goSignIn(provider, context, ctx)
  const person = { accountId: account.id, name: account.email ?? account.username ?? account.id }
  if (ctx.method === 'GET') return show(visit, person)
  requireOwnOrigin(ctx, context.issuer)
  const form = await readForm(ctx.req)
  if (form.get('accountId') !== account.id)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  await answer(visit, form, { amr: session.amr, authTime: session.authTime(), accountId: account.id })
  return leadTo(ctx, context)
}

function leadTo(ctx: KoaContextWithOIDC, { mountPath }: OptionsContext): void {
  ctx.status = 303
  ctx.redirect(`${mountPath}${path}`)
}

interface Waiting {
  readonly key: string
  readonly clientId: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What waits for the account, the newest first. */
const waiting = ({ context: { deps, project } }: Visit, accountId: string): Promise<Waiting[]> =>
  deps.database.rows<Waiting>(sql`
    SELECT id AS key, payload->>'clientId' AS "clientId", payload->'params' AS params FROM oidc_backchannel_requests
    WHERE project_id = ${project.id} AND account_id = ${accountId} AND grant_id IS NULL AND payload->>'error' IS NULL
      AND consumed_at IS NULL AND expires_at > now()
    ORDER BY payload->'iat' DESC LIMIT 20`)

async function show(
  visit: Visit,
  person: { readonly accountId: string; readonly name: string },
): Promise<void> {
  const { provider, context, ctx } = visit
  const locale = chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))
  const rows = await waiting(visit, person.accountId)
  const requests = await Promise.all(
    rows.map(async ({ key, clientId, params }) => {
      const client = await provider.Client.find(clientId)
      const asked = { context, interaction: { params } }
      return {
        key,
        applicationName: client ? nameOfClient(client) : clientId,
        message: typeof params.binding_message === 'string' ? params.binding_message : '',
        permissions: await permissionsOf(asked),
        details: detailsOf(asked),
      }
    }),
  )
  const action = `${context.mountPath}${path}`
  sendPage(ctx, requestsPage({ locale, projectName: nameOf(context), action, ...person, requests }), {
    locale,
  })
}

interface Answerer {
  readonly accountId: string
  readonly amr: string[] | undefined
  readonly authTime: number | undefined
}

/** The grant is built from the stored request alone; the form says which one, and yes or no (T14). */
async function answer(
  { provider, context }: Visit,
  form: ReadonlyMap<string, string>,
  { accountId, amr, authTime }: Answerer,
): Promise<void> {
  allowRowReferences()
  const request = await provider.BackchannelAuthenticationRequest.find(
    rowReference(form.get('request') ?? ''),
  )
  const isTheirs = request?.accountId === accountId && request.isValid
  // Answered already, in another window or on another device: the page shows what is left.
  if (!request || !isTheirs || request.grantId || request.error) return
  if (form.get('answer') !== 'allow') {
    await provider.backchannelResult(request, new errors.AccessDenied('the end-user refused'))
    return
  }
  const asked = { context, interaction: { params: request.params ?? {} } }
  const grant = new provider.Grant({ accountId, clientId: String(request.clientId) })
  const scopes = scopesOf(asked)
  grant.addOIDCScope(scopes.filter((scope) => context.settings.scopes.includes(scope)).join(' '))
  for (const resource of resourcesOf(asked)) grant.addResourceScope(resource, scopes.join(' '))
  const rar = detailsOf(asked)
  for (const detail of rar) grant.addRar(detail)
  await grant.save()
  const acr = acrOf(context.settings.acrValues, amr)
  await provider.backchannelResult(request, grant, {
    ...(acr ? { acr } : {}),
    ...(amr ? { amr } : {}),
    ...(authTime === undefined ? {} : { authTime }),
    ...(rar.length ? { rar } : {}),
  })
}
