import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { publicBrand } from '../pages/shared/project-brand.ts'
import { addressOf, type InteractionContext } from './context.ts'

type Purpose = 'reset' | 'verification'

/** Lifetime of the link. */
const seconds = 3_600

/** Limited to the page of the link. */
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

/** The value is useless without the cookie of the interaction that requested the link. */
export function noteOrigin({ context, ctx, interaction }: InteractionContext, purpose: Purpose): void {
  const { name, options } = cookieOf(context, purpose)
  ctx.cookies.set(name, interaction.uid, { ...options, maxAge: seconds * 1000 })
}

export interface Onward {
  readonly address: string
  /** Absent when the application could impersonate another one. */
  readonly application: string | undefined
}

/** @returns undefined unless a sign-in of this browser waits for the link */
export async function originOf(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  purpose: Purpose,
): Promise<InteractionContext['interaction'] | undefined> {
  const uid = ctx.cookies.get(cookieOf(context, purpose).name, { signed: false })
  return uid ? provider.Interaction.find(uid) : undefined
}

/** Returns the sign-in when this browser began it and it is still pending. Deletes the cookie. */
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
