import type { KnownBrowser } from '@signet/accounts'
import { mintToken } from '@signet/secrets'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { cookieOptions } from '../core/cookie-options.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

type Keys = Pick<OptionsContext, 'cookieKeys' | 'project'>

/** The latest sign-in first. */
const maxAccounts = 5

/** Longest lifetime that browsers allow for a cookie. */
const days = 400

const nameOf = ({ project }: Keys): string => `_known_${project.id}`

const textOf = ({ project }: Keys, { accountId, id, passwordSetAt }: KnownBrowser): string =>
  `known browser ${project.id} ${accountId} ${id} ${passwordSetAt}`

/** Writes no dots, which separate the parts of the cookie. */
const writeTime = (passwordSetAt: string | null): string => passwordSetAt?.replace('.', '-') ?? ''
const readTime = (written: string): string | null => (written ? written.replace('-', '.') : null)

/**
 * Each mark is valid for its account and project and until the password changes. A mark does not authenticate a user; it only gives the
 * browser its own allowance of attempts.
 */
export function knownBrowsers(context: Keys, ctx: Pick<KoaContextWithOIDC, 'cookies'>): KnownBrowser[] {
  const entries = ctx.cookies.get(nameOf(context), { signed: false })?.split('~') ?? []
  return entries.slice(0, maxAccounts).flatMap((entry) => {
    const [accountId = '', id = '', time = '', given = ''] = entry.split('.')
    const known = { accountId, id, passwordSetAt: readTime(time) }
    return context.cookieKeys.verify(textOf(context, known), given) ? [known] : []
  })
}

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
    ...cookieOptions(context, context.mountPath || '/'),
    maxAge: days * 86_400_000,
  })
}
