import { Unavailable } from '@signet/db'
import { actors } from '@signet/events'
import { clientAddress } from '@signet/runtime'
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../../core/issuer-context.ts'
import { pageLocale } from '../../core/page-language.ts'
import { type CurrentPage, requestState, requireRequestState } from '../../request/state.ts'
import type { InteractionContext } from '../../sign-in/context.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { retryAddress } from './retry.ts'
import { problemPage } from './view.ts'

/** RFC 6749 4.1.2.1: the error cannot be returned to the application. */
export const errorPage =
  (context: OptionsContext) => (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => {
    // A database failure is no defect: the outer layer returns 503, so that the client may try again.
    if (isAway(error)) throw error
    if (ctx.status >= 500) return show(ctx, context, 'fault', out, fault(context, ctx, error))
    show(ctx, context, error instanceof errors.SessionNotFound ? 'expired' : 'refused', out)
  }

/** oidc-provider may have wrapped the database failure. */
const isAway = (error: unknown): boolean => awayOf(error) !== undefined

export function awayOf(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  return error instanceof Error && error.cause !== undefined ? awayOf(error.cause) : undefined
}

export function showProblem(
  ctx: KoaContextWithOIDC,
  context: OptionsContext,
  error: InstanceType<typeof errors.OIDCProviderError>,
): void {
  ctx.status = error.statusCode
  const out = {
    error: error.error,
    ...(error.error_description ? { error_description: error.error_description } : {}),
  }
  show(ctx, context, error instanceof errors.SessionNotFound ? 'expired' : 'refused', out)
}

export async function showingProblems(
  ctx: KoaContextWithOIDC,
  context: OptionsContext,
  page: () => Promise<void>,
): Promise<void> {
  try {
    await page()
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error
    showProblem(ctx, context, error)
  }
}

/** Browsers get a page, programs a JSON error, both with the reference of the defect. */
export function showDefect(ctx: KoaContextWithOIDC, context: OptionsContext, error: unknown): void {
  ctx.status = 500
  const reference = fault(context, ctx, error)
  const out = serverError(reference)
  if (ctx.get('accept').includes('text/html')) show(ctx, context, 'fault', out, reference)
  else {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = out
  }
}

/** A switched-off feature has the response of an unknown address. */
export function showNothing(ctx: KoaContextWithOIDC, context: OptionsContext): void {
  const out = { error: 'not_found' }
  // Koa replaces an implicit 404 when a body is set.
  ctx.status = 404
  if (ctx.get('accept').includes('text/html')) show(ctx, context, 'notFound', out)
  else {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = out
  }
}

/** RFC 6749 5.2, with the reference of the fault. */
export const serverError = (reference: string) => ({
  error: 'server_error',
  error_description: `an unexpected error occurred, reference ${reference}`,
})

export const notePage = (page: CurrentPage): void => {
  requireRequestState().page = page
}

export const noteSignInPage = ({ params, session }: InteractionContext['interaction'], route: string): void =>
  notePage({ route, clientId: textOf(params.client_id), accountId: session?.accountId })

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const segments =
  /^\/(account|auth|device|federation|global-token-revocation|interaction|reg|request|session|token)(?=\/|$)/

/**
 * Captures a defect with its route, application and user.
 * @returns its reference
 */
export function fault({ deps, project }: OptionsContext, ctx: KoaContextWithOIDC, error: unknown): string {
  const page = requestState()?.page
  const accountId = accountOf(ctx) ?? page?.accountId
  return deps.faults.capture(error, {
    route: ctx.oidc?.route ?? page?.route ?? segments.exec(ctx.path)?.[1],
    status: ctx.status,
    surface: 'oauth',
    clientId: ctx.oidc?.client?.clientId ?? page?.clientId ?? textOf(ctx.oidc?.params?.client_id) ?? null,
    actor: accountId ? actors.endUser(project.id, accountId) : null,
    origin: clientAddress(ctx.req, deps.config.SIGNET_PROXY_HOPS),
  })
}

const accountOf = ({ oidc }: KoaContextWithOIDC): string | undefined =>
  oidc?.account?.accountId ??
  oidc?.session?.accountId ??
  oidc?.accessToken?.accountId ??
  oidc?.refreshToken?.accountId ??
  oidc?.authorizationCode?.accountId

function show(
  ctx: KoaContextWithOIDC,
  context: OptionsContext,
  kind: 'expired' | 'refused' | 'fault' | 'notFound',
  out: ErrorOut,
  reference?: string,
): void {
  const locale = pageLocale(context, ctx, ctx.query?.ui_locales)
  const page = problemPage({
    locale,
    project: projectBrand(context),
    kind,
    details: kind === 'refused' ? [out.error, out.error_description].filter(Boolean).join(': ') : undefined,
    received: kind === 'refused' ? receivedOf(ctx, out) : undefined,
    console: kind === 'refused' ? consoleOf(ctx, context) : undefined,
    reference,
    retry: retryAddress(ctx.method, ctx.path),
  })
  sendPage(ctx, page, { locale, status: ctx.status })
}

const maxShown = 300

/** Unknown client or redirect address of an authorization request that stays on our page. */
function receivedOf({ oidc, query }: KoaContextWithOIDC, { error }: ErrorOut): string | undefined {
  if (oidc?.route !== 'authorization') return undefined
  const name = error === 'invalid_redirect_uri' ? 'redirect_uri' : oidc.client ? undefined : 'client_id'
  const value = name && textOf(oidc.params?.[name] ?? query[name])
  return value === undefined ? undefined : `${name}: ${value.slice(0, maxShown)}`
}

/** Recent errors of the application, when its authorization request stays on our page. */
function consoleOf({ oidc }: KoaContextWithOIDC, { deps, project }: OptionsContext): string | undefined {
  if (oidc?.route !== 'authorization' || !oidc.client) return undefined
  const { clientId } = oidc.client
  return `${deps.config.SIGNET_BASE_URL}/admin/projects/${project.id}/applications/${encodeURIComponent(clientId)}?tab=errors`
}
