import type { Project } from '@signet/contracts'
import { EditCard } from '../../components/edit-card.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { Authenticators } from './authenticators.tsx'
import { changesOf } from './changes.ts'
import {
  passkeyRules,
  passkeyVerifications,
  type SignInSettings,
  signInFields,
  signInSettingsOf,
} from './sign-in-fields.ts'

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

export const SignIn = ({ project }: { project: Project }) => (
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
