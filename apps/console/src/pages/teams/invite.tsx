import type { MemberRole } from '@signet/contracts'
import type { Locale } from '@signet/i18n'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { LanguageSelect } from '../../components/language-select.tsx'
import { t } from '../../texts/index.ts'
import { RoleSelect } from './role-select.tsx'

export const Invite = ({ teamId }: { teamId: string }) => (
  <FormDialog
    kind="primary"
    label={t.teams.invite}
    refusal={null}
    title={t.teams.invite}
    operation="team_invite"
    initial={{ email: '', role: 'member' as MemberRole, language: '' as Locale | '' }}
    toInput={({ email, role, language }) => ({
      teamId,
      email: email.trim(),
      role,
      ...(language ? { language } : {}),
    })}
    check={({ email }) => ({ email: email.trim() ? undefined : t.problems.fillIn })}
    fields={['email', 'role', 'language']}
    submitLabel={t.teams.invite}
    done={({ email }) => t.teams.invited(email)}
  >
    {(form) => (
      <>
        <FormText form={form} name="email" label={t.teams.email} type="email" autoFocus autoComplete="off" />
        <RoleSelect
          value={form.values.role}
          onChange={(role) => form.set({ role })}
          error={form.errorAt('role')}
        />
        <LanguageSelect
          value={form.values.language}
          onChange={(language) => form.set({ language })}
          error={form.errorAt('language')}
        />
      </>
    )}
  </FormDialog>
)
