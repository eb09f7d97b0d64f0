import { PasswordField, TextField, type TextFieldProps } from '../../ui/field.tsx'
import { type Field, fields, rowsOf } from './kind-fields.ts'

type ProviderFieldProps = Omit<TextFieldProps, 'name' | 'label' | 'rows' | 'mono' | 'type'> & {
  readonly name: Field
}

/** Masks the client secret. */
export const ProviderField = (props: ProviderFieldProps) =>
  props.name === 'clientSecret' ? (
    <PasswordField {...fields[props.name]} autoComplete="off" {...props} />
  ) : (
    <TextField {...fields[props.name]} autoComplete="off" {...rowsOf(props.name)} mono {...props} />
  )
