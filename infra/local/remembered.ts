import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NatsUserName, natsUsers } from '@signet/events/permissions'
import { freePort, isFree } from '@signet/local-servers'

/** Only the owner can read the file. */
function remember(folder: string, name: string, make: () => string): string {
  const file = join(folder, name)
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** The database of the data folder needs the keys to open sealed values. */
export function rememberedSecretKeys(folder: string): string {
  return remember(folder, 'secret-keys', () => {
    const id = randomBytes(4).toString('hex')
    return `${id}:${randomBytes(32).toString('base64url')}`
  })
}

export function rememberedNatsPasswords(folder: string): Readonly<Record<NatsUserName, string>> {
  const made = () => Object.keys(natsUsers).map((user) => [user, randomBytes(24).toString('base64url')])
  return JSON.parse(remember(folder, 'nats-passwords.json', () => JSON.stringify(Object.fromEntries(made()))))
}

/** Tools with the previous port keep working, if it is free. */
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
