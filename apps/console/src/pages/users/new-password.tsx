import { limits } from '@signet/contracts'
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

/** A password for somebody else: typed, or made up and handed over. */
export const NewPassword = ({ value, onChange, error, autoFocus = false }: NewPasswordProps) => (
  <div className="grid gap-2">
    <PasswordField
      label="Password"
      name="password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      hint={`At least ${limits.userPasswordCharacters.min} characters. Hand it over by a way you trust.`}
      maxLength={limits.userPasswordCharacters.max}
      value={value}
      onChange={onChange}
      error={error}
      after={value && <CopyButton value={value} what="password" />}
    />
    <Button size="sm" className="justify-self-start" onPress={() => onChange(generatePassword())}>
      Make one up
    </Button>
  </div>
)
