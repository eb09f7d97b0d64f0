import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Cookies are per project and carry the project's path, so that a person can be signed in to two projects at once
 * and two projects on one host never see each other's (T05, T06).
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
