import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { argumentsOf } from './arguments.ts'
import { nameOfArea, parametersOf } from './console-module.ts'
import type { MessageTree } from './messages.ts'
import { areasIn, readArea, storedLocales } from './stored.ts'
import { readTranslated, withNewMessages, writeTranslated } from './translated.ts'

/**
 * `npm run print` writes `src/areas/` from `messages/`: for each area of pages and mails the type of its English messages and the list
 * of its languages, and for each area of the console the type. A test compares both. It also adds new messages to `translated.json`.
 */

const printed = fileURLToPath(new URL('./areas', import.meta.url))

const isIdentifier = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key)

type TypeOfMessage = (text: string) => string

function typeOf(tree: MessageTree, typeOfMessage: TypeOfMessage, indent = ''): string {
  const lines = Object.entries(tree).map(([key, value]) => {
    const name = isIdentifier(key) ? key : `'${key}'`
    const type =
      typeof value === 'string' ? typeOfMessage(value) : typeOf(value, typeOfMessage, `${indent}  `)
    return `${indent}  readonly ${name}: ${type}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function namedArguments(text: string): string {
  const names = argumentsOf(text)
  if (names.length === 0) return 'string'
  return `(values: { ${names.map((name) => `readonly ${name}: Value`).join('; ')} }) => string`
}

function orderedArguments(text: string): string {
  const parameters = parametersOf(text)
  if (parameters.length === 0) return 'string'
  return `(${parameters.map(({ name, type }) => `${name}: ${type}`).join(', ')}) => string`
}

const nameOf = (locale: string): string => locale.replace('-', '')

const nameOfType = (area: string): string => {
  const name = nameOfArea(area)
  return `${name[0]?.toUpperCase()}${name.slice(1)}Texts`
}

const header = '// Written by src/print.ts from messages/.\n'

function moduleOf(area: string): string {
  const locales = storedLocales()
  const imports = locales.map(
    (locale) =>
      `import ${nameOf(locale)} from '../../messages/${locale}/${area}.json' with { type: 'json' }\n`,
  )
  const entries = locales.map((locale) =>
    locale === nameOf(locale) ? locale : `'${locale}': ${nameOf(locale)}`,
  )
  return `${header}${imports.join('')}import { messagesIn, type Value } from '../messages.ts'

export type ${nameOfType(area)} = ${typeOf(readArea('en', '', area), namedArguments)}

/** Returns the texts of a locale. */
export const ${area}TextsOf = messagesIn<${nameOfType(area)}>({ ${entries.join(', ')} })
`
}

const consoleModuleOf = (area: string): string =>
  `${header}export interface ${nameOfType(area)} ${typeOf(readArea('en', 'console', area), orderedArguments)}\n`

function consoleIndex(): string {
  const areas = areasIn('en', 'console')
  const imports = areas.map((area) => `import type { ${nameOfType(area)} } from './console/${area}.ts'\n`)
  const members = areas.map((area) => `  readonly ${nameOfArea(area)}: ${nameOfType(area)}\n`)
  return `${header}${imports.join('')}
/** Texts of the console: a message with arguments is a function of them, in their English order. */
export interface ConsoleTexts {\n${members.join('')}}\n`
}

export const printedModules = (): ReadonlyMap<string, string> =>
  new Map([
    ...areasIn('en').map((area) => [`${area}.ts`, moduleOf(area)] as const),
    ...areasIn('en', 'console').map((area) => [`console/${area}.ts`, consoleModuleOf(area)] as const),
    ['console.ts', consoleIndex()] as const,
  ])

if (import.meta.main) {
  for (const [path, source] of printedModules()) {
    mkdirSync(dirname(`${printed}/${path}`), { recursive: true })
    writeFileSync(`${printed}/${path}`, source)
  }
  writeTranslated(withNewMessages(readTranslated()))
}
