import { brandShades, darkLinkShade, textOn } from '@signet/clients'
import { expect, it } from 'vitest'

it.each([
  ['a color with readable white text', '#0b7d5a', '#0b7d5a', '#ffffff'],
  ['a bright color', '#FFD400', '#ffd400', '#191d24'],
  ['a color without a readable text', '#3b73e6', '#3a70e0', '#ffffff'],
  ['a color that is invisible on a dark page', '#102040', '#5e687e', '#ffffff'],
])('the dark page shows %s as a button with readable text', (_kind, color, dark, text) => {
  expect(brandShades(color).dark).toBe(dark)
  expect(textOn(dark)).toBe(text)
})

it('the light page darkens a color until white text is readable', () => {
  expect(brandShades('#0b7d5a').light).toBe('#0b7d5a')
  expect(brandShades('#FFD400').light).toBe('#8c7500')
  expect(textOn('#8c7500')).toBe('#ffffff')
})

it('the dark page lightens links until they are readable', () => {
  expect(darkLinkShade('#0b7d5a')).toBe('#73b4a0')
  expect(darkLinkShade('#FFD400')).toBe('#ffd400')
})
