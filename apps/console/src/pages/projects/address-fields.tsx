import { limits, type WhoAmI } from '@signet/contracts'
import { FolderTree, Globe, Network } from 'lucide-react'
import type { FormState } from '../../components/form.tsx'
import { type Card as Choice, RadioCards } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { type AddressChoice, addressParts } from './address.ts'

export interface AddressValues {
  readonly addressForm: AddressChoice
  readonly slug: string
  readonly host: string
}

const forms: Record<AddressChoice, Choice<AddressChoice>> = {
  path: {
    value: 'path',
    title: 'Path',
    text: 'Beneath the address of this instance. Works at once.',
    icon: <FolderTree size={17} />,
  },
  subdomain: {
    value: 'subdomain',
    title: 'Subdomain',
    text: 'A name before the host of this instance. Needs DNS and a certificate for it.',
    icon: <Network size={17} />,
  },
  host: {
    value: 'host',
    title: 'Own host',
    text: 'A hostname of its own, pointed at this instance.',
    icon: <Globe size={17} />,
  },
}

interface AddressFieldsProps {
  readonly form: Pick<FormState<AddressValues>, 'values' | 'set' | 'errorAt'>
  readonly can: WhoAmI['can']
}

/** The forms of address that the caller may give, and the name in the one chosen. */
export function AddressFields({ form, can }: AddressFieldsProps) {
  const { values, set, errorAt } = form
  return (
    <>
      {can.addressForms.length > 1 && (
        <RadioCards
          label="Address"
          cards={can.addressForms.map((each) => forms[each])}
          value={values.addressForm}
          onChange={(addressForm) => set({ addressForm })}
          error={errorAt('addressForm')}
        />
      )}
      {values.addressForm === 'host' ? (
        <HostField form={form} />
      ) : (can.nameSlug ?? true) ? (
        <SlugField form={form} />
      ) : (
        <p className="text-sm text-quiet">
          The address gets a random name: the plan of your team includes no names of its own.
        </p>
      )}
    </>
  )
}

const HostField = ({ form: { values, set, errorAt } }: Pick<AddressFieldsProps, 'form'>) => (
  <TextField
    label="Hostname"
    name="host"
    mono
    before={addressParts('host', window.location.origin).before}
    placeholder="id.acme.example"
    autoComplete="off"
    spellCheck="false"
    maxLength={limits.hostCharacters}
    value={values.host}
    onChange={(host) => set({ host })}
    error={errorAt('host')}
  />
)

function SlugField({ form: { values, set, errorAt } }: Pick<AddressFieldsProps, 'form'>) {
  const { before, after } = addressParts(values.addressForm, window.location.origin)
  return (
    <TextField
      label={values.addressForm === 'path' ? 'Path' : 'Subdomain'}
      name="slug"
      mono
      before={before}
      after={after && <span className="pr-2">{after}</span>}
      hint="Lowercase letters, digits and hyphens. It becomes part of the issuer, which applications rely on."
      autoComplete="off"
      spellCheck="false"
      maxLength={limits.slugCharacters}
      value={values.slug}
      onChange={(slug) => set({ slug })}
      error={errorAt('slug')}
    />
  )
}
