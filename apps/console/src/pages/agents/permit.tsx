import { Form, useOperationForm } from '../../components/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { policies } from './policy.tsx'

const empty = { clientId: '', name: '', approval: 'ask' as (typeof policies)[number]['value'] }

/** Permits an agent by its own metadata document, or by the id of a client of the administrators' project. */
export function PermitForm() {
  const form = useOperationForm({
    operation: 'agent_client_permit',
    initial: empty,
    toInput: ({ clientId, name, approval }) => ({ clientId: clientId.trim(), name, approval }),
    check: ({ clientId, name }) => ({
      clientId: clientId.trim() ? undefined : 'Enter the address or the client ID.',
      name: name.trim() ? undefined : 'Enter a name.',
    }),
    onDone: ({ name }) => {
      toast(`${name} may act for administrators now.`)
      form.reset(empty)
    },
  })
  const { values, set, errorAt } = form
  return (
    <Card
      title="Permit another agent"
      text="Claude Code: https://claude.ai/oauth/claude-code-client-metadata. VS Code: https://vscode.dev/oauth/client-metadata.json."
    >
      <Form
        form={form}
        label="Permit another agent"
        fields={['clientId', 'name', 'approval']}
        actions={
          <Button type="submit" kind="primary" isPending={form.isPending}>
            Permit
          </Button>
        }
      >
        <TextField
          label="Metadata document or client ID"
          name="clientId"
          autoComplete="off"
          value={values.clientId}
          onChange={(clientId) => set({ clientId })}
          error={errorAt('clientId')}
        />
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          value={values.name}
          onChange={(name) => set({ name })}
          error={errorAt('name')}
        />
        <Select
          label="High-consequence calls"
          name="approval"
          options={policies}
          value={values.approval}
          onChange={(approval) => set({ approval })}
          error={errorAt('approval')}
        />
      </Form>
    </Card>
  )
}
