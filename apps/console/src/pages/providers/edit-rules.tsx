import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextList } from '../../ui/text-list.tsx'
import type { SectionProps } from './edit-values.ts'

export function Scopes({ form: { values, set, errorAt } }: Pick<SectionProps, 'form'>) {
  return (
    <TextList
      label={t.providers.scopes}
      hint={t.providers.scopesHint}
      optional
      values={values.scopes}
      onChange={(scopes) => set({ scopes })}
      errorOf={(index) => errorAt(index < 0 ? 'scopes' : `scopes.${index}`)}
      addLabel={t.providers.addScope}
      max={20}
    />
  )
}

export function AccountRules({ provider, form }: SectionProps) {
  const { values, set, errorAt } = form
  return (
    <>
      <Select
        label={t.providers.newPeople}
        options={[
          { value: 'jit', label: t.providers.jit },
          { value: 'existing_only', label: t.providers.existingOnly },
        ]}
        value={values.provisioning}
        onChange={(provisioning) => set({ provisioning })}
        isDisabled={provider.boundConnection !== null}
        error={errorAt('provisioning')}
      />
      <TextList
        label={t.providers.domains}
        hint={t.providers.domainsHint}
        optional
        values={values.allowedEmailDomains}
        onChange={(allowedEmailDomains) => set({ allowedEmailDomains })}
        errorOf={(index) => errorAt(index < 0 ? 'allowedEmailDomains' : `allowedEmailDomains.${index}`)}
        addLabel={t.providers.addDomain}
        placeholder="acme.example"
        max={100}
      />
      <FormText
        form={form}
        name="emailClaim"
        label={provider.protocol === 'saml' ? t.providers.saml.emailAttribute : t.providers.emailClaim}
        hint={provider.protocol === 'saml' ? t.providers.saml.emailAttributeHint : t.providers.emailClaimHint}
        optional
        mono
      />
      <Switch
        label={t.providers.trust}
        hint={t.providers.trustHint}
        isSelected={values.emailTrusted}
        onChange={(emailTrusted) => set({ emailTrusted })}
        error={errorAt('emailTrusted')}
      />
    </>
  )
}

export function SignOutRules({ provider, form }: SectionProps) {
  const { values, set, errorAt } = form
  return (
    <>
      {provider.protocol === 'oidc' && (
        <Select
          label={t.providers.signOut}
          hint={t.providers.signOutHint}
          options={(['off', 'link', 'automatic'] as const).map((value) => ({
            value,
            label: t.providers.signOutModes[value],
          }))}
          value={values.signOut}
          onChange={(signOut) => set({ signOut })}
          error={errorAt('signOut')}
        />
      )}
      {provider.logoutSignals.globalTokenRevocation && (
        <Switch
          label={t.providers.globalRevocation}
          hint={t.providers.globalRevocationHint}
          isSelected={values.acceptsGlobalTokenRevocation}
          onChange={(acceptsGlobalTokenRevocation) => set({ acceptsGlobalTokenRevocation })}
          error={errorAt('acceptsGlobalTokenRevocation')}
        />
      )}
      {provider.logoutSignals.backChannelLogout && (
        <Switch
          label={t.providers.backChannel}
          hint={t.providers.backChannelHint}
          isSelected={values.acceptsBackChannelLogout}
          onChange={(acceptsBackChannelLogout) => set({ acceptsBackChannelLogout })}
          error={errorAt('acceptsBackChannelLogout')}
        />
      )}
      {provider.logoutSignals.frontChannelLogout && (
        <Switch
          label={t.providers.frontChannel}
          hint={t.providers.frontChannelHint}
          isSelected={values.acceptsFrontChannelLogout}
          onChange={(acceptsFrontChannelLogout) => set({ acceptsFrontChannelLogout })}
          error={errorAt('acceptsFrontChannelLogout')}
        />
      )}
    </>
  )
}
