import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { publicBrand } from '../pages/shared/project-brand.ts'
import { addressOf, type InteractionContext } from './context.ts'

/** Mailed links that a person follows in the middle of a sign-in. */
type Purpose = 'reset' | 'verification'

/** Seconds a sign-in may wait for its link; the link itself works no longer. */
const seconds = 3_600

/** Of the page that the link leads to, alone. */
const cookieOf = ({ mountPath, issuer }: OptionsContext, purpose: Purpose) => ({
  name: '_onward',
  options: {
    path: `${mountPath}/account/${purpose}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
    signed: false,
    overwrite: true,
  } as const,
})

/** Notes in the browser which sign-in a link was asked for in; it is worth nothing without the cookie of that sign-in. */
export function noteOrigin({ context, ctx, interaction }: InteractionContext, purpose: Purpose): void {
  const { name, options } = cookieOf(context, purpose)
  ctx.cookies.set(name, interaction.uid, { ...options, maxAge: seconds * 1000 })
}

export interface Onward {
  readonly address: string
  /** Absent where the application could pose as another. */
  readonly application: string | undefined
}

/** Returns the sign-in of this browser that waits for the link; undefined when there is none. */
export async function originOf(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  purpose: Purpose,
): Promise<InteractionContext['interaction'] | undefined> {
  const uid = ctx.cookies.get(cookieOf(context, purpose).name, { signed: false })
  return uid ? provider.Interaction.find(uid) : undefined
}

/** The sign-in that the link was asked for in, where this browser began it and it still waits; asked once. */
export async function onwardFrom(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  purpose: Purpose,
): Promise<Onward | undefined> {
  const interaction = await originOf(provider, context, ctx, purpose)
  const { name, options } = cookieOf(context, purpose)
  if (ctx.cookies.get(name, { signed: false })) ctx.cookies.set(name, null, options)
  if (!interaction) return undefined
  const client = await provider.Client.find(String(interaction.params.client_id))
  const { name: application } = client ? await publicBrand(context, client) : {}
  return { address: addressOf({ context, interaction }), application }
}
