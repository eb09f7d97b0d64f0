import { PasswordField, TextField, type TextFieldProps } from '../ui/field.tsx'
import type { FormState } from './form.tsx'

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

type Bound = 'value' | 'onChange' | 'name' | 'error'

interface FormTextProps<V> {
  readonly form: Pick<FormState<V>, 'values' | 'set' | 'errorAt'>
  readonly name: TextName<V>
}

const bound = <V,>({ values, set, errorAt }: FormTextProps<V>['form'], name: TextName<V>) => ({
  name,
  value: String(values[name]),
  onChange: (value: string) => set({ [name]: value } as unknown as Partial<V>),
  error: errorAt(name),
})

export const FormText = <V,>({ form, name, ...props }: FormTextProps<V> & Omit<TextFieldProps, Bound>) => (
  <TextField {...props} {...bound(form, name)} />
)

export const FormPassword = <V,>({
  form,
  name,
  ...props
}: FormTextProps<V> & Omit<Parameters<typeof PasswordField>[0], Bound>) => (
  <PasswordField {...props} {...bound(form, name)} />
)
