import { t } from '../../texts/index.ts'
import { TextField } from '../../ui/field.tsx'

interface KeysFieldProps {
  readonly value: string
  readonly onChange: (jwks: string) => void
  readonly error: string | undefined
  readonly isDisabled?: boolean
}

/** Accepts a JSON Web Key or a key set as text. */
export function KeysField(props: KeysFieldProps) {
  const texts = t.serviceAccounts
  return (
    <TextField
      {...props}
      label={texts.keys}
      hint={texts.keysHint}
      name="jwks"
      rows={6}
      mono
      autoComplete="off"
      spellCheck="false"
      placeholder='{"keys":[{"kty":"EC","crv":"P-256","x":"…","y":"…"}]}'
    />
  )
}
