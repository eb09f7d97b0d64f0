import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { consoleLocales, type Locale } from './index.ts'
import type { MessageTree } from './messages.ts'
import { areasIn, readArea } from './stored.ts'

/** A number where it selects a plural form, otherwise a text. */
export interface Parameter {
  readonly name: string
  readonly type: 'number' | 'string'
}

/**
 * Parameters of an English message, in the order of their first use.
 * @throws SyntaxError for a text that is not ICU MessageFormat
 */
export function parametersOf(text: string): readonly Parameter[] {
  const parameters = new Map<string, Parameter['type']>()
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument && !parameters.has(element.value))
        parameters.set(element.value, 'string')
      if (element.type !== TYPE.plural) continue
      parameters.set(element.value, 'number')
      for (const { value } of Object.values(element.options)) visit(value)
    }
  }
  visit(elementsOf(text))
  return [...parameters].map(([name, type]) => ({ name, type }))
}

export const loadersModule = (): string => {
  const loaders = consoleLocales.map((locale) => `'${locale}': () => import('virtual:texts/${locale}')`)
  return `export default { ${loaders.join(', ')} }`
}

/** Key: the name of the area. */
export type MessageSelection = ReadonlyMap<string, ReadonlySet<string> | 'all'>

/**
 * The module exports a function that returns the texts, given the formatters of plurals and numbers: a string for a message without
 * arguments, otherwise a function of its arguments in their English order.
 * @param selected messages of the module; default: all
 */
export function textsModule(locale: Locale, selected?: MessageSelection): string {
  const members = textAreas().flatMap((area) => {
    const messages = selected ? selected.get(nameOfArea(area)) : 'all'
    return messages ? [property(area, codeOfTexts(locale, area, messages))] : []
  })
  return `export default (plural, number) => ({${members.join()}})`
}

/** The module exports the selected messages and `areas`: the loader of each area by its name. */
export function splitTextsModule(locale: Locale, selected: MessageSelection): string {
  const names = textAreas()
    .filter((area) => codeOfTexts(locale, area, 'all') !== '{}')
    .map(nameOfArea)
  const loaders = names.map((name) => `${name}: () => import('virtual:text-areas/${name}/${locale}')`)
  // English has no texts of the contract, whose areas are empty.
  const empty = contractAreas.flatMap((area) =>
    selected.has(nameOfArea(area)) ? [] : [[nameOfArea(area), new Set<string>()] as const],
  )
  return `${textsModule(locale, new Map([...selected, ...empty]))}
export const areas = { ${loaders.join(', ')} }`
}

export const textNames = (): string[] => textAreas().map(nameOfArea)

const textAreas = (): string[] => [...areasIn('en', 'console'), ...contractAreas]

/** An area of the contract is selected as a whole. */
function codeOfTexts(locale: Locale, area: string, messages: ReadonlySet<string> | 'all'): string {
  if (contractAreas.some((one) => one === area))
    return messages === 'all' ? codeOfTemplates(readArea(locale, 'contract', area)) : '{}'
  return codeOfArea(locale, area, messages)
}

function codeOfArea(locale: Locale, area: string, messages: ReadonlySet<string> | 'all' = 'all'): string {
  const english = Object.entries(readArea('en', 'console', area))
  const selected = messages === 'all' ? english : english.filter(([key]) => messages.has(key))
  return codeOfTree(Object.fromEntries(selected), readArea(locale, 'console', area))
}

/** Translated texts of the contract that their pages load, by the module of their loaders. */
export const lazyAreas = {
  'virtual:stack-notes': 'stacks',
  'virtual:setting-names': 'setting-names',
} as const

type LazyModule = keyof typeof lazyAreas

export const lazyLoadersModule = (module: LazyModule): string => {
  const loaders = consoleLocales
    .filter((locale) => locale !== 'en')
    .map((locale) => `'${locale}': () => import('${module}/${locale}')`)
  return `export default { ${loaders.join(', ')} }`
}

export const lazyModule = (module: LazyModule, locale: Locale): string =>
  `export default ${codeOfTemplates(readArea(locale, 'contract', lazyAreas[module]))}`

/** The English texts are those of `@signet/contracts`. */
const contractAreas = ['operations', 'consequences', 'settings', 'refusals', 'guides'] as const

/** `auditActions` for `audit-actions`. */
export const nameOfArea = (area: string): string =>
  area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const property = (key: string, code: string): string => `${JSON.stringify(nameOfArea(key))}:${code}`

const object = (entries: readonly string[]): string => `{${entries.join()}}`

/** A message that the language lacks is the English one. */
function codeOfTree(english: MessageTree, own: MessageTree): string {
  return object(
    Object.entries(english).map(([key, fallback]) => {
      const message = own[key]
      const code =
        typeof fallback === 'string'
          ? codeOfMessage(fallback, typeof message === 'string' ? message : fallback)
          : codeOfTree(fallback, typeof message === 'object' ? message : {})
      return `${JSON.stringify(key)}:${code}`
    }),
  )
}

function codeOfMessage(english: string, own: string): string {
  const names = parametersOf(english).map(({ name }) => name)
  const code = codeOfElements(elementsOf(own))
  return names.length === 0 ? code : `(${names.join()})=>${code}`
}

/** Inside a plural form `#` is the number of the plural. */
const codeOfElements = (elements: readonly MessageFormatElement[], count = ''): string =>
  `\`${elements.map((element) => pieceOf(element, count)).join('')}\``

function pieceOf(element: MessageFormatElement, count: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[\\`]|\$\{/g, '\\$&')
    case TYPE.argument:
      return `\${${element.value}}`
    case TYPE.pound:
      return `\${number(${count})}`
    case TYPE.plural: {
      const forms = Object.entries(element.options).map(
        ([category, { value }]) => `${category}:${codeOfElements(value, element.value)}`,
      )
      return `\${plural(${element.value},${object(forms)})}`
    }
    default:
      throw new SyntaxError(`A message of the console has an unsupported element: ${JSON.stringify(element)}`)
  }
}

/** Placeholders remain: the console replaces them as it does those in English. */
const codeOfTemplates = (tree: MessageTree): string => JSON.stringify(templatesOf(tree))

const templatesOf = (tree: MessageTree): MessageTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? templateOf(value) : templatesOf(value),
    ]),
  )

const templateOf = (text: string): string =>
  elementsOf(text)
    .map((element) =>
      element.type === TYPE.argument ? `{${element.value}}` : 'value' in element ? element.value : '',
    )
    .join('')

const elementsOf = (text: string): readonly MessageFormatElement[] => parse(text, { ignoreTag: true })
