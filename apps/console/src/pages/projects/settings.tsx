import { limits, type Project } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Input, Outcome } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ConfirmOperation, type Preview } from '../../components/confirm-operation.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { Page } from '../../layouts/page.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { signInFields, signInSettingsOf, signInTexts } from './sign-in-texts.ts'

type Update = Input<'project_update'>

/** Only the fields that differ: the server previews what would tighten sign-in. */
function changesOf(project: Project, next: Partial<Project>): Update {
  const changed = Object.entries(next).filter(([field, value]) => project[field as keyof Project] !== value)
  return { projectId: project.id, ...Object.fromEntries(changed) }
}

export function ProjectSettingsPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/settings' })
  const project = useOperation('project_get', { projectId })
  return (
    <Page title="Settings" text={`Names and sign-in of ${project.name}.`} width="narrow">
      <Names key={`names of ${project.id}`} project={project} />
      <Messages key={`messages of ${project.id}`} project={project} />
      <SignIn key={`sign-in of ${project.id}`} project={project} />
    </Page>
  )
}

function Names({ project }: { project: Project }) {
  const form = useOperationForm({
    operation: 'project_update',
    initial: { name: project.name, displayName: project.displayName ?? '' },
    toInput: ({ name, displayName }) =>
      changesOf(project, { name: name.trim(), displayName: displayName.trim() || null }),
    check: ({ name }) => ({ name: name.trim() ? undefined : 'Give the project a name.' }),
    onDone: () => toast('The names were saved.'),
  })
  return (
    <Card title="Names">
      <Form
        form={form}
        label="Names"
        fields={['name', 'displayName']}
        actions={<SaveButtons form={form} refusal={refusalFor(project, 'editSettings')} label="Save names" />}
      >
        <TextField
          label="Name"
          name="name"
          maxLength={limits.nameCharacters}
          value={form.values.name}
          onChange={(name) => form.set({ name })}
          error={form.errorAt('name')}
        />
        <TextField
          label="Display name"
          name="displayName"
          optional
          hint="What people read when they are asked for consent. Without it they read the address."
          maxLength={limits.displayNameCharacters}
          value={form.values.displayName}
          onChange={(displayName) => form.set({ displayName })}
          error={form.errorAt('displayName')}
        />
      </Form>
    </Card>
  )
}

const languages = [
  { value: 'none', label: 'English, unless a person’s own is known' },
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
  { value: 'zh-CN', label: '简体中文' },
] as const satisfies readonly { value: Project['language'] | 'none'; label: string }[]

function Messages({ project }: { project: Project }) {
  const form = useOperationForm({
    operation: 'project_update',
    initial: { primaryColor: project.primaryColor ?? '', language: project.language ?? ('none' as const) },
    toInput: ({ primaryColor, language }) =>
      changesOf(project, {
        primaryColor: primaryColor.trim() || null,
        language: language === 'none' ? null : language,
      }),
    onDone: () => toast('The look of messages was saved.'),
  })
  return (
    <Card title="Messages" text="Mail that the project sends: invitations, verifications and new passwords.">
      <Form
        form={form}
        label="Messages"
        fields={['primaryColor', 'language']}
        actions={
          <SaveButtons form={form} refusal={refusalFor(project, 'editSettings')} label="Save messages" />
        }
      >
        <TextField
          label="Color"
          name="primaryColor"
          optional
          hint="Written #rrggbb. It is darkened where white text on it could not be read."
          maxLength={limits.colorCharacters}
          value={form.values.primaryColor}
          onChange={(primaryColor) => form.set({ primaryColor })}
          error={form.errorAt('primaryColor')}
        />
        <Select
          label="Language"
          value={form.values.language}
          options={languages}
          onChange={(language) => form.set({ language })}
        />
      </Form>
    </Card>
  )
}

const isPreview = (outcome: Outcome<'project_update'>): outcome is Outcome<'project_update'> & Preview =>
  'consequences' in outcome

function SignIn({ project }: { project: Project }) {
  const [asked, setAsked] = useState<{ input: Update; preview: Preview } | null>(null)
  const form = useOperationForm({
    operation: 'project_update',
    initial: signInSettingsOf(project),
    toInput: (values) => changesOf(project, values),
    onDone: (outcome, values) =>
      isPreview(outcome)
        ? setAsked({ input: changesOf(project, values), preview: outcome })
        : toast('The sign-in settings were saved.'),
  })
  const { values, set, errorAt } = form
  return (
    <Card title="Sign-in" text="Before a change that locks people out, you are told whom and how many.">
      <Form
        form={form}
        label="Sign-in"
        fields={[...signInFields, 'verificationMethod']}
        actions={
          <SaveButtons form={form} refusal={refusalFor(project, 'editSettings')} label="Save sign-in" />
        }
      >
        {signInFields.map((field) => (
          <Switch
            key={field}
            {...signInTexts[field]}
            isSelected={values[field]}
            onChange={(isOn) => set({ [field]: isOn })}
            error={errorAt(field)}
          />
        ))}
        {values.emailVerificationRequired && (
          <Select
            {...signInTexts.verificationMethod}
            options={[
              { value: 'link', label: 'Link', hint: 'One click, on any device' },
              { value: 'code', label: 'Code', hint: 'Typed where the sign-in began' },
            ]}
            value={values.verificationMethod}
            onChange={(verificationMethod) => set({ verificationMethod })}
            error={errorAt('verificationMethod')}
          />
        )}
      </Form>
      {asked && (
        <ConfirmOperation
          operation="project_update"
          input={asked.input}
          preview={asked.preview}
          title="Change how people sign in?"
          confirmLabel="Change sign-in"
          danger={false}
          onDone={() => {
            setAsked(null)
            toast('The sign-in settings were saved.')
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
