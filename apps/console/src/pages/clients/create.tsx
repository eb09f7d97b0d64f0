import { applicationKinds } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { createElement, useState } from 'react'
import type { Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { Guide, Panes, StepTitle } from '../../components/guide.tsx'
import { useLeave } from '../../components/leave.ts'
import { SecretOnce } from '../../components/secret-once.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast.ts'
import { Connection } from './connection.tsx'
import { ApplicationFields } from './fields.tsx'
import { LibraryField } from './stacks/field.tsx'
import {
  leadsBack,
  originsOf,
  type PresetName,
  presetIcons,
  presets,
  signsPeopleIn,
} from './values/presets.ts'
import {
  type ApplicationValues,
  applicationFields,
  checkApplication,
  cleaned,
  newValues,
} from './values/values.ts'

type Values = ApplicationValues & { readonly kind: PresetName; readonly stack: string }

function inputOf(projectId: string, { kind, ...values }: Values): Input<'client_create'> {
  const { fields } = presets[kind]
  const { stack: _stack, ...fieldsOfForm } = values
  const { clientName, scope, redirectUris, pkce, idTokenClaims, ...others } = cleaned(fieldsOfForm)
  const options = { ...(pkce && { pkce }), ...(idTokenClaims !== null && { idTokenClaims }) }
  const shared = { projectId, clientName, scope, ...fields }
  if (!signsPeopleIn(fields)) return shared
  if (!leadsBack(fields)) return { ...shared, requireConsent: others.requireConsent }
  const corsOrigins = kind === 'browser' ? originsOf(redirectUris) : []
  return {
    ...shared,
    ...others,
    ...options,
    redirectUris: [...redirectUris],
    postLogoutRedirectUris: [...others.postLogoutRedirectUris],
    corsOrigins,
  }
}

/** Resets the scopes when the kind changes between an application for users and a machine. */
function scopeFor(next: PresetName, { kind, scope }: Values): string {
  if (!signsPeopleIn(presets[next].fields)) return ''
  return signsPeopleIn(presets[kind].fields) ? scope : newValues.scope
}

const initial: Values = { ...newValues, kind: 'web', stack: '' }

export function ApplicationCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/applications/new' })
  const project = useOperation('project_get', { projectId })
  const leave = useLeave()
  const [made, setMade] = useState<{ clientId: string; clientSecret: string } | null>(null)
  const open = (clientId: string) => leave(paths.application(projectId, clientId))
  const form = useOperationForm({
    operation: 'client_create',
    initial,
    toInput: (values) => inputOf(projectId, values),
    check: (values) => checkApplication(values.kind, values),
    onDone: ({ clientId, clientSecret, clientName }) => {
      toast(t.clients.created(clientName))
      if (clientSecret) setMade({ clientId, clientSecret })
      else open(clientId)
    },
  })
  const { values, set } = form
  const texts = t.clients.connection
  return (
    <Page title={t.clients.new} text={texts.text}>
      <Panes aside={<Connection stacked project={project} {...values} />}>
        <Form
          form={form}
          label={t.clients.new}
          fields={applicationFields}
          isLong
          actions={
            <CreateButtons form={form} label={t.clients.create} cancel={paths.applications(projectId)} />
          }
        >
          <Guide
            steps={[
              {
                title: <StepTitle>{t.clients.whatKind}</StepTitle>,
                content: (
                  <Card>
                    <RadioCards
                      label={t.clients.kind}
                      isLabelHidden
                      isColumn
                      cards={applicationKinds.map((name) => ({
                        value: name,
                        icon: createElement(presetIcons[name], { size: 17 }),
                        title: t.clients.presets[name].title,
                        text: t.clients.presets[name].text,
                      }))}
                      value={values.kind}
                      onChange={(kind) =>
                        set({
                          kind,
                          scope: scopeFor(kind, values),
                          stack: '',
                          pkce: null,
                          idTokenClaims: null,
                        })
                      }
                    />
                    <LibraryField form={form} kind={values.kind} />
                  </Card>
                ),
              },
              {
                title: <StepTitle>{texts.describe}</StepTitle>,
                content: (
                  <Card>
                    <ApplicationFields form={form} kind={values.kind} />
                    <p className="text-sm text-quiet text-pretty">{texts.after[values.kind]}</p>
                  </Card>
                ),
              },
            ]}
          />
        </Form>
      </Panes>
      {made && (
        <SecretOnce
          title={t.clients.ready}
          issuer={project.issuer}
          {...made}
          onClose={() => open(made.clientId)}
        />
      )}
    </Page>
  )
}
