import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { nameOfClient } from '../../clients/client-metadata.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import type { LayerFactory } from '../../core/layer.ts'
import { pageLocale } from '../../core/page-language.ts'
import { requireRequestState } from '../../request/state.ts'
import { AlreadyDecided } from '../../request/unit-of-work.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { maskUserCode, normalizeUserCode } from './user-code.ts'
import { type DeviceProblem, deviceCodePage, deviceConfirmPage, deviceDonePage } from './view.ts'

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>

/** RFC 8628, with the pages of Signet. */
export const deviceFlow = (context: OptionsContext): DeviceFlow => ({
  enabled: context.settings['deviceFlow.enabled'],
  charset: context.settings['deviceFlow.charset'],
  mask: context.settings['deviceFlow.mask'],
  userCodeInputSource: (ctx, form, _out, error) => askOrConfirm(context, ctx, form, error),
  userCodeConfirmSource: (ctx, form, client, _deviceInfo, userCode) =>
    confirm(context, ctx, form, nameOfClient(client), userCode),
  successSource: (ctx) => done(context, ctx, true),
})

/** Stores the user's decision before the confirmation is sent. Shows "used" when another browser decided concurrently. */
export const deviceLayer: LayerFactory =
  ({ context }) =>
  async (ctx, next) => {
    const state = requireRequestState()
    state.mayFollowRowReferences = true
    const { user_code: typed, ...rest } = ctx.query
    if (ctx.method === 'GET' && ctx.path === '/device' && typeof typed === 'string') {
      ctx.query = rest
      state.typedUserCode = typed
    }
    try {
      await next()
      await state.writes.flush()
    } catch (error) {
      if (!(error instanceof AlreadyDecided)) throw error
      ctx.remove('Location')
      ask(context, ctx, '', 'used')
    }
  }

const localeOf = (context: OptionsContext, ctx: KoaContextWithOIDC) =>
  pageLocale(context, ctx, ctx.oidc.params?.ui_locales)

const actionOf = ({ mountPath }: OptionsContext): string => `${mountPath}/device`

const problems: Readonly<Record<string, DeviceProblem>> = {
  NotFoundError: 'notFound',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
}

async function askOrConfirm(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  form: string,
  error: Error | undefined,
): Promise<void> {
  if (error?.name === 'AbortedError') return done(context, ctx, false)
  if (error?.name === 'NoCodeError') return ask(context, ctx, '')
  if (error) return ask(context, ctx, '', problems[error.name] ?? 'failed')
  const typed = requireRequestState().typedUserCode
  if (typed === undefined) return ask(context, ctx, '')
  const { DeviceCode, Client } = ctx.oidc.provider
  const code = await DeviceCode.findByUserCode(normalizeUserCode(typed), { ignoreExpiration: true })
  if (!code?.clientId) return ask(context, ctx, typed, 'notFound')
  if (code.isExpired) return ask(context, ctx, typed, 'expired')
  if (code.error || code.accountId || code.inFlight) return ask(context, ctx, typed, 'used')
  const client = await Client.find(code.clientId)
  const shown = maskUserCode(normalizeUserCode(typed), context.settings['deviceFlow.mask'])
  return confirm(context, ctx, form, client ? nameOfClient(client) : code.clientId, shown)
}

function ask(context: OptionsContext, ctx: KoaContextWithOIDC, typed: string, problem?: DeviceProblem): void {
  const locale = localeOf(context, ctx)
  const page = deviceCodePage({
    locale,
    project: projectBrand(context),
    action: actionOf(context),
    typed,
    mask: context.settings['deviceFlow.mask'],
    digits: context.settings['deviceFlow.charset'] === 'digits',
    ...(problem ? { problem } : {}),
  })
  sendPage(ctx, page, { locale, status: problem ? 422 : 200 })
}

/** Reads the token from the form of oidc-provider. */
function confirm(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  form: string,
  applicationName: string,
  userCode: string,
): void {
  const locale = localeOf(context, ctx)
  const page = deviceConfirmPage({
    locale,
    project: projectBrand(context),
    action: actionOf(context),
    xsrf: /name="xsrf" value="([\w-]+)"/.exec(form)?.[1] ?? '',
    applicationName,
    userCode,
  })
  sendPage(ctx, page, { locale })
}

function done(context: OptionsContext, ctx: KoaContextWithOIDC, approved: boolean): void {
  const locale = localeOf(context, ctx)
  sendPage(ctx, deviceDonePage({ locale, project: projectBrand(context), approved }), { locale })
}
