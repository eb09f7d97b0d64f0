import { useState } from 'react'
import { Group } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { errorStyle, TextField } from '../../ui/field.tsx'
import { scopesOf } from './presets.ts'

/** Scopes of OpenID Connect in the standard claims map. */
const known = ['openid', 'profile', 'email', 'offline_access', 'phone', 'address', 'groups'] as const

const isKnown = (scope: string): boolean => known.some((each) => each === scope)

interface ScopeFieldProps {
  readonly value: string
  readonly onChange: (scope: string) => void
  readonly error?: string | undefined
  readonly isDisabled?: boolean
  /** False for machines, which have only scopes of APIs. */
  readonly forPeople: boolean
}

export function ScopeField({ value, onChange, error, isDisabled = false, forPeople }: ScopeFieldProps) {
  const scopes = scopesOf(value)
  const others = scopes.filter((scope) => !isKnown(scope)).join(' ')
  const [written, setWritten] = useState(others)
  // Keeps spaces during input; shows scopes that changed outside this field.
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
      known.filter((each) => (each === scope ? isOn : checked.includes(each))),
      typed,
    )
  return (
    <Group aria-label={t.clients.scopes} className="grid gap-2">
      {forPeople && (
        <span className="font-medium" aria-hidden>
          {t.clients.scopes}
        </span>
      )}
      {forPeople && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {known.map((scope) => (
            <Checkbox
              key={scope}
              label={t.clients.scopeTexts[scope].text}
              hint={
                <>
                  <code className="font-mono">{scope}</code>
                  {` · ${t.clients.scopeTexts[scope].note}`}
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
        label={t.clients.apiScopes}
        optional
        mono
        hint={t.clients.apiScopesHint}
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
