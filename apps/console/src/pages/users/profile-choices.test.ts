import { expect, test } from 'vitest'
import { choiceOf, choicesWith, languageChoices, languageName, timeZoneChoices } from './profile-choices.ts'

test('languages and time zones have a name, and are found by the value and by a part of the name', () => {
  const languages = languageChoices()
  expect(choiceOf(languages, 'en-gb')).toEqual({ value: 'en-GB', name: 'British English' })
  expect(choiceOf(languages, 'british english')?.value).toBe('en-GB')
  expect(choiceOf(languages, 'tlh')).toBeUndefined()
  expect(languageName('de-CH')).toBe('Swiss High German')
  expect(languageName('no language')).toBe('no language')
  const zones = timeZoneChoices()
  expect(choiceOf(zones, 'Europe/London')?.name).toMatch(/^Europe\/London, /)
  expect(choicesWith(zones, 'zurich').map(({ value }) => value)).toEqual(['Europe/Zurich'])
})
