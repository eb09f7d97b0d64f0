import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { argumentsOf } from './arguments.ts'
import type { MessageTree } from './messages.ts'

/**
 * `npm run print` in this package writes `src/areas/` from `messages/`: for each area the type of its English messages and
 * the list of its languages. A test compares both.
 */

const messages = fileURLToPath(new URL('../messages', import.meta.url))
const printed = fileURLToPath(new URL('./areas', import.meta.url))

export const readMessages = (locale: string, area: string): MessageTree =>
  JSON.parse(readFileSync(`${messages}/${locale}/${area}.json`, 'utf8'))

/** Locales that have a folder of messages. */
export const storedLocales = (): string[] => readdirSync(messages).toSorted()

/** Areas of the English messages. */
export const areas = (): string[] => readdirSync(`${messages}/en`).map((file) => file.replace('.json', ''))

const isIdentifier = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key)

function typeOf(tree: MessageTree, indent: string): string {
  const lines = Object.entries(tree).map(([key, value]) => {
    const name = isIdentifier(key) ? key : `'${key}'`
    return `${indent}  readonly ${name}: ${typeof value === 'string' ? typeOfMessage(value) : typeOf(value, `${indent}  `)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function typeOfMessage(text: string): string {
  const names = argumentsOf(text)
  if (names.length === 0) return 'string'
  return `(values: { ${names.map((name) => `readonly ${name}: Value`).join('; ')} }) => string`
}

const nameOf = (locale: string): string => locale.replace('-', '')

const capital = (area: string): string => `${area[0]?.toUpperCase()}${area.slice(1)}`

/** Returns the module of an area. */
export function moduleOf(area: string): string {
  const locales = storedLocales()
  const imports = locales.map(
    (locale) =>
      `import ${nameOf(locale)} from '../../messages/${locale}/${area}.json' with { type: 'json' }\n`,
  )
  const entries = locales.map((locale) =>
    locale === nameOf(locale) ? locale : `'${locale}': ${nameOf(locale)}`,
  )
  return `// Written by src/print.ts from messages/.
${imports.join('')}import { messagesIn, type Value } from '../messages.ts'

export type ${capital(area)}Texts = ${typeOf(readMessages('en', area), '')}

/** Returns the texts of a locale. */
export const ${area}TextsOf = messagesIn<${capital(area)}Texts>({ ${entries.join(', ')} })
`
}

if (import.meta.main) for (const area of areas()) writeFileSync(`${printed}/${area}.ts`, moduleOf(area))
