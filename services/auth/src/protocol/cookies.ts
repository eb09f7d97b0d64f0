import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Cookies have a name and path per project: a user can have sessions at two projects, and projects under one host do not receive each
 * other's cookies.
 */
export function cookies({ issuer, mountPath, project, cookieKeys }: OptionsContext): Configuration {
  const shared = {
    httpOnly: true,
    secure: issuer.startsWith('https:'),
    sameSite: 'lax',
    signed: true,
  } as const
  return {
    cookies: {
      names: {
        session: `_session_${project.id}`,
        interaction: `_interaction_${project.id}`,
        resume: `_resume_${project.id}`,
      },
      long: { ...shared, path: mountPath || '/', overwrite: true },
      short: { ...shared, overwrite: true },
      keys: cookieKeys,
    },
  }
}
