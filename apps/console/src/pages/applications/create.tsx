import { limits } from '@signet/contracts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { AppWindow, Cog, Globe, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { Form, useOperationForm } from '../../components/form.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioCards, Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { toast } from '../../ui/toast.tsx'
import { lineError } from './line-error.ts'
import { filled, originsOf, type PresetName, presetNames, presets, signsPeopleIn } from './presets.ts'
import { ScopeField } from './scope-field.tsx'

interface Values {
  readonly preset: PresetName
  readonly clientName: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly scope: string
  readonly requireConsent: boolean
}

const initial: Values = {
  preset: 'web',
  clientName: '',
  redirectUris: [''],
  postLogoutRedirectUris: [''],
  scope: 'openid profile email offline_access',
  requireConsent: true,
}

const icons: Record<PresetName, ReactNode> = {
  web: <Globe size={17} />,
  browser: <AppWindow size={17} />,
  native: <Smartphone size={17} />,
  machine: <Cog size={17} />,
}

function inputOf(projectId: string, values: Values): Input<'client_create'> {
  const { fields } = presets[values.preset]
  const redirectUris = filled(values.redirectUris)
  const shared = { projectId, clientName: values.clientName.trim(), ...fields }
  if (!signsPeopleIn(fields)) return { ...shared, scope: values.scope }
  return {
    ...shared,
    scope: values.scope,
    redirectUris,
    postLogoutRedirectUris: filled(values.postLogoutRedirectUris),
    requireConsent: values.requireConsent,
    ...(values.preset === 'browser' ? { corsOrigins: originsOf(redirectUris) } : {}),
  }
}

export function ApplicationCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/applications/new' })
  const { issuer } = useOperation('project_get', { projectId })
  const navigate = useNavigate()
  const [made, setMade] = useState<{ clientId: string; clientSecret: string } | null>(null)
  const open = (clientId: string) => void navigate(paths.application(projectId, clientId))
  const form = useOperationForm({
    operation: 'client_create',
    initial,
    toInput: (values) => inputOf(projectId, values),
    check: ({ clientName, preset, redirectUris }) => ({
      clientName: clientName.trim() ? undefined : 'Give the application a name.',
      redirectUris:
        signsPeopleIn(presets[preset].fields) && filled(redirectUris).length === 0
          ? 'Enter at least one address.'
          : undefined,
    }),
    onDone: ({ clientId, clientSecret, clientName }) => {
      toast(`${clientName} was created.`)
      if (clientSecret) setMade({ clientId, clientSecret })
      else open(clientId)
    },
  })
  const { values, set, errorAt } = form
  const preset = presets[values.preset]
  const isForPeople = signsPeopleIn(preset.fields)
  const choose = (next: PresetName) =>
    set({
      preset: next,
      scope: signsPeopleIn(presets[next].fields) ? (isForPeople ? values.scope : initial.scope) : '',
    })
  return (
    <Page title="New application" width="narrow">
      <Card>
        <Form
          form={form}
          label="New application"
          fields={['clientName', 'redirectUris', 'postLogoutRedirectUris', 'scope', 'requireConsent']}
          actions={
            <>
              <Button type="submit" kind="primary" isPending={form.isPending}>
                Create application
              </Button>
              <ButtonLink {...paths.applications(projectId)} kind="quiet">
                Cancel
              </ButtonLink>
            </>
          }
        >
          <RadioCards
            label="What kind of application is it?"
            cards={presetNames.map((name) => ({ value: name, icon: icons[name], ...presets[name] }))}
            value={values.preset}
            onChange={choose}
          />
          <TextField
            label="Name"
            name="clientName"
            autoComplete="off"
            hint={
              isForPeople
                ? 'People read it when they are asked for consent.'
                : 'For administrators and the audit.'
            }
            maxLength={limits.nameCharacters}
            value={values.clientName}
            onChange={(clientName) => set({ clientName })}
            error={errorAt('clientName')}
          />
          {isForPeople && (
            <>
              <TextList
                label="Redirect addresses"
                hint={preset.redirectHint}
                placeholder={preset.redirectPlaceholder}
                addLabel="Add a redirect address"
                max={limits.redirectUris}
                values={values.redirectUris}
                onChange={(redirectUris) => set({ redirectUris })}
                errorOf={(index) => lineError(errorAt, 'redirectUris', values.redirectUris, index)}
              />
              <TextList
                label="Sign-out addresses"
                optional
                hint="Where people may be sent after signing out."
                placeholder="https://app.example/"
                addLabel="Add a sign-out address"
                max={limits.redirectUris}
                values={values.postLogoutRedirectUris}
                onChange={(postLogoutRedirectUris) => set({ postLogoutRedirectUris })}
                errorOf={(index) =>
                  lineError(errorAt, 'postLogoutRedirectUris', values.postLogoutRedirectUris, index)
                }
              />
            </>
          )}
          <ScopeField
            key={isForPeople ? 'people' : 'machine'}
            forPeople={isForPeople}
            value={values.scope}
            onChange={(scope) => set({ scope })}
            error={errorAt('scope')}
          />
          {isForPeople && (
            <Switch
              label="Ask people for consent"
              hint="Turn it off for an application of your own, where asking would be a formality."
              isSelected={values.requireConsent}
              onChange={(requireConsent) => set({ requireConsent })}
              error={errorAt('requireConsent')}
            />
          )}
        </Form>
      </Card>
      {made && (
        <SecretOnce
          title="The application is ready"
          issuer={issuer}
          {...made}
          onClose={() => open(made.clientId)}
        />
      )}
    </Page>
  )
}
