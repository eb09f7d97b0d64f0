import { useQuery } from '@tanstack/react-query'
import { firstPageQuery, useOperation } from '../../api/operation.ts'
import { ActionRows, changeRow, confirmRow } from '../../components/action-rows.tsx'
import { undoBy } from '../../components/change-button.tsx'
import type { HeadAction } from '../../components/head-menu.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Administrator } from './administrator.ts'

const texts = t.administrators

/** Red marks only changes that cannot be reverted. */
const reversible = { kind: 'secondary', danger: false } as const

export function Access({ administrator }: { administrator: Administrator }) {
  const { id: adminId, email, authenticator } = administrator
  const input = { adminId }
  const { own, only } = useRefusals(administrator)
  const signOut = confirmRow({
    ...reversible,
    operation: 'admin_sign_out',
    input,
    refusal: own,
    purpose: texts.purposes.signOut,
    label: texts.signOut,
    text: texts.signOutText,
    question: texts.signOutTitle(email),
    done: texts.signedOut(email),
  })
  const clear = confirmRow({
    operation: 'admin_totp_clear',
    input,
    refusal: own,
    purpose: texts.purposes.clear,
    label: texts.clear,
    text: texts.clearText,
    question: texts.clearTitle(email),
    done: texts.cleared,
  })
  return (
    <Card>
      {own && (
        <Notice
          title={own}
          action={
            <ButtonLink size="sm" {...paths.ownSessions()}>
              {t.nav.ownSessions}
            </ButtonLink>
          }
        >
          {only}
        </Notice>
      )}
      <ActionRows
        rows={[
          rights(administrator, only),
          signOut,
          ...(authenticator ? [clear] : []),
          activation(administrator, only),
        ]}
        shown={own ? [own, only] : []}
      />
    </Card>
  )
}

/** Returns the reasons for which the account of the caller, and the only super administrator, cannot be changed. */
function useRefusals(administrator: Administrator) {
  const { id: ownId } = useOperation('whoami', {})
  const isOnly = useIsOnlySuperAdministrator(administrator)
  return {
    own: administrator.id === ownId ? texts.refusals.own : null,
    only: isOnly ? texts.refusals.onlySuper : null,
  }
}

/** Returns the actions of the tab that open a dialog. */
export function useAdministratorMenu(administrator: Administrator): readonly HeadAction[] {
  const { own, only } = useRefusals(administrator)
  const { superAdministrator, active, authenticator } = administrator
  const rightsAction: HeadAction = superAdministrator
    ? { text: texts.purposes.withdraw, refusal: only, opens: 'admin_super_withdraw' }
    : {
        text: texts.purposes.grant,
        refusal: active ? null : texts.refusals.inactive,
        opens: 'admin_super_grant',
      }
  return [
    { text: texts.signOut, refusal: own, opens: 'admin_sign_out' },
    rightsAction,
    ...(authenticator
      ? [{ text: texts.purposes.clear, refusal: own, opens: 'admin_totp_clear' } as const]
      : []),
    ...(active
      ? [{ text: texts.purposes.deactivate, refusal: only, opens: 'admin_deactivate' } as const]
      : []),
  ]
}

/** The team of the super administrators is one of the two oldest teams; the other system team has no members. */
function useIsOnlySuperAdministrator({ id, active }: Administrator): boolean {
  const { teams = [] } = useQuery(firstPageQuery('team_list', {})).data ?? {}
  const members = teams.filter(({ kind }) => kind === 'system').flatMap((team) => team.members)
  const others = members.filter(({ userId }) => userId !== id)
  return active && others.length < members.length && !others.some((other) => other.active)
}

const rights = ({ id: adminId, email, active, superAdministrator }: Administrator, refusal: string | null) =>
  superAdministrator
    ? confirmRow({
        ...reversible,
        operation: 'admin_super_withdraw',
        input: { adminId },
        refusal,
        purpose: texts.purposes.rights,
        label: texts.withdraw,
        text: texts.withdrawText,
        question: texts.withdrawTitle(email),
        done: texts.withdrawn(email),
      })
    : confirmRow({
        ...reversible,
        operation: 'admin_super_grant',
        input: { adminId },
        refusal: active ? null : texts.refusals.inactive,
        purpose: texts.purposes.rights,
        label: texts.grant,
        text: texts.grantText,
        question: texts.grantTitle(email),
        done: texts.granted(email),
      })

const activation = ({ id: adminId, email, active }: Administrator, refusal: string | null) =>
  active
    ? confirmRow({
        ...reversible,
        operation: 'admin_deactivate',
        input: { adminId },
        refusal,
        purpose: texts.purposes.deactivate,
        label: texts.deactivate,
        text: texts.deactivateText,
        question: texts.deactivateTitle(email),
        done: texts.deactivated(email),
      })
    : changeRow({
        operation: 'admin_update',
        input: { adminId, active: true },
        undo: undoBy('admin_deactivate', { adminId }),
        refusal: null,
        purpose: texts.purposes.activate,
        label: texts.activate,
        text: texts.activateText,
        done: texts.activated(email),
      })
