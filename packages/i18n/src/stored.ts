import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MessageTree } from './messages.ts'

/** Contains `<locale>/<area>.json`, `<locale>/console/<area>.json`, `<locale>/contract/<area>.json`. */
const messages = fileURLToPath(new URL('../messages', import.meta.url))

/** The console's own messages, and translations of texts of the contract. */
export type Folder = 'console' | 'contract'

export const storedLocales = (): string[] => readdirSync(messages).toSorted()

/** Default: pages and mails. */
export function areasIn(locale: string, folder: Folder | '' = ''): string[] {
  const path = `${messages}/${locale}/${folder}`
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .toSorted()
}

/** Empty for an area that the locale lacks. */
export function readArea(locale: string, folder: Folder | '', area: string): MessageTree {
  const path = `${messages}/${locale}/${folder}/${area}.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
