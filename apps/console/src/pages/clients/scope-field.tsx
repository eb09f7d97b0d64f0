import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Group } from 'react-aria-components'
import { operationQuery } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'
import { Checkbox, RadioCards } from '../../ui/choice.tsx'
import { errorStyle, TextField } from '../../ui/field.tsx'
import { scopesOf } from './values/presets.ts'

/** Scopes of OpenID Connect in the standard claims map. */
const known = ['openid', 'profile', 'email', 'offline_access', 'phone', 'address', 'groups'] as const

interface DeclaredScope {
  readonly scope: string
  /** Name of the API, and the description of the scope. */
  readonly note: string
}

/** Returns the scopes of the APIs of the project, each once. */
function useDeclaredScopes(): readonly DeclaredScope[] {
  const { projectId = '' } = useParams({ strict: false })
  const { data } = useQuery(operationQuery('resource_list', { projectId }))
  const all = (data?.resources ?? []).flatMap(({ name, scopes, scopeDescriptions }) =>
    scopes.map((scope) => ({
      scope,
      note: [name, scopeDescriptions[scope]?.description].filter(Boolean).join(' · '),
    })),
  )
  return [...new Map(all.map((each) => [each.scope, each])).values()].filter(
    ({ scope }) => !known.some((each) => each === scope),
  )
}

interface ScopeFieldProps {
  readonly value: string
  readonly onChange: (scope: string) => void
  readonly error?: string | undefined
  readonly isDisabled?: boolean
  /** False for machines, which have only scopes of APIs. */
  readonly forPeople: boolean
}

/** No scope means every declared scope. */
export function ScopeField(props: ScopeFieldProps) {
  const { value, onChange, error, isDisabled = false, forPeople } = props
  const [isChoosing, setChoosing] = useState(false)
  const isLimited = isChoosing || value.trim() !== ''
  return (
    <Group aria-label={t.clients.scopes} className="grid gap-2">
      <RadioCards
        label={t.clients.scopes}
        value={isLimited ? 'only' : 'all'}
        cards={[
          { value: 'all', ...t.clients.scopesAll, isDisabled },
          { value: 'only', ...t.clients.scopesOnly, isDisabled },
        ]}
        onChange={(chosen) => {
          setChoosing(chosen === 'only')
          if (chosen === 'all') onChange('')
          else if (forPeople) onChange('openid')
        }}
      />
      {isLimited && <ScopeChoice {...props} />}
      {isLimited && value.trim() === '' && <p className="text-sm text-quiet">{t.clients.scopesNone}</p>}
      {error && <span className={errorStyle}>{error}</span>}
    </Group>
  )
}

function ScopeChoice({ value, onChange, isDisabled = false, forPeople }: ScopeFieldProps) {
  const declared = useDeclaredScopes()
  const offered = [...known, ...declared.map(({ scope }) => scope)]
  const isOffered = (scope: string): boolean => offered.includes(scope)
  const withoutOffered = (text: string): string =>
    scopesOf(text)
      .filter((scope) => !isOffered(scope))
      .join(' ')
  const scopes = scopesOf(value)
  const others = withoutOffered(value)
  const [written, setWritten] = useState(others)
  // Keeps spaces during input; shows scopes that changed outside this field.
  const typed = withoutOffered(written) === others ? written : others
  const compose = (checked: readonly string[], text: string) =>
    onChange([...checked, withoutOffered(text)].filter(Boolean).join(' '))
  const checked = scopes.filter(isOffered)
  const toggle = (scope: string, isOn: boolean) =>
    compose(
      offered.filter((each) => (each === scope ? isOn : checked.includes(each))),
      typed,
    )
  const boxOf = (scope: string) => ({
    isSelected: checked.includes(scope),
    isDisabled,
    onChange: (isOn: boolean) => toggle(scope, isOn),
  })
  return (
    <>
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
              {...boxOf(scope)}
            />
          ))}
        </div>
      )}
      {declared.length > 0 && <span className="font-medium">{t.clients.apiScopes}</span>}
      {declared.length > 0 && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {declared.map(({ scope, note }) => (
            <Checkbox
              key={scope}
              label={<code className="font-mono text-sm">{scope}</code>}
              hint={note}
              {...boxOf(scope)}
            />
          ))}
        </div>
      )}
      {(declared.length === 0 || typed !== '') && (
        <TextField
          label={declared.length === 0 ? t.clients.apiScopes : t.clients.otherScopes}
          optional
          mono
          hint={t.clients.apiScopesHint}
          placeholder="orders.read orders.write"
          autoComplete="off"
          spellCheck="false"
          isDisabled={isDisabled}
          value={typed}
          onChange={(text) => {
            setWritten(text)
            compose(checked, text)
          }}
        />
      )}
    </>
  )
}
