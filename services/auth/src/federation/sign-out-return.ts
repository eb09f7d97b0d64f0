import type { KoaContextWithOIDC } from 'oidc-provider'
import { cookieOptions } from '../core/cookie-options.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Time for the pages of the provider. */
const keptMs = 600_000

/** Longest address that fits in a cookie. Characters. */
const maxAddress = 2_000

const nameOf = ({ project }: OptionsContext): string => `_signed_out_to_${project.id}`

/** The signature proves that the address was checked at the beginning of the sign-out. */
const optionsOf = (context: OptionsContext) => ({
  ...cookieOptions(context, `${context.mountPath}/federation`),
  signed: true,
})

export function keepDestination(context: OptionsContext, ctx: KoaContextWithOIDC, address: string): void {
  if (address.length > maxAddress) return
  const value = Buffer.from(address).toString('base64url')
  ctx.cookies.set(nameOf(context), value, { ...optionsOf(context), maxAge: keptMs })
}

export function endSignOut(context: OptionsContext, ctx: KoaContextWithOIDC): void {
  const value = ctx.cookies.get(nameOf(context), { signed: true })
  ctx.cookies.set(nameOf(context), null, optionsOf(context))
  ctx.status = 303
  ctx.set('Cache-Control', 'no-store')
  ctx.redirect(
    value ? Buffer.from(value, 'base64url').toString() : `${context.mountPath}/session/end/success`,
  )
}
