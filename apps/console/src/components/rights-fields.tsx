import { formatDuration } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'

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

interface LastDayProps {
  /** YYYY-MM-DD; empty without an end. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly error: string | undefined
}

export const LastDay = ({ value, onChange, error }: LastDayProps) => (
  <div className="grid gap-1.5">
    <TextField
      label={t.agents.expires}
      name="expires"
      type="date"
      hint={t.agents.expiresHint}
      value={value}
      onChange={onChange}
      error={error}
    />
    <div className="flex flex-wrap gap-1.5">
      {proposedDays.map((days) => (
        <Button key={days} size="sm" onPress={() => onChange(dayAfter(days))}>
          {formatDuration(days * daySeconds)}
        </Button>
      ))}
    </div>
  </div>
)

const proposedDays = [30, 90, 365] as const
const daySeconds = 86_400

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * daySeconds * 1000).toISOString().slice(0, 10)

/** Returns the end of the day in UTC; null for an empty field. */
export const endOfDay = (day: string): string | null => (day ? `${day}T23:59:59.999Z` : null)
