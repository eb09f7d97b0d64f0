import { limits, type WhoAmI } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { useLeave } from '../../components/leave.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { slugOf } from './address.ts'
import { AddressFields, type AddressValues } from './address-fields.tsx'

interface Values extends AddressValues {
  readonly name: string
  readonly displayName: string
  readonly teamId: string
  readonly registrationOpen: boolean
}

/** The slug follows the name until the administrator changes it. */
const isSlugUntouched = ({ name, slug }: Values): boolean => slug === '' || slug === slugOf(name)

const displayNameFrom = (name: string): string => name.trim().slice(0, limits.displayNameCharacters)

/** Follows the name likewise, so that users never read an address. */
const isDisplayNameUntouched = ({ name, displayName }: Values): boolean =>
  displayName === displayNameFrom(name)

const initialOf = ({ can, teams, activeTeamId }: WhoAmI): Values => ({
  name: '',
  displayName: '',
  addressForm: can.addressForms[0] ?? 'path',
  slug: '',
  host: '',
  teamId: activeTeamId ?? teams.find(({ kind }) => kind !== 'system')?.id ?? '',
  registrationOpen: false,
})

const inputOf = (values: Values, mayNameSlug: boolean): Input<'project_create'> => ({
  name: values.name.trim(),
  registrationOpen: values.registrationOpen,
  ...(values.displayName.trim() ? { displayName: values.displayName.trim() } : {}),
  ...(values.teamId ? { teamId: values.teamId } : {}),
  ...(values.addressForm === 'host'
    ? { host: values.host.trim() }
    : { addressForm: values.addressForm, ...(mayNameSlug ? { slug: values.slug } : {}) }),
})

export function ProjectCreatePage() {
  const me = useOperation('whoami', {})
  const leave = useLeave()
  const mayNameSlug = me.can.nameSlug ?? true
  const form = useOperationForm({
    operation: 'project_create',
    initial: initialOf(me),
    toInput: (values) => inputOf(values, mayNameSlug),
    check: ({ name, addressForm, slug, host }) => ({
      name: name.trim() ? undefined : t.projects.enterName,
      slug: addressForm !== 'host' && mayNameSlug && !slug ? t.projects.enterAddress : undefined,
      host: addressForm === 'host' && !host.trim() ? t.projects.enterHost : undefined,
    }),
    onDone: (project) => {
      if (!('id' in project)) return
      toast(t.projects.created(project.name))
      leave(paths.project(project.id))
    },
  })
  const { values, set, errorAt } = form
  return (
    <Page title={t.projects.new} text={t.projects.text} width="narrow">
      <Card>
        <Form
          form={form}
          label={t.projects.new}
          fields={['name', 'displayName', 'addressForm', 'slug', 'host', 'teamId', 'registrationOpen']}
          actions={<CreateButtons form={form} label={t.projects.create} cancel={paths.projects()} />}
        >
          <TextField
            label={t.common.name}
            name="name"
            autoFocus
            autoComplete="off"
            hint={t.projects.nameHint}
            maxLength={limits.nameCharacters}
            value={values.name}
            onChange={(name) =>
              set({
                name,
                ...(isSlugUntouched(values) ? { slug: slugOf(name) } : {}),
                ...(isDisplayNameUntouched(values) ? { displayName: displayNameFrom(name) } : {}),
              })
            }
            error={errorAt('name')}
          />
          <FormText
            form={form}
            name="displayName"
            label={t.projects.displayName}
            optional
            autoComplete="off"
            hint={t.projects.displayNameHint}
            maxLength={limits.displayNameCharacters}
          />
          <AddressFields form={form} can={me.can} />
          {me.teams.length > 1 && (
            <Select
              label={t.projects.team}
              hint={t.projects.teamHint}
              options={me.teams.map(({ id, name }) => ({ value: id, label: name }))}
              value={values.teamId}
              onChange={(teamId) => set({ teamId })}
              error={errorAt('teamId')}
            />
          )}
          <Switch
            label={t.projects.openForSignUp}
            hint={t.projects.openForSignUpHint}
            isSelected={values.registrationOpen}
            onChange={(registrationOpen) => set({ registrationOpen })}
            error={errorAt('registrationOpen')}
          />
        </Form>
      </Card>
    </Page>
  )
}
