import { t } from '../texts/index.ts'
import { Checkbox } from '../ui/choice.tsx'

export const scopeNames = ['admin:read', 'admin:write', 'admin:high'] as const
export type AdminScope = (typeof scopeNames)[number]

interface ScopeChoicesProps {
  readonly chosen: readonly AdminScope[]
  readonly onChange: (scopes: AdminScope[]) => void
  readonly error: string | undefined
}

export const ScopeChoices = ({ chosen, onChange, error }: ScopeChoicesProps) => (
  <fieldset className="grid gap-1">
    <legend className="font-medium">{t.agents.scopes}</legend>
    {scopeNames.map((scope) => (
      <Checkbox
        key={scope}
        label={t.agents.scopeNames[scope]}
        hint={
          <>
            {t.agents.scopeTexts[scope]} <code className="font-mono">{scope}</code>
          </>
        }
        isSelected={chosen.includes(scope)}
        onChange={(isOn) =>
          onChange(scopeNames.filter((each) => (each === scope ? isOn : chosen.includes(each))))
        }
      />
    ))}
    {error && <span className="text-sm text-problem">{error}</span>}
  </fieldset>
)
