import { useState } from 'react'
import { Group } from 'react-aria-components'
import { Checkbox } from '../../ui/choice.tsx'
import { errorStyle, TextField } from '../../ui/field.tsx'
import { scopesOf } from './presets.ts'

/** OpenID Connect's scopes as the standard claims map releases them. */
const known = [
  { scope: 'openid', text: 'Sign people in', note: 'Their identifier' },
  { scope: 'profile', text: 'Profile', note: 'Name, picture, locale and the like' },
  { scope: 'email', text: 'E-mail address', note: 'And whether it is verified' },
  { scope: 'offline_access', text: 'Offline access', note: 'Refresh tokens that outlive the session' },
  { scope: 'phone', text: 'Phone number', note: '' },
  { scope: 'address', text: 'Postal address', note: '' },
  { scope: 'groups', text: 'Groups', note: 'The groups people belong to' },
] as const

const isKnown = (scope: string): boolean => known.some((each) => each.scope === scope)

interface ScopeFieldProps {
  readonly value: string
  readonly onChange: (scope: string) => void
  readonly error?: string | undefined
  readonly isDisabled?: boolean
  /** Without people there are only the scopes of APIs. */
  readonly forPeople: boolean
}

/** The scopes an application may ask for, in the words of what they let it do. */
export function ScopeField({ value, onChange, error, isDisabled = false, forPeople }: ScopeFieldProps) {
  const scopes = scopesOf(value)
  const others = scopes.filter((scope) => !isKnown(scope)).join(' ')
  const [written, setWritten] = useState(others)
  // Spaces are kept while somebody writes; scopes that changed elsewhere show.
  const typed =
    scopesOf(written)
      .filter((scope) => !isKnown(scope))
      .join(' ') === others
      ? written
      : others
  const compose = (checked: readonly string[], others: string) =>
    onChange([...checked, ...scopesOf(others).filter((scope) => !isKnown(scope))].join(' '))
  const checked = scopes.filter(isKnown)
  const toggle = (scope: string, isOn: boolean) =>
    compose(
      known.map((each) => each.scope).filter((each) => (each === scope ? isOn : checked.includes(each))),
      typed,
    )
  return (
    <Group aria-label="Scopes" className="grid gap-2">
      {forPeople && (
        <span className="font-medium" aria-hidden>
          Scopes
        </span>
      )}
      {forPeople && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {known.map(({ scope, text, note }) => (
            <Checkbox
              key={scope}
              label={text}
              hint={
                <>
                  <code className="font-mono">{scope}</code>
                  {note && ` · ${note}`}
                </>
              }
              isSelected={checked.includes(scope)}
              isDisabled={isDisabled}
              onChange={(isOn) => toggle(scope, isOn)}
            />
          ))}
        </div>
      )}
      <TextField
        label="Scopes of APIs"
        optional
        mono
        hint="Separated by spaces; names declared by APIs of this project."
        placeholder="orders:read orders:write"
        autoComplete="off"
        spellCheck="false"
        isDisabled={isDisabled}
        value={typed}
        onChange={(text) => {
          setWritten(text)
          compose(checked, text)
        }}
      />
      {error && <span className={errorStyle}>{error}</span>}
    </Group>
  )
}
