import { limits } from '@signet/contracts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { generatePassword } from './password.ts'

interface NewPasswordProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

export const NewPassword = ({ value, onChange, error, autoFocus = false }: NewPasswordProps) => (
  <div className="grid gap-2">
    <PasswordField
      label={t.users.password}
      name="password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      hint={t.users.passwordHint(formatNumber(limits.userPasswordCharacters.min))}
      maxLength={limits.userPasswordCharacters.max}
      value={value}
      onChange={onChange}
      error={error}
      after={value && <CopyButton value={value} what={t.users.password} />}
    />
    <Button size="sm" className="justify-self-start" onPress={() => onChange(generatePassword())}>
      {t.users.makeUp}
    </Button>
  </div>
)
