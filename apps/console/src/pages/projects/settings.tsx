import { limits, type Project } from '@signet/contracts'
import { localeNames, locales } from '@signet/i18n'
import { useParams } from '@tanstack/react-router'
import { FileText, Mail } from 'lucide-react'
import type { Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ClaimsCard } from '../../components/claims/claims-card.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { LabelsLine } from '../../components/labels/labels-line.tsx'
import { ManagedByTool } from '../../components/labels/managed.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { Authenticators } from './authenticators.tsx'
import { AddressChange, OwnerChange, PlanChange } from './ownership.tsx'
import { Removal } from './removal.tsx'
import {
  passkeyRules,
  passkeyVerifications,
  type SignInSettings,
  signInFields,
  signInSettingsOf,
} from './sign-in-fields.ts'

type Update = Input<'project_update'>

/** Sends only changed fields: the server previews changes that tighten sign-in. */
function changesOf(project: Project, next: Partial<Project>): Update {
  const changed = Object.entries(next).filter(([field, value]) => project[field as keyof Project] !== value)
  return { projectId: project.id, ...Object.fromEntries(changed) }
}

export function ProjectSettingsPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/settings' })
  const project = useOperation('project_get', { projectId })
  return (
    <ManagedByTool value={project.managedByTool}>
      <Page
        title={t.nav.settings}
        text={
          <>
            <p>{t.projects.settingsText(project.name)}</p>
            <div className="mt-1">
              <LabelsLine
                object={project}
                operation="project_update"
                at={{ projectId }}
                refusal={refusalFor(project, 'editSettings')}
              />
            </div>
          </>
        }
        width="narrow"
        actions={
          <>
            <ButtonLink {...paths.projectMails(projectId)} icon={<Mail size={15} aria-hidden />}>
              {t.projects.mails.link}
            </ButtonLink>
            <ButtonLink {...paths.projectFile(projectId)} icon={<FileText size={15} aria-hidden />}>
              {t.projects.file.link}
            </ButtonLink>
          </>
        }
      >
        <Names key={`names of ${project.id}`} project={project} />
        <Messages key={`messages of ${project.id}`} project={project} />
        <SignIn key={`sign-in of ${project.id}`} project={project} />
        {!project.reserved && (
          <ClaimsCard
            key={`claims of ${project.id}`}
            owner="project"
            operation="project_update"
            at={{ projectId }}
            list={project.declaredClaims}
            refusal={refusalFor(project, 'editSettings')}
          />
        )}
        <AddressChange project={project} />
        <OwnerChange project={project} />
        <PlanChange project={project} />
        <Removal project={project} />
      </Page>
    </ManagedByTool>
  )
}

const Names = ({ project }: { project: Project }) => (
  <EditCard
    title={t.projects.names}
    label={t.projects.names}
    operation="project_update"
    initial={{ name: project.name, displayName: project.displayName ?? '' }}
    toInput={({ name, displayName }) =>
      changesOf(project, { name: name.trim(), displayName: displayName.trim() || null })
    }
    check={({ name }) => ({ name: name.trim() ? undefined : t.projects.enterName })}
    fields={['name', 'displayName']}
    refusal={refusalFor(project, 'editSettings')}
    saveLabel={t.projects.saveNames}
    done={t.projects.namesSaved}
  >
    {(form) => (
      <>
        <FormText form={form} name="name" label={t.common.name} maxLength={limits.nameCharacters} />
        <FormText
          form={form}
          name="displayName"
          label={t.projects.displayName}
          optional
          hint={t.projects.displayNameHint}
          maxLength={limits.displayNameCharacters}
        />
      </>
    )}
  </EditCard>
)

const languages = [
  { value: 'none' as const, label: t.projects.languageNone },
  ...locales.map((value) => ({ value, label: localeNames[value] })),
] satisfies readonly { value: Project['language'] | 'none'; label: string }[]

const Messages = ({ project }: { project: Project }) => (
  <EditCard
    title={t.projects.messages}
    text={t.projects.messagesText}
    label={t.projects.messages}
    operation="project_update"
    initial={{ primaryColor: project.primaryColor ?? '', language: project.language ?? ('none' as const) }}
    toInput={({ primaryColor, language }) =>
      changesOf(project, {
        primaryColor: primaryColor.trim() || null,
        language: language === 'none' ? null : language,
      })
    }
    fields={['primaryColor', 'language']}
    refusal={refusalFor(project, 'editSettings')}
    saveLabel={t.projects.saveMessages}
    done={t.projects.messagesSaved}
  >
    {(form) => (
      <>
        <FormText
          form={form}
          name="primaryColor"
          label={t.projects.color}
          optional
          hint={t.projects.colorHint}
          maxLength={limits.colorCharacters}
        />
        <Select
          label={t.projects.language}
          value={form.values.language}
          options={languages}
          onChange={(language) => form.set({ language })}
        />
      </>
    )}
  </EditCard>
)

interface PasskeyFieldsProps {
  readonly projectId: string
  readonly values: SignInSettings
  readonly set: (changes: Partial<SignInSettings>) => void
  readonly errorAt: (field: keyof SignInSettings) => string | undefined
}

const PasskeyFields = ({ projectId, values, set, errorAt }: PasskeyFieldsProps) => (
  <>
    <Select
      {...t.projects.fields.passkeys}
      options={passkeyRules.map((value) => ({ value, ...t.projects.passkeyRules[value] }))}
      value={values.passkeys}
      onChange={(passkeys) => set({ passkeys })}
      error={errorAt('passkeys')}
    />
    {values.passkeys !== 'off' && (
      <>
        <Select
          {...t.projects.fields.passkeyUserVerification}
          options={passkeyVerifications.map((value) => ({
            value,
            ...t.projects.passkeyVerifications[value],
          }))}
          value={values.passkeyUserVerification}
          onChange={(passkeyUserVerification) => set({ passkeyUserVerification })}
          error={errorAt('passkeyUserVerification')}
        />
        <Authenticators
          projectId={projectId}
          values={values.passkeyAuthenticators}
          onChange={(passkeyAuthenticators) => set({ passkeyAuthenticators })}
          error={errorAt('passkeyAuthenticators')}
        />
      </>
    )}
  </>
)

const SignIn = ({ project }: { project: Project }) => (
  <EditCard
    title={t.projects.signIn}
    text={t.projects.signInText}
    label={t.projects.signIn}
    operation="project_update"
    initial={signInSettingsOf(project)}
    toInput={(values) => changesOf(project, values)}
    fields={[
      ...signInFields,
      'verificationMethod',
      'passkeys',
      'passkeyUserVerification',
      'passkeyAuthenticators',
    ]}
    refusal={refusalFor(project, 'editSettings')}
    saveLabel={t.projects.saveSignIn}
    done={t.projects.signInSaved}
    question={t.projects.signInTitle}
  >
    {({ values, set, errorAt }) => (
      <>
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
        <PasskeyFields projectId={project.id} values={values} set={set} errorAt={errorAt} />
      </>
    )}
  </EditCard>
)
