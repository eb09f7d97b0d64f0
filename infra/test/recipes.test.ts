import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { describedRecipes, recipes } from './recipes/recipes.ts'
import { type Edits, editsOf } from './recipes/scratch.ts'

/** Applies edits in memory, and runs no program. */
function inMemory() {
  const changed = new Map<string, string>()
  const read = (file: string): string => changed.get(file) ?? readFileSync(join(root, file), 'utf8')
  const write = (file: string, text: string): void => {
    changed.set(file, text)
  }
  const edits: Edits = {
    ...editsOf({ read, write }),
    copyFolder: (from, to) => {
      for (const file of readdirSync(join(root, from), { recursive: true, encoding: 'utf8' }))
        if (file.endsWith('.json')) write(join(to, file), read(join(from, file)))
    },
    run: () => '',
  }
  return { edits, changed }
}

test('CONTRIBUTING.md describes exactly the recipes that are carried out', () => {
  expect(describedRecipes().toSorted()).toEqual(recipes.map(([name]) => name).toSorted())
})

test('the edits of the recipes apply one after another, and the edited files have no syntax error', () => {
  const { edits, changed } = inMemory()
  for (const [name, follow] of recipes) expect(() => follow(edits), name).not.toThrow()
  expect(changed.size).toBeGreaterThan(50)
  for (const [file, text] of changed) {
    if (file.endsWith('.json')) expect(() => JSON.parse(text), file).not.toThrow()
    if (/\.tsx?$/.test(file)) expect(parseSync(file, text).errors, file).toEqual([])
  }
})
