import type { Plan } from '@signet/contracts'

export const limitNames = [
  'monthlyActiveUsers',
  'projectsPerAdministrator',
  'applicationsPerProject',
  'apisPerProject',
] as const
export const featureNames = ['enterpriseSignIn', 'customSlug', 'customDomain'] as const

export type LimitTexts = Readonly<Record<(typeof limitNames)[number], string>>

/** Empty means unlimited. */
export const toTexts = (limits: Plan['limits']): LimitTexts =>
  Object.fromEntries(limitNames.map((name) => [name, String(limits[name] ?? '')])) as LimitTexts

export const toLimits = (texts: LimitTexts): Plan['limits'] =>
  Object.fromEntries(
    limitNames.map((name) => [name, texts[name].trim() === '' ? null : Number(texts[name])]),
  ) as unknown as Plan['limits']

export const wrongLimits = (texts: LimitTexts): (typeof limitNames)[number][] =>
  limitNames.filter((name) => !/^\d{0,12}$/.test(texts[name].trim()))
