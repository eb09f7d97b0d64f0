import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NatsUserName, natsUsers } from '@signet/events'
import { freePort, isFree } from '@signet/local-servers'

/** The value kept in a file of the data folder, made by `make` the first time; readable to the owner only. */
function remember(folder: string, name: string, make: () => string): string {
  const file = join(folder, name)
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** `SIGNET_SECRET_KEYS` of this data folder: what its database has sealed opens with no other. */
export function rememberedSecretKeys(folder: string): string {
  return remember(folder, 'secret-keys', () => {
    const id = randomBytes(4).toString('hex')
    return `${id}:${randomBytes(32).toString('base64url')}`
  })
}

/** Passwords of the users at the NATS of this data folder, by user. */
export function rememberedNatsPasswords(folder: string): Readonly<Record<NatsUserName, string>> {
  const made = () => Object.keys(natsUsers).map((user) => [user, randomBytes(24).toString('base64url')])
  return JSON.parse(remember(folder, 'nats-passwords.json', () => JSON.stringify(Object.fromEntries(made()))))
}

/** The same port as last time where it is still free, so that a tool pointed at it keeps working. */
export async function rememberedPort(folder: string, name: string): Promise<number> {
  const fresh = await freePort()
  const port = Number(remember(folder, `${name}.port`, () => String(fresh)))
  if (await isFree(port)) return port
  writeFileSync(join(folder, `${name}.port`), `${fresh}\n`)
  return fresh
}

const tokenFile = (folder: string) => join(folder, 'setup-token')

export function keepSetupToken(folder: string, token: string): void {
  writeFileSync(tokenFile(folder), `${token}\n`, { mode: 0o600 })
}

export function keptSetupToken(folder: string): string | undefined {
  return existsSync(tokenFile(folder)) ? readFileSync(tokenFile(folder), 'utf8').trim() : undefined
}
