import { locale } from '../../texts/language.ts'

export interface Choice {
  readonly value: string
  readonly name: string
}

/** Languages with at least one country; a user can have any other BCP 47 tag. */
const tags =
  'ar ar-EG ar-SA bg bn ca cs da de de-AT de-CH de-DE el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es es-419 es-AR es-ES es-MX et ' +
  'fa fi fr fr-BE fr-CA fr-CH fr-FR ga he hi hr hu id it it-CH it-IT ja ko lt lv ms nb nl nl-BE nl-NL nn pl pt pt-BR pt-PT ro ru sk sl sr ' +
  'sv ta th tr uk ur vi zh-CN zh-HK zh-TW'

const byName = (one: Choice, other: Choice): number => one.name.localeCompare(other.name, locale)

export const languageChoices = (): readonly Choice[] =>
  tags
    .split(' ')
    .map((value) => ({ value, name: languageName(value) }))
    .toSorted(byName)

/** Returns the tag itself if the browser rejects it: a directory can send any text. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Returns the time zones of the browser, such as "Europe/London, United Kingdom Time". */
export const timeZoneChoices = (): readonly Choice[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, name: `${value}, ${nameOfZone(value)}` }))

const nameOfZone = (timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Returns the choice with this value or name, in any case. */
export const choiceOf = (choices: readonly Choice[], text: string): Choice | undefined => {
  const wanted = text.trim().toLowerCase()
  return choices.find(({ value, name }) => value.toLowerCase() === wanted || name.toLowerCase() === wanted)
}

/** Returns the choices whose value or name contains the text. */
export const choicesWith = (choices: readonly Choice[], text: string): readonly Choice[] => {
  const wanted = text.trim().toLowerCase()
  return choices.filter(({ value, name }) => `${value} ${name}`.toLowerCase().includes(wanted))
}
