import { type Client, limits } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import { Form, useOperationForm } from '../../components/form.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { toast } from '../../ui/toast.tsx'
import { lineError } from './line-error.ts'
import { filled, presetOf, presets, signsPeopleIn } from './presets.ts'
import { ScopeField } from './scope-field.tsx'

interface Values {
  readonly clientName: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly scope: string
  readonly requireConsent: boolean
  readonly partialConsent: boolean
}

const valuesOf = (client: Client): Values => ({
  clientName: client.clientName,
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris,
  corsOrigins: client.corsOrigins,
  scope: client.scope,
  requireConsent: client.requireConsent,
  partialConsent: client.partialConsent,
})

/** Only what differs: values stored before a limit was tightened keep working until they are edited. */
function inputOf(projectId: string, client: Client, values: Values): Input<'client_update'> {
  const next = {
    ...values,
    clientName: values.clientName.trim(),
    redirectUris: filled(values.redirectUris),
    postLogoutRedirectUris: filled(values.postLogoutRedirectUris),
    corsOrigins: filled(values.corsOrigins),
  }
  const before: Readonly<Record<string, unknown>> = client
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  )
  return { projectId, clientId: client.clientId, ...Object.fromEntries(changed) }
}

interface ApplicationFormProps {
  readonly projectId: string
  readonly client: Client
  readonly refusal: string | null
}

const fields = [
  'clientName',
  'redirectUris',
  'postLogoutRedirectUris',
  'corsOrigins',
  'scope',
  'requireConsent',
  'partialConsent',
]

export function ApplicationForm({ projectId, client, refusal }: ApplicationFormProps) {
  const form = useOperationForm({
    operation: 'client_update',
    initial: valuesOf(client),
    toInput: (values) => inputOf(projectId, client, values),
    check: ({ clientName, redirectUris }) => ({
      clientName: clientName.trim() ? undefined : 'Give the application a name.',
      redirectUris:
        signsPeopleIn(client) && filled(redirectUris).length === 0
          ? 'Enter at least one address.'
          : undefined,
    }),
    onDone: () => toast('The application was saved.'),
  })
  const { values, set, errorAt } = form
  const isDisabled = refusal !== null
  const isForPeople = signsPeopleIn(client)
  const list = (field: 'redirectUris' | 'postLogoutRedirectUris' | 'corsOrigins') => ({
    values: values[field],
    onChange: (lines: readonly string[]) => set({ [field]: lines }),
    errorOf: (index: number) => lineError(errorAt, field, values[field], index),
    isDisabled,
  })
  return (
    <Card title="Settings">
      <Form
        form={form}
        label="Settings"
        fields={fields}
        actions={<SaveButtons form={form} refusal={refusal} label="Save application" />}
      >
        <TextField
          label="Name"
          name="clientName"
          maxLength={limits.nameCharacters}
          isDisabled={isDisabled}
          value={values.clientName}
          onChange={(clientName) => set({ clientName })}
          error={errorAt('clientName')}
        />
        {isForPeople && (
          <>
            <TextList
              label="Redirect addresses"
              hint={presets[presetOf(client)].redirectHint}
              addLabel="Add a redirect address"
              max={limits.redirectUris}
              {...list('redirectUris')}
            />
            <TextList
              label="Sign-out addresses"
              optional
              hint="Where people may be sent after signing out."
              addLabel="Add a sign-out address"
              max={limits.redirectUris}
              {...list('postLogoutRedirectUris')}
            />
            <TextList
              label="Browser origins"
              optional
              hint="Pages of these origins may call the token and userinfo endpoints. Scheme, host and port only."
              placeholder="https://app.example"
              addLabel="Add an origin"
              max={limits.corsOrigins}
              {...list('corsOrigins')}
            />
          </>
        )}
        <ScopeField
          forPeople={isForPeople}
          isDisabled={isDisabled}
          value={values.scope}
          onChange={(scope) => set({ scope })}
          error={errorAt('scope')}
        />
        {isForPeople && (
          <>
            <Switch
              label="Ask people for consent"
              hint="Turn it off for an application of your own, where asking would be a formality."
              isDisabled={isDisabled}
              isSelected={values.requireConsent}
              onChange={(requireConsent) => set({ requireConsent })}
              error={errorAt('requireConsent')}
            />
            {values.requireConsent && (
              <Switch
                label="Let people untick permissions"
                hint="They may grant some of what is asked and refuse the rest."
                isDisabled={isDisabled}
                isSelected={values.partialConsent}
                onChange={(partialConsent) => set({ partialConsent })}
                error={errorAt('partialConsent')}
              />
            )}
          </>
        )}
      </Form>
    </Card>
  )
}
