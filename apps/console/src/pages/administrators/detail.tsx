import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { Timeline } from '../../components/audit/timeline.tsx'
import { TextLink } from '../../components/link.tsx'
import { LetterMark, Status } from '../../components/object-mark.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { OverviewColumns } from '../../layouts/overview-columns.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import { relativeDay } from '../users/last-active.ts'
import { Access, useAdministratorMenu } from './access.tsx'
import type { Administrator } from './administrator.ts'
import { AdministratorBadges } from './badges.tsx'
import { ChangeEmail } from './change-email.tsx'

export function AdministratorPage() {
  const { adminId } = useParams({ from: '/shell/administrators/$adminId' })
  const administrator = useOperation('admin_get', { adminId })
  const menu = useAdministratorMenu(administrator)
  return (
    <ObjectPage
      title={administrator.email}
      mark={<LetterMark name={administrator.email} size="title" isRound />}
      kind={t.shell.administrator}
      id={adminId}
      badges={<AdministratorBadges administrator={administrator} />}
      labels={{ object: administrator, operation: 'admin_update', at: { adminId }, refusal: null }}
      actions={<ChangeEmail administrator={administrator} />}
      menu={menu}
      tabs={[
        { id: 'overview', title: t.common.overview, content: <Overview administrator={administrator} /> },
        { id: 'access', title: t.administrators.actions, content: <Access administrator={administrator} /> },
      ]}
      timeline={{ targetId: adminId }}
    />
  )
}

const Overview = ({ administrator }: { administrator: Administrator }) => (
  <OverviewColumns
    facts={
      <>
        <Card title={t.administrators.signsInWith}>
          <Facts
            stacked
            facts={[
              {
                name: t.administrators.address,
                value: (
                  <Status tone={administrator.verified ? 'good' : 'caution'}>
                    {administrator.verified ? t.administrators.verified : t.administrators.unverified}
                  </Status>
                ),
              },
              {
                name: t.administrators.secondFactor,
                value: administrator.authenticator ? t.administrators.authenticator : t.common.none,
              },
              {
                name: t.users.lastActive,
                value: administrator.lastActiveOn ? relativeDay(administrator.lastActiveOn) : t.common.never,
              },
              { name: t.common.created, value: <Day at={administrator.createdAt} /> },
            ]}
          />
        </Card>
        <Teams teams={administrator.teams} />
      </>
    }
  >
    <Timeline title={t.audit.ownChanges} filter={{ actor: administrator.id }} pageSize={5} />
  </OverviewColumns>
)

const Teams = ({ teams }: Pick<Administrator, 'teams'>) => (
  <Card title={t.administrators.teams}>
    <ul className="grid gap-1">
      {teams.map(({ id, name, role, kind }) => (
        <li key={id}>
          <TextLink {...paths.team(id)}>{name}</TextLink>{' '}
          <span className="text-quiet">
            {kind === 'personal' ? t.shell.teamKinds.personal : t.shell.teamRoles[role]}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
