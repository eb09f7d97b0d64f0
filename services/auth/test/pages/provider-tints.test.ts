import { brandShades } from '@signet/clients'
import { expect, it } from 'vitest'
import { tintStyles, tintsOf } from '../../src/pages/shared/provider-tints.ts'
import { gallery } from '../support/gallery.ts'

it('each ground of a provider has a contrast for a white letter', () => {
  const tints = tintStyles.match(/#[0-9a-f]{6}/g) ?? []
  expect(tints).toHaveLength(8)
  for (const tint of tints) expect(brandShades(tint).light, tint).toBe(tint)
})

it('two providers with one letter have different grounds on the sign-in page', () => {
  const { text } = gallery('en')['sign-in-providers'] ?? { text: '' }
  const marks = [...text.matchAll(/mark letter (tint-\d)" aria-hidden="true">(\w)/g)]
  expect(marks.map(([, , letter]) => letter)).toEqual(['K', 'K', 'S', 'P'])
  expect(new Set(marks.map(([, tint]) => tint)).size).toBe(4)
})

it('a provider keeps its ground when another one follows it', () => {
  const alone = tintsOf(['keycloak']).get('keycloak')
  expect(tintsOf(['keycloak', 'corp', 'okta']).get('keycloak')).toBe(alone)
})
