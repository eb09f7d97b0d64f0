import { describe, expect, test } from 'vitest'
import { labelsOfText, textOfLabels } from './label-text.ts'

describe('labels as text:', () => {
  test('labels are written as sorted lines and read back unchanged', () => {
    const labels = { stage: 'test', app: 'a=b', empty: '' }
    expect(textOfLabels(labels)).toBe('app=a=b\nempty=\nstage=test')
    expect(labelsOfText(textOfLabels(labels))).toEqual(labels)
  })

  test('spaces around a key and a value and blank lines are ignored', () => {
    expect(labelsOfText('  app = shop \n\n')).toEqual({ app: 'shop' })
    expect(labelsOfText('')).toEqual({})
  })

  test.each([['shop'], ['=shop'], ['app=a\napp=b']])('the text %j has no labels', (text) => {
    expect(labelsOfText(text)).toBeNull()
  })
})
