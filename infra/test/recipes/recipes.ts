import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/repository.ts'
import { addDecision } from './decision.ts'
import { addDocument } from './document.ts'
import { addLanguage } from './language.ts'
import { addMigration } from './migration.ts'
import { addMutant } from './mutant.ts'
import { addOperation } from './operation.ts'
import type { Edits } from './scratch.ts'
import { addScreen } from './screen.ts'
import { addSetting } from './setting.ts'

/** Each is followed after the changes of the former ones. */
export const recipes: readonly (readonly [name: string, follow: (edits: Edits) => void])[] = [
  ['Add an operation', addOperation],
  ['Add a setting', addSetting],
  ['Add a migration', addMigration],
  ['Work on a surviving mutant', addMutant],
  ['Add a screen', addScreen],
  ['Add a language', addLanguage],
  ['Add a page to the documents', addDocument],
  ['Add a decision', addDecision],
]

/** Headings of the recipes in infra/CONTRIBUTING.md. */
export const describedRecipes = (): readonly string[] =>
  [...readFileSync(join(root, 'infra/CONTRIBUTING.md'), 'utf8').matchAll(/^## ((?:Add|Work on) .+)$/gm)].map(
    ([, heading = '']) => heading,
  )
