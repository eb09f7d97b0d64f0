import { fail } from '../failure.ts'
import { readLogin, storeLogin } from './credentials.ts'
import { builtInClient, loginOf } from './device-login.ts'
import { isTokenError, readMetadata, requestToken } from './endpoints.ts'
import { isMachine, machineToken } from './machine-login.ts'

/** Milliseconds before the expiry of a token. */
const earlyMs = 60_000

/** Reads SIGNET_TOKEN, the machine of the environment, or the stored login. */
export async function readToken(env: NodeJS.ProcessEnv, origin: string): Promise<string> {
  if (env.SIGNET_TOKEN) return env.SIGNET_TOKEN
  if (isMachine(env)) return machineToken(env, origin)
  const login = readLogin(env, origin)
  if (!login) return fail(`No login for ${origin}: run signet login --url ${origin}, or set SIGNET_TOKEN.`)
  if (login.expiresAt - earlyMs > Date.now()) return login.accessToken
  return renew(env, origin, login.refreshToken)
}

async function renew(
  env: NodeJS.ProcessEnv,
  origin: string,
  refreshToken: string | undefined,
): Promise<string> {
  const ended = `The login for ${origin} has ended: run signet login --url ${origin}.`
  if (!refreshToken) return fail(ended)
  const answer = await requestToken(await readMetadata(origin), {
    grant_type: 'refresh_token',
    client_id: builtInClient,
    refresh_token: refreshToken,
  })
  if (isTokenError(answer)) return fail(ended)
  storeLogin(env, origin, { refreshToken, ...loginOf(answer) })
  return answer.access_token
}
