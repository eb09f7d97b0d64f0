import type { KnownBrowser } from '@signet/accounts'
import { mintToken } from '@signet/secrets'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

type Keys = Pick<OptionsContext, 'cookieKeys' | 'project'>

/** Accounts one browser is known by, the one that signed in last first. */
const maxAccounts = 5

/** As long as browsers keep a cookie. Days. */
const days = 400

const nameOf = ({ project }: Keys): string => `_known_${project.id}`

const textOf = ({ project }: Keys, { accountId, id, passwordSetAt }: KnownBrowser): string =>
  `known browser ${project.id} ${accountId} ${id} ${passwordSetAt}`

/** The time of a password as part of a cookie whose parts are separated by dots; empty for none. */
const writeTime = (passwordSetAt: string | null): string => passwordSetAt?.replace('.', '-') ?? ''
const readTime = (written: string): string | null => (written ? written.replace('-', '.') : null)

/**
 * The accounts of this project that signed in from this browser before. Each mark is good for its account and project
 * alone, for as long as the account keeps its password, and is no proof of a person: all it gives is an allowance of
 * attempts of its own (R22).
 */
export function knownBrowsers(context: Keys, ctx: Pick<KoaContextWithOIDC, 'cookies'>): KnownBrowser[] {
  const entries = ctx.cookies.get(nameOf(context), { signed: false })?.split('~') ?? []
  return entries.slice(0, maxAccounts).flatMap((entry) => {
    const [accountId = '', id = '', time = '', given = ''] = entry.split('.')
    const known = { accountId, id, passwordSetAt: readTime(time) }
    return context.cookieKeys.verify(textOf(context, known), given) ? [known] : []
  })
}

/** Marks the browser an account has just signed in from. */
export function rememberBrowser(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  { accountId, passwordSetAt }: Pick<KnownBrowser, 'accountId' | 'passwordSetAt'>,
): void {
  const all = knownBrowsers(context, ctx)
  const same = all.find((known) => known.accountId === accountId && known.passwordSetAt === passwordSetAt)
  const own = same ?? { accountId, passwordSetAt, id: mintToken() }
  const kept = [own, ...all.filter((known) => known.accountId !== accountId)].slice(0, maxAccounts)
  const mark = (known: KnownBrowser) => context.cookieKeys.sign(textOf(context, known))
  const value = kept
    .map((known) => `${known.accountId}.${known.id}.${writeTime(known.passwordSetAt)}.${mark(known)}`)
    .join('~')
  ctx.cookies.set(nameOf(context), value, {
    path: context.mountPath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.issuer.startsWith('https:'),
    signed: false,
    overwrite: true,
    maxAge: days * 86_400_000,
  })
}
