import loaders, { type AreaLoader, type Texts } from 'virtual:texts'
import type { ConsoleLocale } from '@signet/i18n'
import { formatNumber, plural } from './format.ts'

/** Texts in the language given to `loadTexts` before the first page. */
export let t: Texts

let areaLoaders: Readonly<Partial<Record<string, AreaLoader>>> = {}

/** Loads all texts, or those of the first page when the build has split them (`split-texts.ts`). */
export async function loadTexts(language: ConsoleLocale): Promise<void> {
  const { default: textsWith, areas = {} } = await loaders[language]()
  t = textsWith(plural, formatNumber)
  areaLoaders = areas
}

const added = new Map<string, Promise<void>>()

/**
 * Adds areas to the texts. The build inserts the calls into the modules that read these areas.
 * @public
 */
export const addAreas = (names: readonly string[]): Promise<unknown> => Promise.all(names.map(addArea))

/**
 * Loads the areas of a page in parallel with its script. The build inserts the calls.
 * @public
 */
export async function withAreas<M>(names: readonly string[], load: () => Promise<M>): Promise<M> {
  const [module] = await Promise.all([load(), addAreas(names)])
  return module
}

function addArea(name: string): Promise<void> {
  const adding = added.get(name) ?? loadArea(name)
  added.set(name, adding)
  return adding
}

async function loadArea(name: string): Promise<void> {
  try {
    const loaded = await areaLoaders[name]?.()
    if (loaded) t = { ...t, ...loaded.default(plural, formatNumber) }
  } catch (error) {
    // The next visit of the page requests the area again.
    added.delete(name)
    throw error
  }
}
