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
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressChange, OwnerChange, PlanChange } from './ownership.tsx'
import { Removal } from './removal.tsx'
import { signInFields, signInSettingsOf } from './sign-in-fields.ts'

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
    <Page title={t.nav.settings} text={t.projects.settingsText(project.name)} width="narrow">
      <Names key={`names of ${project.id}`} project={project} />
      <Messages key={`messages of ${project.id}`} project={project} />
      <SignIn key={`sign-in of ${project.id}`} project={project} />
      <AddressChange project={project} />
      <OwnerChange project={project} />
      <PlanChange project={project} />
      <Removal project={project} />
    </Page>
  )
}

function Names({ project }: { project: Project }) {
  const form = useOperationForm({
    operation: 'project_update',
    initial: { name: project.name, displayName: project.displayName ?? '' },
    toInput: ({ name, displayName }) =>
      changesOf(project, { name: name.trim(), displayName: displayName.trim() || null }),
    check: ({ name }) => ({ name: name.trim() ? undefined : t.projects.enterName }),
    onDone: () => toast(t.projects.namesSaved),
  })
  return (
    <Card title={t.projects.names}>
      <Form
        form={form}
        label={t.projects.names}
        fields={['name', 'displayName']}
        actions={
          <SaveButtons
            form={form}
            refusal={refusalFor(project, 'editSettings')}
            label={t.projects.saveNames}
          />
        }
      >
        <TextField
          label={t.common.name}
          name="name"
          maxLength={limits.nameCharacters}
          value={form.values.name}
          onChange={(name) => form.set({ name })}
          error={form.errorAt('name')}
        />
        <TextField
          label={t.projects.displayName}
          name="displayName"
          optional
          hint={t.projects.displayNameHint}
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
  { value: 'none', label: t.projects.languageNone },
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
    onDone: () => toast(t.projects.messagesSaved),
  })
  return (
    <Card title={t.projects.messages} text={t.projects.messagesText}>
      <Form
        form={form}
        label={t.projects.messages}
        fields={['primaryColor', 'language']}
        actions={
          <SaveButtons
            form={form}
            refusal={refusalFor(project, 'editSettings')}
            label={t.projects.saveMessages}
          />
        }
      >
        <TextField
          label={t.projects.color}
          name="primaryColor"
          optional
          hint={t.projects.colorHint}
          maxLength={limits.colorCharacters}
          value={form.values.primaryColor}
          onChange={(primaryColor) => form.set({ primaryColor })}
          error={form.errorAt('primaryColor')}
        />
        <Select
          label={t.projects.language}
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
        : toast(t.projects.signInSaved),
  })
  const { values, set, errorAt } = form
  return (
    <Card title={t.projects.signIn} text={t.projects.signInText}>
      <Form
        form={form}
        label={t.projects.signIn}
        fields={[...signInFields, 'verificationMethod']}
        actions={
          <SaveButtons
            form={form}
            refusal={refusalFor(project, 'editSettings')}
            label={t.projects.saveSignIn}
          />
        }
      >
        {signInFields.map((field) => (
          <Switch
            key={field}
            {...t.projects.fields[field]}
            isSelected={values[field]}
            onChange={(isOn) => set({ [field]: isOn })}
            error={errorAt(field)}
          />
        ))}
        {values.emailVerificationRequired && (
          <Select
            {...t.projects.fields.verificationMethod}
            options={[
              { value: 'link', label: t.projects.methods.link, hint: t.projects.methods.linkHint },
              { value: 'code', label: t.projects.methods.code, hint: t.projects.methods.codeHint },
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
          title={t.projects.signInTitle}
          confirmLabel={t.projects.changeSignIn}
          danger={false}
          onDone={() => {
            setAsked(null)
            toast(t.projects.signInSaved)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
