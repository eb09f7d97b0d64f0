import { DoorOpen } from 'lucide-react'
import { Suspense } from 'react'
import type { Answer } from '../../api/client.ts'
import { RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { type Column, NameCell } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Readiness } from './readiness.tsx'
import { Switches } from './switches.tsx'

type List = Answer<'project_sign_in_access_list'>
type Row = List['projects'][number]

const texts = t.signInAccess

/** The first line of each cell, because a project can have several methods. */
const topAligned = '[td&]:@lg:align-baseline'

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: texts.project,
    isShort: true,
    cell: ({ id, name, hasMethod, users }) => (
      <NameCell
        mark={<LetterMark name={name} />}
        note={hasMethod || users === 0 ? undefined : <Badge tone="problem">{texts.noMethod}</Badge>}
      >
        <RowLink {...paths.project(id)}>{name}</RowLink>
      </NameCell>
    ),
    className: topAligned,
    sort: 'name',
  },
  {
    id: 'canSignIn',
    header: texts.canSignIn,
    cell: ({ canSignIn, users }) => texts.counted(formatNumber(canSignIn), formatNumber(users)),
    className: `w-36 text-right tabular @max-lg:hidden ${topAligned}`,
  },
  {
    id: 'switches',
    header: texts.methods,
    cell: (row) => <Switches projectId={row.id} switches={row.switches} hasUsers={row.users > 0} />,
    className: `w-1/2 ${topAligned}`,
    isWhole: true,
  },
]

export function SignInAccessPage() {
  const { query, pager } = useList('project_sign_in_access_list', {}, columns)
  const access = query.data?.console
  return (
    <ListPage
      list="sign-in-access"
      title={texts.title}
      text={texts.text}
      search={{ label: texts.search }}
      query={query}
      rows={query.data?.projects}
      columns={columns}
      pager={pager}
      order="name"
      notices={access && <Console access={access} />}
      first={{ icon: <DoorOpen size={20} />, title: texts.none, text: texts.noneText }}
    >
      {access && (
        <Suspense>
          <Readiness />
        </Suspense>
      )}
    </ListPage>
  )
}

function Console({ access }: { readonly access: NonNullable<List['console']> }) {
  const { id, superAdministrators, canSignIn, users, switches } = access
  return (
    <Card
      title={texts.console}
      text={texts.consoleText(
        texts.superAdministrators(superAdministrators),
        texts.counted(formatNumber(canSignIn), formatNumber(users)),
      )}
    >
      {superAdministrators === 0 && <Notice tone="problem" title={texts.consoleClosed} />}
      <div className="@container">
        <Switches projectId={id} switches={switches} hasUsers />
      </div>
    </Card>
  )
}
