import { limits, type WhoAmI } from '@signet/contracts'
import { FolderTree, Globe, Network } from 'lucide-react'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { type Card as Choice, RadioCards } from '../../ui/choice.tsx'
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

const HostField = ({ form }: Pick<AddressFieldsProps, 'form'>) => (
  <FormText
    form={form}
    name="host"
    label={t.projects.hostname}
    mono
    before={addressParts('host', window.location.origin).before}
    placeholder="id.acme.example"
    autoComplete="off"
    spellCheck="false"
    maxLength={limits.hostCharacters}
  />
)

function SlugField({ form }: Pick<AddressFieldsProps, 'form'>) {
  const { addressForm } = form.values
  const { before, after } = addressParts(addressForm, window.location.origin)
  return (
    <FormText
      form={form}
      name="slug"
      label={addressForm === 'path' ? t.projects.forms.path : t.projects.forms.subdomain}
      mono
      before={before}
      after={after && <span className="pr-2">{after}</span>}
      hint={t.projects.slugHint}
      autoComplete="off"
      spellCheck="false"
      maxLength={limits.slugCharacters}
    />
  )
}
