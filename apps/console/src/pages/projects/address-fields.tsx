import { limits, type WhoAmI } from '@signet/contracts'
import { FolderTree, Globe, Network } from 'lucide-react'
import type { FormState } from '../../components/form.tsx'
import { t } from '../../texts/index.ts'
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
    title: t.projects.forms.path,
    text: t.projects.formTexts.path,
    icon: <FolderTree size={17} />,
  },
  subdomain: {
    value: 'subdomain',
    title: t.projects.forms.subdomain,
    text: t.projects.formTexts.subdomain,
    icon: <Network size={17} />,
  },
  host: {
    value: 'host',
    title: t.projects.forms.host,
    text: t.projects.formTexts.host,
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
          label={t.projects.address}
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
        <p className="text-sm text-quiet">{t.projects.randomName}</p>
      )}
    </>
  )
}

const HostField = ({ form: { values, set, errorAt } }: Pick<AddressFieldsProps, 'form'>) => (
  <TextField
    label={t.projects.hostname}
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
      label={values.addressForm === 'path' ? t.projects.forms.path : t.projects.forms.subdomain}
      name="slug"
      mono
      before={before}
      after={after && <span className="pr-2">{after}</span>}
      hint={t.projects.slugHint}
      autoComplete="off"
      spellCheck="false"
      maxLength={limits.slugCharacters}
      value={values.slug}
      onChange={(slug) => set({ slug })}
      error={errorAt('slug')}
    />
  )
}
