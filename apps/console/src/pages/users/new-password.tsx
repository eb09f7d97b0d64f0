import { limits } from '@signet/contracts'
import { useState } from 'react'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { generatePassword } from './password.ts'

interface NewPasswordProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

/** A generated password is visible, because the administrator passes it on. */
export function NewPassword({ value, onChange, error, autoFocus = false }: NewPasswordProps) {
  const [isGenerated, setGenerated] = useState(false)
  const isVisible = isGenerated && value !== ''
  const field = {
    label: t.users.password,
    name: 'password',
    autoComplete: isVisible ? 'off' : 'new-password',
    maxLength: limits.userPasswordCharacters.max,
    value,
    onChange,
    error,
    after: value && <CopyButton value={value} what={t.users.password} />,
  }
  const generate = () => {
    setGenerated(true)
    onChange(generatePassword())
  }
  return (
    <div className="grid gap-2">
      {isVisible ? (
        <TextField {...field} mono spellCheck="false" hint={t.users.passwordOnce} />
      ) : (
        <PasswordField
          {...field}
          autoFocus={autoFocus}
          hint={t.users.passwordHint(formatNumber(limits.userPasswordCharacters.min))}
        />
      )}
      <Button size="sm" className="justify-self-start" onPress={generate}>
        {t.users.makeUp}
      </Button>
    </div>
  )
}
