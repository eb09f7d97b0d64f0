import { expect, test } from 'vitest'
import { describedRecipes, recipes } from './recipes/recipes.ts'

test('CONTRIBUTING.md describes exactly the recipes that are carried out', () => {
  expect(describedRecipes().toSorted()).toEqual(recipes.map(([name]) => name).toSorted())
})
