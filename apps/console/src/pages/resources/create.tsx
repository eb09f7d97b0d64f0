import { useParams } from '@tanstack/react-router'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { useLeave } from '../../components/leave.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast.ts'
import { ResourceFields } from './fields.tsx'
import { emptyResource, inputOf, resourceFields } from './values.ts'

export function ResourceCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/resources/new' })
  const leave = useLeave()
  const form = useOperationForm({
    operation: 'resource_declare',
    initial: { ...emptyResource, identifier: '', slash: false },
    toInput: (values) => ({
      projectId,
      ...inputOf(values),
      identifier: values.identifier.trim(),
      trailingSlashSignificant: values.slash,
    }),
    check: ({ identifier, name }) => ({
      identifier: identifier.trim() ? undefined : t.resources.enterIdentifier,
      name: name.trim() ? undefined : t.resources.enterName,
    }),
    onDone: ({ identifier, name }) => {
      toast(t.resources.created(name))
      leave(paths.resource(projectId, identifier))
    },
  })
  return (
    <Page title={t.resources.new} text={t.resources.text} width="narrow">
      <Card>
        <Form
          form={form}
          label={t.resources.new}
          fields={['identifier', 'trailingSlashSignificant', ...resourceFields]}
          actions={
            <CreateButtons form={form} label={t.resources.create} cancel={paths.resources(projectId)} />
          }
        >
          <FormText
            form={form}
            name="identifier"
            label={t.resources.identifier}
            hint={t.resources.identifierHint}
            mono
            autoFocus
            autoComplete="off"
            spellCheck="false"
            placeholder="https://api.acme.example"
          />
          <ResourceFields form={form}>
            <Switch
              label={t.resources.slash}
              hint={t.resources.slashHint}
              isSelected={form.values.slash}
              onChange={(slash) => form.set({ slash })}
              error={form.errorAt('trailingSlashSignificant')}
            />
          </ResourceFields>
        </Form>
      </Card>
    </Page>
  )
}
