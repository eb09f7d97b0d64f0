import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'

const Login = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Milliseconds of the epoch. */
  expiresAt: z.number(),
})
export type Login = z.output<typeof Login>

const Stored = z.record(z.string(), Login)

const pathOf = (env: NodeJS.ProcessEnv): string =>
  env.SIGNET_CREDENTIALS_FILE ??
  join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'signet', 'credentials.json')

function readAll(env: NodeJS.ProcessEnv): Record<string, Login> {
  const path = pathOf(env)
  return existsSync(path) ? Stored.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

export const readLogin = (env: NodeJS.ProcessEnv, origin: string): Login | undefined => readAll(env)[origin]

/** Only the user can read the file; undefined removes the login. */
export function storeLogin(env: NodeJS.ProcessEnv, origin: string, login: Login | undefined): void {
  const path = pathOf(env)
  const { [origin]: _replaced, ...others } = readAll(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}`
  writeFileSync(next, JSON.stringify(login ? { ...others, [origin]: login } : others), { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
}
