import { chooseLocale } from '@signet/i18n'
import type Provider from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { useUnder } from '../issuers/under.ts'
import { type DeviceProblem, deviceCodePage, deviceConfirmPage, deviceDonePage } from '../pages/device.ts'
import { nameOfClient } from '../provider-options/client-metadata.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { requireRequestState } from '../request/state.ts'
import { AlreadyDecided } from '../request/unit-of-work.ts'
import { projectBrand } from './brand.ts'
import { sendPage } from './respond.ts'
import { maskUserCode, normalizeUserCode } from './user-code.ts'

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>

/** The code of the address, kept from the provider, which would answer it with a script that posts itself. */
const typedCode = 'signet.userCode'

/** Device flow (RFC 8628): codes as the settings say, and our pages. */
export const deviceFlow = (context: OptionsContext): DeviceFlow => ({
  enabled: context.settings['deviceFlow.enabled'],
  charset: context.settings['deviceFlow.charset'],
  mask: context.settings['deviceFlow.mask'],
  userCodeInputSource: (ctx, form, _out, error) => askOrConfirm(context, ctx, form, error),
  userCodeConfirmSource: (ctx, form, client, _deviceInfo, userCode) =>
    confirm(context, ctx, form, nameOfClient(client), userCode),
  successSource: (ctx) => done(context, ctx, true),
})

/**
 * Pages under /device stand before the provider's routes. What a person does with a code is stored before the page that
 * says so: a code that another browser decided at the same moment was used already.
 */
export function addDevicePages(provider: Provider, context: OptionsContext): void {
  keepNoNewSessions(provider)
  useUnder(provider, 'device', async (ctx, next) => {
    if (!/^\/device(?:\/[\w-]{20,})?$/.test(ctx.path)) return next()
    const state = requireRequestState()
    state.mayFollowRowReferences = true
    const { user_code: typed, ...rest } = ctx.query
    if (ctx.method === 'GET' && ctx.path === '/device' && typeof typed === 'string') {
      ctx.query = rest
      ctx.state[typedCode] = typed
    }
    try {
      await next()
      await state.writes.flush()
    } catch (error) {
      if (!(error instanceof AlreadyDecided)) throw error
      ctx.remove('Location')
      ask(context, ctx as unknown as KoaContextWithOIDC, '', 'used')
    }
  })
}

/**
 * Where a page of the device flow fails, the provider puts a token for its own form into the session, also when that
 * session is new and never gets a cookie, and then fails to renew it. Our form needs no token: nothing is to be kept.
 */
function keepNoNewSessions({ Session }: Provider): void {
  const { persist } = Session.prototype
  Session.prototype.persist = async function (this: { exp?: number }) {
    return typeof this.exp === 'number' ? persist.call(this) : ''
  }
}

const localeOf = (ctx: KoaContextWithOIDC) =>
  chooseLocale(ctx.oidc.params?.ui_locales, ctx.get('accept-language'))

const actionOf = ({ mountPath }: OptionsContext): string => `${mountPath}/device`

/** Why the code is asked for again, from the provider's own re-render errors. */
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
  const typed: unknown = ctx.state[typedCode]
  if (typeof typed !== 'string') return ask(context, ctx, '')
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
  const locale = localeOf(ctx)
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

/** `form` is the provider's own, of which only the token is taken. */
function confirm(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  form: string,
  applicationName: string,
  userCode: string,
): void {
  const locale = localeOf(ctx)
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
  const locale = localeOf(ctx)
  sendPage(ctx, deviceDonePage({ locale, project: projectBrand(context), approved }), { locale })
}
