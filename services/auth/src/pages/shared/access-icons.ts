import { Html } from '@signet/http'

export const icon = (paths: string): Html =>
  new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`,
  )

const tick = icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>')
const exclamation = icon('<path d="M12 4.5v9.5M12 19v.01"/>')

/** The sign shows a result or a state. */
export const sign = (isGood: boolean): Html =>
  new Html(`<span class="sign" aria-hidden="true">${(isGood ? tick : exclamation).text}</span>`)

export const person = icon('<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5a7.5 7.5 0 0 1 15 0"/>')
export const leave = icon('<path d="M10 4H5.5v16H10M9.5 12H20M16 8l4 4-4 4"/>')
export const otherPerson = icon(
  '<circle cx="10" cy="8" r="4"/><path d="M2.5 20.5a7.5 7.5 0 0 1 11-6.6M18 15v6M15 18h6"/>',
)
const mail = icon('<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m4 7 8 6 8-6"/>')
export const phone = icon('<rect x="7" y="2.5" width="10" height="19" rx="2"/><path d="M11 18h2"/>')
const home = icon(
  '<path d="M12 21s-7-6.2-7-11a7 7 0 0 1 14 0c0 4.8-7 11-7 11z"/><circle cx="12" cy="10" r="2.5"/>',
)
export const grid = icon(
  '<rect x="3.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="13.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="3.5" y="13.5" width="7" height="7" rx="1.5"/><path d="M17 14v6M14 17h6"/>',
)
const people = icon(
  '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8"/>',
)
export const clock = icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>')
const eye = icon(
  '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>',
)
const pencil = icon('<path d="m4 20 1-4.5L16.5 4a2 2 0 0 1 3 3L8.5 19 4 20zM14.5 6l3 3"/>')
export const key = icon('<circle cx="8" cy="15" r="4.5"/><path d="m11.5 11.5 8-8M16 7l3 3"/>')

const ofNames: Readonly<Record<string, Html>> = {
  profile: person,
  name: person,
  given_name: person,
  family_name: person,
  picture: person,
  email: mail,
  email_verified: mail,
  phone,
  phone_number: phone,
  address: home,
  groups: people,
  offline_access: clock,
}

interface Permission {
  readonly scope: string
  readonly kind?: 'see' | 'act'
}

/** Returns the picture of a standard scope or claim; otherwise that of the kind of access. */
export function accessIcon({ scope, kind }: Permission): Html {
  if (kind) return kind === 'see' ? eye : pencil
  return Object.hasOwn(ofNames, scope) ? (ofNames[scope] ?? key) : key
}
