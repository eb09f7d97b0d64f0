import { useOperation } from '../../api/operation.ts'
import { ActionRows } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { Administrator } from './list.tsx'

/** What can be given to an administrator and taken from them. */
export function Access({ administrator }: { administrator: Administrator }) {
  const { id: ownId } = useOperation('whoami', {})
  const { id: adminId, email, superAdministrator, active, authenticator } = administrator
  const texts = t.administrators
  const own = adminId === ownId ? texts.refusals.own : null
  const one = { input: { adminId } }
  const rights = superAdministrator
    ? {
        title: texts.withdraw,
        text: texts.withdrawText,
        action: (
          <ConfirmButton
            {...one}
            operation="admin_super_withdraw"
            refusal={null}
            label={texts.withdraw}
            title={texts.withdrawTitle(email)}
            confirmLabel={texts.withdraw}
            consequence={texts.withdrawText}
            done={texts.withdrawn(email)}
          />
        ),
      }
    : {
        title: texts.grant,
        text: texts.grantText,
        action: (
          <ConfirmButton
            {...one}
            operation="admin_super_grant"
            refusal={active ? null : texts.refusals.inactive}
            label={texts.grant}
            title={texts.grantTitle(email)}
            confirmLabel={texts.grant}
            consequence={texts.grantText}
            done={texts.granted(email)}
          />
        ),
      }
  const signOut = {
    title: texts.signOut,
    text: texts.signOutText,
    action: (
      <ConfirmButton
        {...one}
        operation="admin_sign_out"
        refusal={own}
        label={texts.signOut}
        title={texts.signOutTitle(email)}
        confirmLabel={texts.signOut}
        consequence={texts.signOutText}
        done={texts.signedOut(email)}
      />
    ),
  }
  const clear = {
    title: texts.clear,
    text: texts.clearText,
    action: (
      <ConfirmButton
        {...one}
        operation="admin_totp_clear"
        refusal={own ?? (authenticator ? null : texts.refusals.noAuthenticator)}
        label={texts.clear}
        title={texts.clearTitle(email)}
        confirmLabel={texts.clear}
        consequence={texts.clearText}
        done={texts.cleared}
      />
    ),
  }
  return (
    <Card>
      <ActionRows rows={[rights, signOut, clear, activation(administrator)]} />
    </Card>
  )
}

function activation({ id: adminId, email, active }: Administrator) {
  const texts = t.administrators
  return active
    ? {
        title: texts.deactivate,
        text: texts.deactivateText,
        action: (
          <ConfirmButton
            operation="admin_deactivate"
            input={{ adminId }}
            refusal={null}
            label={texts.deactivate}
            title={texts.deactivateTitle(email)}
            confirmLabel={texts.deactivate}
            consequence={texts.deactivateText}
            done={texts.deactivated(email)}
          />
        ),
      }
    : {
        title: texts.activate,
        text: texts.activateText,
        action: (
          <ConfirmButton
            kind="secondary"
            danger={false}
            operation="admin_update"
            input={{ adminId, active: true }}
            refusal={null}
            label={texts.activate}
            title={texts.activateTitle(email)}
            confirmLabel={texts.activate}
            consequence={texts.activateText}
            done={texts.activated(email)}
          />
        ),
      }
}
