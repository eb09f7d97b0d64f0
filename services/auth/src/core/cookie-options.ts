import type { OptionsContext } from './issuer-context.ts'

/** Returns the options of a cookie that no script can read. A link and a redirect from another site send it (`SameSite=Lax`). */
export const cookieOptions = ({ issuer }: Pick<OptionsContext, 'issuer'>, path: string) => ({
  path,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: issuer.startsWith('https:'),
  signed: false,
  overwrite: true,
})
